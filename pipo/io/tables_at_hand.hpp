// The tables there are, for what can do without any.
#pragma once

#include <filesystem>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Those in these folders; none, if there are no such folders.
Tables tables_at_hand(const std::vector<std::filesystem::path>& folders,
                      const TablesOptions& options = {});

}  // namespace pipo
