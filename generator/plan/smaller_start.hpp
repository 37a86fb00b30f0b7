// Suggests a smaller table when a machine cannot make the requested one.
#pragma once

#include <cstdint>
#include <optional>

#include "pipopipette/table_identity.hpp"

namespace pipo {

// Returns the first named start of the board, icelandic before swedish, that contains the start of
// `wanted` and whose table fits. It must fit into `allowed` bytes of memory (0: what the machine
// has) and into `free_disk` bytes of disk (free_disk()). Returns nothing if none does.
std::optional<TableIdentity> named_start_that_fits(const TableIdentity& wanted,
                                                   std::uint64_t allowed, std::uint64_t free_disk);

}  // namespace pipo
