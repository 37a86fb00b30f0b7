// One attempt of a rank to make a table: its tiles in memory, and its encoded bytes that are not
// yet in the files. A task's sources come from the memory of other ranks, preferably while the
// previous task is computed, or from files.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "generator/cluster/encoded_runs.hpp"
#include "generator/cluster/hand_overs.hpp"
#include "generator/cluster/messages.hpp"
#include "generator/cluster/part_files.hpp"
#include "generator/plan/memory_plan.hpp"
#include "generator/run/generate.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "generator/sweep/tile_store.hpp"
#include "generator/writer/block_worker.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

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
  void expect(const DealtTask& task);

  // Lends a tile of this rank to another, if it has the tile. Reads the whole tile. Any thread.
  Lent lend(const Fetch& fetch) const;

  HandOvers& hand_overs() { return hand_overs_; }

  // Encoded bytes; compute() waits before it encodes more while many have a place.
  EncodedRuns& encoded() { return encoded_; }
  PartFiles& files() { return files_; }

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
  EncodedRuns encoded_;
};

}  // namespace pipo
