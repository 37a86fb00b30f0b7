// What to make instead of a table that a machine cannot make.
#pragma once

#include <cstdint>
#include <optional>

#include "pipopipette/table_identity.hpp"

namespace pipo {

// The largest table of a named start of the board that holds only positions of the table wanted,
// and fits into `allowed` bytes of memory (0: what the machine has) and onto a disk with so much
// free (free_disk). Nothing if none does.
std::optional<TableIdentity> named_start_that_fits(const TableIdentity& wanted,
                                                   std::uint64_t allowed, std::uint64_t free_disk);

}  // namespace pipo
