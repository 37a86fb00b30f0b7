// Computes values by a sweep without files. It makes the table of a start in memory, layer after
// layer, and keeps only the values that were requested.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "pipopipette/solver.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/poll.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/cut.hpp"
#include "probe/space/state_space.hpp"
#include "solve/scratch_sections.hpp"
#include "solve/swept_table.hpp"

namespace pipo {

// A cut of an image of a start. All ways to cut a start have about the same number of values, but
// the work differs.
struct SweepCut {
  Image image;  // from the start's board to the cut's turned board
  Cut cut;
  bool merge = false;  // whether interchangeable configurations are merged
};

// Returns the cuts worth considering. The first one is the best in the middle of the board, as far
// as open edges tell. If the board has an odd number of rows, the others are lines beside the
// middle, with the larger half as the lower one: its moves need no transposing.
std::vector<SweepCut> sweep_cuts(const Position& start);

// The size of a sweep over the positions that contain a start, with the cut that was chosen. It is
// found by counting, which is quick for any start. Memory is in bytes, time in seconds of one
// processor.
struct SweepSize {
  std::uint64_t values = 0;
  std::uint64_t memory = 0;       // the likely figure, or the exact one
  std::uint64_t most_memory = 0;  // an upper bound on the current threads, or the exact figure
  std::uint64_t to_begin = 0;     // memory that suffices to find the exact figure
  bool cheap_to_begin = false;    // whether `to_begin` is little for any machine
  double seconds = 0;
  std::optional<SweepCut> cut;
};

constexpr std::uint64_t kAllInMemory = std::numeric_limits<std::uint64_t>::max();
constexpr double kAnyTime = std::numeric_limits<double>::infinity();

// Chooses the cut that takes the least time of those that fit into `memory`, by estimates, or else
// the cut that takes the least memory. It does not look for the best one if none can take
// at most `seconds` of one processor, or if they take hours and none can fit into `memory`. `poll`
// may throw.
SweepSize size_of_sweep(const Position& start, std::uint64_t memory = kAllInMemory,
                        double seconds = kAnyTime, const Poll& poll = {});

// Returns the memory that the refusal of a sweep names: the likely figure, or the upper bound if
// only that is beyond the memory allowed.
std::uint64_t memory_to_name(const SweepSize& size, std::uint64_t allowed);

// Returns the bytes that size_of_sweep() takes, including those of the process.
std::uint64_t memory_to_size(const Position& start);

struct SweepCallbacks {
  std::function<void(const SweepProgress&)> progress = {};  // now and then, by one thread at a time
  Poll poll = {};                                           // run() ends with what it throws
};

// The result of a sweep.
struct Swept {
  std::unordered_map<EdgeSet, int> values;  // of the positions requested, by their drawn edges
  std::shared_ptr<const SweptTable> table;  // null if it is too large
};

class StartSweep {
 public:
  // Prepares the sweep of all positions that contain these edges, on any board, of the game whose
  // last move has this cost. With `memory` it takes at most this many bytes, or as little as
  // possible, and uses scratch files. That takes seconds for large halves; `poll` may throw.
  StartSweep(const Position& start, LastMoveCost last_move_cost, SweepCut cut,
             std::uint64_t memory = kAllInMemory, const Poll& poll = {});

  // Returns the cost of the sweep. The time is that of a processor like the one of
  // docs/performance.md.
  SweepPlan plan() const;

  // Returns the number of drawn edges of the settled start.
  int start_layer() const { return count_bits(space_->cut().start()); }

  // Returns the bytes of the state space, which are part of the plan's memory and of a table's.
  std::uint64_t space_bytes() const { return space_->bytes(); }

  // Returns the values of quiet positions that contain the start. Also returns the table of all
  // such positions if it takes at most `most_bytes`. `scratch` is the folder for scratch files, if
  // it uses any. Call it only once. Throws DiskFull and CannotWrite.
  Swept run(const std::vector<EdgeSet>& quiet, const SweepCallbacks& watch,
            std::uint64_t most_bytes = 0, const std::filesystem::path& scratch = {});

 private:
  EdgeSet turned(EdgeSet drawn) const;

  Position given_;
  Image image_;  // from the given board to the cut's
  std::shared_ptr<const StateSpace> space_;
  std::unique_ptr<const SweepStart> tables_;
  Schedule schedule_;
  std::uint64_t values_ = 0;
  std::uint64_t overhead_ = 0;  // bytes besides those of values
  ScratchNeed scratch_;
};

// Returns the sweep of a start with scratch files that takes at most `memory` bytes, or null if
// there is none. It considers only cuts whose sweep in memory would take at most `seconds` of one
// processor. `poll` may throw.
std::unique_ptr<StartSweep> sweep_with_scratch(const Position& start, LastMoveCost last_move_cost,
                                               std::uint64_t memory, double seconds,
                                               const Poll& poll);

// Returns the sweep of a start if it takes at most `memory` bytes, else null. Makes the memory in
// `size` exact, unless the sweep is far too large or the exact figure cannot be found within
// `memory`. With `refusing` the caller refuses the position without a sweep, so the figure is exact
// even if finding it takes somewhat more than `memory` (SweepSize::cheap_to_begin). `poll` may
// throw.
std::unique_ptr<StartSweep> sweep_within(const Position& start, LastMoveCost last_move_cost,
                                         std::uint64_t memory, SweepSize& size,
                                         const Poll& poll = {}, bool refusing = false);

}  // namespace pipo
