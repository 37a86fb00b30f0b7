// What to make instead of a table that a machine cannot make.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "pipopipette/table_identity.hpp"

namespace pipo {

// The largest table of a named start of the board that holds only positions of the table wanted,
// and fits into `allowed` bytes of memory (0: what the machine has) and onto a disk with so much
// free (0: not known). Nothing if none does.
std::optional<TableIdentity> named_start_that_fits(const TableIdentity& wanted,
                                                   std::uint64_t allowed, std::uint64_t free_disk);

// Bytes free on the disk that a folder is on, or would be; 0 if that cannot be told.
std::uint64_t free_disk(const std::filesystem::path& folder);

}  // namespace pipo
