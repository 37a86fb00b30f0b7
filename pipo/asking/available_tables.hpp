// Opens the available tables, for commands that can work without any.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Opens the tables in these folders; an empty set if there are no such folders.
Tables available_tables(const std::vector<std::filesystem::path>& folders,
                        const TablesOptions& options = {});

// Returns options for work that may take `memory` bytes; 0: no limit. The cache is a small part.
TablesOptions tables_within(std::uint64_t memory);

}  // namespace pipo
