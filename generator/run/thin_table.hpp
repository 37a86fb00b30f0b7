// Makes a table that keeps only some layers of a complete one, from copies of its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "probe/base/poll.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/kept_layers.hpp"

namespace pipo {

// A copy of a published file under a new name.
//
// It takes no space where that is possible: it shares the blocks of the original (a reflink), or is
// another name of it (a hard link). Nothing writes into a published file of a table, which is
// replaced as a whole, so a hard link keeps its bytes whatever becomes of the original's name.

// How a copy shares the original's bytes.
enum class Shared { reflink, hard_link, no };

// Copies a file; the name appears when the copy is complete and on disk. `bytes` is the original's
// size; `poll` is called after each 16 MiB and may throw. Throws DiskFull, CannotWrite for the
// copy, DamagedTable if the original cannot be read or is shorter.
Shared copy_file(const std::filesystem::path& from, const std::filesystem::path& to,
                 std::uint64_t bytes, const Poll& poll = {});

struct ThinOptions {
  std::filesystem::path source;  // the table's own folder
  std::filesystem::path tables;  // the folder that will contain the new table; created if missing
  KeptLayers keep;
  // Called by one thread with the bytes copied so far and their total; may be empty.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
  // Called often: true ends the work with Stopped. May be empty.
  std::function<bool()> stopped = {};
};

struct ThinResult {
  Manifest manifest;
  std::filesystem::path folder;
  std::uint64_t source_bytes = 0;
  Shared shared = Shared::no;  // how the copied files share the bytes of the source
  bool already_there = false;  // the same table was found and left alone
};

// Files of an interrupted run are kept, and the next call continues. The headers and indices of the
// source and of all copies are checked; their blocks are checked when they are read.
//
// Throws BadInput if the source omits a layer to keep, or is in the folder of the new table or the
// other way round; DamagedTable if a file of the source is missing or fails a check; CannotWrite
// if the folder already has another table; DiskFull, CannotWrite, Busy, Stopped.
ThinResult thin_table(const ThinOptions& options);

// Throws CannotWrite, which says what to do, if a table's folder has a manifest that keeps other
// layers.
void require_same_layers(const std::filesystem::path& folder, const Manifest& there,
                         const KeptLayers& wanted);

}  // namespace pipo
