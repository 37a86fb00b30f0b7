// One attempt of a rank to make a table: its sections in memory, and what is on its way to the
// files.
#pragma once

#include <tbb/task_arena.h>

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "generator/cluster/messages.hpp"
#include "generator/cluster/part_files.hpp"
#include "generator/cluster/section_exchange.hpp"
#include "generator/plan/memory_plan.hpp"
#include "generator/run/generate.hpp"
#include "generator/sweep/section_store.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "generator/writer/block_worker.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class RankRun {
 public:
  // `ranks` must outlive the run. Checks that this rank sees the same folder as rank 0, and has the
  // room and the memory that it takes. Throws NoSpace.
  RankRun(const Begin& begin, const GenerateOptions& options, Ranks& ranks);

  // By the thread that computes.
  RankMeans means() const {
    return {.budget = memory_.section_budget, .threads = tbb::this_task_arena::max_concurrency()};
  }

  // Does a task and says what came of it; `poll` may throw. One thread.
  EncodedMessage compute(const TaskMessage& task, const Poll& poll);

  // Lets the system fetch what the task will read. Any thread.
  void expect(const TaskMessage& task);

  // Between ranks, by the thread that hears messages: a piece of a section that this one has, or of
  // one that it has asked for.
  MessageBytes values(const Fetch& fetch) const;
  void take_values(const MessageBytes& values) { exchange_.take(values); }

  // What is encoded has a place and will be written: while much is, compute() waits with encoding
  // more. By the thread that hears messages.
  void note_placed(const Place& place);

  // Of the thread that writes.
  void write(const Place& place);
  void sync(const Place& place) { files_.sync(place.layer, place.file); }

 private:
  static GenerateOptions checked(const Begin& begin, const GenerateOptions& options);
  void load(const ScheduledStep& step, const Poll& poll);
  void wait_for_disk(const Poll& poll);
  void encode(const TaskMessage& task, EncodedMessage& message);

  GenerateOptions options_;
  TableSpace space_;
  SweepStart start_;
  MemoryPlan memory_;
  SectionStore store_;
  SectionExchange exchange_;
  std::map<SectionNumber, int> holders_;  // of what the task at hand fetches
  PartFiles files_;
  BlockWorkers workers_;
  RankTimes times_;
  std::mutex mutex_;
  std::map<std::pair<std::uint32_t, int>, std::vector<std::byte>> encoded_;  // by task and layer
  std::uint64_t placed_bytes_ = 0;                                           // of these
  std::condition_variable written_;
};

}  // namespace pipo
