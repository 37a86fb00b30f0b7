// One attempt of a rank to make a table: its tiles in memory, and its encoded bytes that are not
// yet in the files.
#pragma once

#include <tbb/task_arena.h>

#include <map>

#include "generator/cluster/encoded_runs.hpp"
#include "generator/cluster/hand_overs.hpp"
#include "generator/cluster/messages.hpp"
#include "generator/cluster/part_files.hpp"
#include "generator/cluster/tile_exchange.hpp"
#include "generator/plan/memory_plan.hpp"
#include "generator/run/generate.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "generator/sweep/tile_store.hpp"
#include "generator/writer/block_worker.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class RankRun {
 public:
  // `ranks` must outlive the run. Checks that this rank sees the same folder as rank 0 and has
  // enough disk space and memory. Throws NoSpace, CannotWrite.
  RankRun(const Begin& begin, const GenerateOptions& options, Ranks& ranks);

  // Call it from the computing thread.
  RankMeans means() const {
    return {.budget = memory_.section_budget, .threads = tbb::this_task_arena::max_concurrency()};
  }

  // Does a task and returns its result; `poll` may throw. One thread.
  EncodedMessage compute(const TaskMessage& task, const Poll& poll);

  // Announces to the system what the task will read. Any thread.
  void expect(const TaskMessage& task);

  // Exchange with other ranks, by the thread that receives messages: returns a piece of a tile of
  // this rank, takes a piece that this rank has asked for, and passes sections on.
  MessageBytes values(const Fetch& fetch) const;
  void take_values(const MessageBytes& values) { exchange_.take(values); }
  HandOvers& hand_overs() { return hand_overs_; }

  // Counts encoded bytes that have a place and will be written; compute() waits before encoding
  // more while there are many. Called by the thread that receives messages.
  void note_placed(const Place& place) { encoded_.note_placed(place); }

  // Called by the writing and the syncing thread.
  void write(const Place& place);
  void sync(const Place& place) { files_.sync(place.layer, place.file); }

 private:
  SectionPart part(TileNumber tile) const {
    return store_.tiling().part(store_.tiling().key(tile));
  }
  static GenerateOptions checked(const Begin& begin, const GenerateOptions& options);
  void load(const ScheduledStep& step, const Poll& poll);
  void encode(const TaskMessage& task, EncodedMessage& message, const Poll& poll);

  GenerateOptions options_;
  TableSpace space_;
  SweepStart start_;
  MemoryPlan memory_;
  TileStore store_;
  TileExchange exchange_;
  HandOvers hand_overs_;
  std::map<TileNumber, int> holders_;  // of the tiles that the current task fetches
  PartFiles files_;
  BlockWorkers workers_;
  RankTimes times_;
  EncodedRuns encoded_;
};

}  // namespace pipo
