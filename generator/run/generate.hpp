// Making the table of a board: checks that it fits, sweeps it layer by layer, writes its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "pipopipette/board.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

// How far the sweep has come. It runs from the full board (last_layer) back to the start
// (first_layer).
struct GenerateProgress {
  int layer = 0;                    // being computed
  int first_layer = 0;              // drawn edges of the start
  int last_layer = 0;               // all edges of the board
  std::uint64_t values_done = 0;    // values computed so far, all layers together
  std::uint64_t values_before = 0;  // of these, what an earlier run had done
  std::uint64_t values_total = 0;   // values of all canonical sections
  std::uint64_t memory_bytes = 0;   // in use now
  double seconds = 0;               // since the sweep began
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
  // Called by one thread at a time; may be empty.
  std::function<void(const GenerateProgress&)> progress = {};
};

struct GenerateResult {
  Manifest manifest;
  std::filesystem::path folder;  // the table's own, below GenerateOptions::tables
  double seconds = 0;
  std::uint64_t peak_memory = 0;  // bytes
  std::uint64_t read_back = 0;    // values decoded from the table's own files, within a budget
  bool already_there = false;     // a complete table was found and left alone
};

// Throws NoSpace before any work when memory does not suffice, saying how much would be needed;
// NoSpace when the disk is full or the folder cannot be written; BadInput for a board or start the
// generator does not take; DamagedTable when the folder holds something else under the table's
// name.
GenerateResult generate(const GenerateOptions& options);

}  // namespace pipo
