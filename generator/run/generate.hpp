// Makes the table of a board: checks that it fits, sweeps it layer by layer and writes its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "pipopipette/board.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/kept_layers.hpp"

namespace pipo {

class TableInProgress;

// Progress of the sweep. It runs from the full board (last_layer) back to the start (first_layer).
struct GenerateProgress {
  bool checking = false;            // reading existing layers, which are then reported in any order
  int layer = 0;                    // being computed
  int first_layer = 0;              // drawn edges of the start
  int last_layer = 0;               // all edges of the board
  std::uint64_t values_done = 0;    // values computed so far, all layers together
  std::uint64_t values_before = 0;  // of these, computed by earlier runs
  std::uint64_t values_total = 0;   // values of all canonical sections
  std::uint64_t memory_bytes = 0;   // in use now
  double seconds = 0;               // since the sweep began
  double waiting = 0;               // fraction of the ranks' time spent waiting, with several
                                    // machines
};

struct GenerateOptions {
  Board board;        // any orientation; the table is made for rows <= columns
  EdgeSet start = 0;  // on `board`
  TableGame game = TableGame::dots_and_boxes;
  LastMoveCost last_move_cost = 0;
  std::filesystem::path tables;  // folder that contains tables; created if missing
  int threads = 0;               // 0: all cores
  std::uint64_t memory = 0;      // bytes; 0: what the machine has
  // The layers that the finished table keeps; all of them without a value. The files of the others
  // are removed as soon as no unfinished layer is made from them. A table of Nimstring keeps every
  // layer.
  std::optional<KeptLayers> keep = {};
  // Bytes for sections of values, to force a run within a budget whatever the memory; 0: as
  // `memory` says. For tests and experiments.
  std::uint64_t section_budget = 0;
  // Rows and columns of the tiles of a section, a power of two from 512 on; 0: as the memory
  // requires. For tests and experiments.
  std::uint32_t part_size = 0;
  // If there is a manifest, keeps the layers that it keeps, whatever `keep` says.
  bool as_found = false;
  // Reads every block of the existing layers, in addition to their headers and indices.
  bool check = false;
  // Seconds for which several processes that make a table wait for each other: for a sign of life,
  // and, up to a minute, for what one has written to be seen by another. Open MPI takes up to eight
  // minutes to notice a machine that is gone, and should notice it first (docs/cluster.md).
  double patience = 600;
  // Called by one thread at a time; may be empty.
  std::function<void(const GenerateProgress&)> progress = {};
  // Called often, by any thread: true ends the work with Stopped. May be empty.
  std::function<bool()> stopped = {};
  // Called repeatedly while another process, named by `holder`, makes this table: true to keep
  // waiting. Empty: does not wait.
  std::function<bool(const std::string& holder)> wait = {};
  // Makes the layers that are not kept, and returns how many values were decoded from the table's
  // own files. Empty: a sweep in this process does. Called twice if a kept layer turns out to be
  // damaged; not called if the table is complete. The options of the table have a number of bytes
  // as `memory`, no more than is available.
  std::function<std::uint64_t(TableInProgress& table)> make_layers = {};

  // Throws BadInput.
  TableIdentity identity() const { return table_identity(board, start, game, last_move_cost); }
};

struct GenerateResult {
  Manifest manifest;
  std::filesystem::path folder;  // the table's own folder, in GenerateOptions::tables
  double seconds = 0;
  std::uint64_t peak_memory = 0;  // bytes
  std::uint64_t read_back = 0;    // values decoded from the table's own files, within a budget
  bool already_there = false;     // a complete table was found and left alone
  int kept_layers = 0;            // found whole and not made again
};

// Makes the missing parts of the table. Layers of an earlier run, and of a table some of whose
// files are damaged or missing, are kept if they are whole: sizes, headers, checksums of indices,
// and with `check` all blocks. The others are made. If there was a manifest, the new layers are
// checked against it.
//
// Throws:
//
// - OutOfResources before any work if memory or disk does not suffice, with the amount needed;
// - Busy if another process is making the table;
// - CannotWrite if there is a table that keeps other layers;
// - OutOfResources if the disk is full, CannotWrite if the folder cannot be written, and Stopped;
//   they leave finished layers for the next call;
// - BadInput for a board, start, cost or choice of layers that the generator does not accept, and
//   for a board of Nimstring with a nim-value that is too large;
// - NewerTable if a newer version made the existing files;
// - UnreadableTable if they may not be read;
// - DamagedTable if the new layers contradict the manifest.
GenerateResult generate(const GenerateOptions& options);

}  // namespace pipo
