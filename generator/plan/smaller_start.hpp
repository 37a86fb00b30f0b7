// Suggests a smaller table when a machine cannot make the requested one.
#pragma once

#include <cstdint>
#include <optional>

#include "pipopipette/table_identity.hpp"

namespace pipo {

// Returns the largest table that fits and belongs to a named start of the board: icelandic or, if
// that is too large, swedish. The start must contain that of `wanted`. The table must fit into
// `allowed` bytes of memory (0: what the machine has) and into `free_disk` bytes of disk
// (free_disk()). Returns nothing if none does.
std::optional<TableIdentity> named_start_that_fits(const TableIdentity& wanted,
                                                   std::uint64_t allowed, std::uint64_t free_disk);

}  // namespace pipo
