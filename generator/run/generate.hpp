// Making the table of a board: checks that it fits, sweeps it layer by layer, writes its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "pipopipette/board.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

// How far the sweep has come. It runs from the full board (last_layer) back to the start
// (first_layer).
struct GenerateProgress {
  bool checking = false;            // reading what is there already; then layers come in any order
  int layer = 0;                    // being computed
  int first_layer = 0;              // drawn edges of the start
  int last_layer = 0;               // all edges of the board
  std::uint64_t values_done = 0;    // values computed so far, all layers together
  std::uint64_t values_before = 0;  // of these, what an earlier run had done
  std::uint64_t values_total = 0;   // values of all canonical sections
  std::uint64_t memory_bytes = 0;   // in use now
  double seconds = 0;               // since the sweep began
  double waiting = 0;               // part of the time of several machines that they have waited
};

struct GenerateOptions {
  Board board;                   // any orientation; the table is made for rows <= columns
  EdgeSet start = 0;             // on `board`
  std::filesystem::path tables;  // folder that holds tables; created if missing
  int threads = 0;               // 0: all cores
  std::uint64_t memory = 0;      // bytes; 0: what the machine has
  // Leave out of the files what the image in a diagonal repeats, too: only for square boards, and
  // only with all values in memory.
  bool square = false;
  // Bytes for sections of values, where a run within a budget is wanted whatever the memory; 0: as
  // `memory` says. For tests and experiments.
  std::uint64_t section_budget = 0;
  // Where there are layers and no manifest, go on as they were made, whatever `square` says.
  bool as_found = false;
  // Reads every block of the layers that are there already, not only their headers and indices.
  bool check = false;
  // Called by one thread at a time; may be empty.
  std::function<void(const GenerateProgress&)> progress = {};
  // Asked often, by any thread: true ends the work with Stopped. May be empty.
  std::function<bool()> stopped = {};
  // Asked again and again while another process makes this table, which it names: true to go on
  // waiting for it. Empty: not to wait at all.
  std::function<bool(const std::string& holder)> wait = {};
};

struct GenerateResult {
  Manifest manifest;
  std::filesystem::path folder;  // the table's own, below GenerateOptions::tables
  double seconds = 0;
  std::uint64_t peak_memory = 0;  // bytes
  std::uint64_t read_back = 0;    // values decoded from the table's own files, within a budget
  bool already_there = false;     // a complete table was found and left alone
  int kept_layers = 0;            // found whole, and not made again
};

// Makes what is not there of the table. Layers that an earlier run has finished, and those of a
// table some of whose files are damaged or missing, are kept if they are whole: sizes, headers,
// checksums of indices, and with `check` all blocks. The others are made, and if there was a
// manifest, what was made is held against it.
//
// Throws NoSpace before any work when memory or disk does not suffice, saying how much would be
// needed, and when another process is making the table; NoSpace when the disk is full or the folder
// cannot be written, and Stopped, both leaving finished layers to the next call; BadInput for a
// board or start the generator does not take; NewerTable when a newer version made what is there;
// UnreadableTable when it may not be read; DamagedTable when what was made contradicts the
// manifest.
GenerateResult generate(const GenerateOptions& options);

}  // namespace pipo
