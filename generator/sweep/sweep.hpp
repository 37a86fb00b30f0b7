// The backward sweep over a board, from the full one to the start, as a schedule says.
//
//   const SweepStart start(space);
//   Sweep(start, make_schedule(start.tables(), made, budget), files).run();
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "generator/sweep/tile_pass.hpp"
#include "generator/sweep/tile_store.hpp"
#include "parallel/threads.hpp"

namespace pipo {

// The files that a sweep writes finished values to and reads them back from.
struct SweepFiles {
  // Receives finished rows of canonical sections, in the order of work and ascending in a section;
  // their values stay valid during the call. Called by one thread at a time, while the sweep
  // continues.
  std::function<void(std::span<const SectionRows> rows)> write;
  // May be empty if nothing is read back.
  ReadPart read = {};
  // Announces a part that will be read soon, so that the file system can prefetch it. May be empty.
  std::function<void(const SectionPart& part)> expect = {};
};

class Sweep {
 public:
  // `start` must outlive the sweep.
  Sweep(const SweepStart& start, Schedule schedule, SweepFiles files, Poll poll = {});

  // Runs the schedule. Even if something is thrown, the rows of tiles computed so far are
  // written, unless writing has failed.
  void run();

 private:
  void run_steps();
  void run(TaskGroup& loading, TaskGroup& writing);
  void expect_loads(std::size_t step) const;
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
