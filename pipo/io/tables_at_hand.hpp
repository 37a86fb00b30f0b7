// Opens the available tables, for commands that can work without any.
#pragma once

#include <filesystem>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Opens the tables in these folders; an empty set if there are no such folders.
Tables tables_at_hand(const std::vector<std::filesystem::path>& folders,
                      const TablesOptions& options = {});

}  // namespace pipo
