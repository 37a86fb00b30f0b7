// A copy of a published file under a new name.
//
// It takes no space where that is possible: it shares the blocks of the original (a reflink), or is
// another name of it (a hard link). Nothing writes into a published file of a table, which is
// replaced as a whole, so a hard link keeps its bytes whatever becomes of the original's name.
#pragma once

#include <cstdint>
#include <filesystem>

#include "probe/base/poll.hpp"

namespace pipo {

// How a copy shares the original's bytes.
enum class Shared { reflink, hard_link, no };

// Copies a file; the name appears when the copy is complete and on disk. `bytes` is the original's
// size; `poll` is called after each 16 MiB and may throw. Throws DiskFull, CannotWrite for the
// copy, DamagedTable if the original cannot be read or is shorter.
Shared copy_file(const std::filesystem::path& from, const std::filesystem::path& to,
                 std::uint64_t bytes, const Poll& poll = {});

}  // namespace pipo
