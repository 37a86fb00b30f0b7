// The backward sweep over a board, from the full one to the start, as a schedule says.
//
//   const SweepStart start(space);
//   Sweep(start, make_schedule(start.tables(), to_make, budget), files).run();
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/nim_values.hpp"
#include "generator/sweep/schedule.hpp"
#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/tile_pass.hpp"
#include "generator/sweep/value_memory.hpp"
#include "parallel/threads.hpp"
#include "probe/space/section_part.hpp"

namespace pipo {

// Reads the values of a tile that was finished before; called by several threads at once.
using ReadPart = std::function<void(const SectionPart& part, std::int8_t* values)>;

// The tiles that a sweep holds in memory, and their computation.
class TileStore {
 public:
  // `limit`: bytes of memory for values (see ValuePool).
  TileStore(const SweepTables& tables, std::uint64_t limit);

  // Allocates memory for tiles. Its contents are undefined, and compute() does not see them before
  // show().
  void allocate(const std::vector<TileNumber>& tiles);
  void load(const std::vector<TileNumber>& tiles, const ReadPart& read);
  std::int8_t* memory(TileNumber tile) { return memory_[tile].data(); }
  void show(const std::vector<TileNumber>& tiles);
  void release(const std::vector<TileNumber>& tiles);

  // Computes the values of the step's targets, which must be shown. A partial step uses only the
  // sources that it names, a whole step all shown tiles.
  void compute(const Step& step, const Poll& poll);

  const Tiling& tiling() const { return loaded_.tiling(); }
  std::size_t count() const { return tiling().count(); }  // of tiles
  std::uint64_t values(TileNumber tile) const { return tiling().values(tile); }
  const std::int8_t* data(TileNumber tile) const { return loaded_.data(tile); }

  // Returns the rows of sections that these shown tiles are: whole rows of tiles, in order.
  std::vector<SectionRows> rows(const std::vector<TileNumber>& tiles) const;

 private:
  SweepTables tables_;
  LoadedTiles loaded_;
  LoadedTiles part_;  // the tiles that a partial step may see
  TileInSteps in_steps_;
  ValuePool pool_;
  std::vector<ValueMemory> memory_;  // [tile]
};

// The files that a sweep writes finished values to and reads them back from.
struct SweepFiles {
  // Receives finished rows of canonical sections, in the order of work and ascending in a section;
  // their values stay valid during the call. Called by one thread at a time, while the sweep
  // continues.
  std::function<void(std::span<const SectionRows> rows)> write;
  // May be empty if nothing is read back.
  ReadPart read = {};
  // Announces a part that will be read soon, so that the file system can prefetch it. May be empty.
  std::function<void(const SectionPart& part)> prefetch = {};
};

class Sweep {
 public:
  // `start` must outlive the sweep.
  Sweep(const SweepStart& start, Schedule schedule, SweepFiles files, Poll poll = {});

  // Runs the schedule. Even if something is thrown, the rows of tiles computed so far are
  // written, unless writing has failed.
  void run();

 private:
  void run_steps(TaskGroup& writing);
  void prefetch_loads(std::size_t step) const;
  void make_ready(const ScheduledStep& step, TaskGroup& writing);
  void begin_writing(TaskGroup& writing);

  Schedule schedule_;
  SweepFiles files_;
  Poll poll_;
  TileStore store_;
  ScheduledStep next_;                // its loads may be read while the previous step computes
  std::vector<TileNumber> to_write_;  // computed, not yet passed to files_.write
  std::vector<SectionRows> on_the_way_;
  bool writing_failed_ = false;
};

}  // namespace pipo
