// One attempt of a rank to make a table, with its tiles in memory. A task's sources come from the
// memory of other ranks, preferably while the previous task is computed, or from files.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "generator/cluster/messages.hpp"
#include "generator/cluster/part_files.hpp"
#include "generator/plan/memory_budget.hpp"
#include "generator/run/generate.hpp"
#include "generator/sweep/sweep.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/writer/layer_encoder.hpp"
#include "probe/base/poll.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// Passes a section on from the task that computes some of its rows to the task that computes the
// next ones: the hash so far, and rows of a block that is not complete. A rank that does the next
// task asks for it, unless it also did the previous one.
//
// Every wait ends: a task is dealt before the one that continues its section, and every rank does
// its tasks in the order in which they are dealt.
// Any thread may call any function.
class HandOvers {
 public:
  // `ranks` must outlive this.
  HandOvers(Ranks& ranks, std::uint32_t attempt) : ranks_(ranks), attempt_(attempt) {}

  // Takes what a task of this rank leaves of its last section, or what has arrived.
  void take(SectionState state);

  // Sends what a task leaves to the rank that asks, once it is there.
  void answer(const SectionStateRequest& request);

  // Waits for what a task leaves. `poll` may throw.
  UnfinishedSection wait(std::uint32_t task, const SectionKey& section, const Poll& poll);

 private:
  void send(std::uint32_t task);

  Ranks& ranks_;
  const std::uint32_t attempt_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<std::uint32_t, SectionState> left_;  // [task]
  std::map<std::uint32_t, int> askers_;         // [task]: the rank that waits
};

class RankRun : public std::enable_shared_from_this<RankRun> {
 public:
  // `ranks` must outlive the run. Checks that this rank sees the same folder as rank 0 and has
  // enough disk space and memory. Throws OutOfResources, CannotWrite.
  RankRun(const Begin& begin, const GenerateOptions& options, Ranks& ranks);

  SweepTables tables() const { return start_.tables(); }

  // Bytes of memory for values.
  std::uint64_t budget() const { return budget_; }

  // Fetches sources of the task, as soon as the previous task leaves memory for them. Any one
  // thread; in the order of the tasks.
  void fetch_early(const DealtTask& task);

  // Does a task and returns its result; `poll` may throw. One thread.
  EncodedMessage compute(const DealtTask& task, const Poll& poll);

  // Announces to the system what the task will read. Any thread.
  void prefetch(const DealtTask& task);

  // Lends a tile of this rank to another, if it has the tile. Reads the whole tile. Any thread.
  LentTile lend(const Fetch& fetch) const;

  HandOvers& hand_overs() { return hand_overs_; }

 private:
  // A fetched tile and the hash of its values; no hash if it was not lent.
  struct ArrivedTile {
    FetchedTile from = {};
    std::optional<std::uint64_t> hash = {};
  };

  SectionPart part(TileNumber tile) const {
    return store_.tiling().part(store_.tiling().key(tile));
  }
  void begin_early();
  void make_room(const RankStep& step);
  void load(const DealtTask& task, const RankStep& step, const Poll& poll);
  void check_arrived(std::unique_lock<std::mutex>& lock, const Poll& poll);
  void encode(const DealtTask& task, EncodedMessage& message, const Poll& poll);

  TableSpace space_;
  SweepStart start_;
  const std::uint64_t budget_;
  Ranks& ranks_;
  const std::uint32_t attempt_;
  std::mutex mutex_;  // guards the memory of store_, and the six members after it
  TileStore store_;
  std::deque<RankStep> next_;               // early fetches that have not begun
  std::uint64_t fetched_early_ = 0;         // tasks that have
  std::uint64_t last_steps_ = 0;            // tasks that have begun their last step
  std::size_t coming_ = 0;                  // tiles that are being fetched
  std::vector<ArrivedTile> arrived_tiles_;  // to be checked
  std::condition_variable arrived_;
  HandOvers hand_overs_;
  PartFiles files_;
  BlockWorkers workers_;
  RankTimes times_;
};

}  // namespace pipo
