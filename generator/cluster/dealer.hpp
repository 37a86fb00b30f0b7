// Assigns tasks to ranks, and decides where each rank gets the tiles it needs.
//
// A rank gets the earliest task that can be done now and for which no other rank has more of
// the sources in memory. An idle rank also takes another rank's task: the one for which it lacks
// least, compared with that rank. Only tasks close behind the earliest one left are candidates, so
// that files grow in order and little data waits for its place. A task that continues a section has
// to wait for the previous task, so no other rank gets it until that task has begun.
//
// A rank fetches a missing tile from another rank, or reads it from the files. It fetches while it
// computes the previous task, as far as its memory can hold the tiles of both. The tile evicted
// from a rank is the one needed latest, by any rank; tiles that another rank holds as well are
// evicted sooner. So rank 0 knows the memory of all ranks, and plan_ranks can simulate the same
// schedule.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "generator/cluster/candidates.hpp"
#include "generator/cluster/held_by_use.hpp"
#include "generator/cluster/rank_memories.hpp"
#include "generator/cluster/task_list.hpp"

namespace pipo {

// Tasks assigned to a rank at a time. When it ends one, it already has the next and need not wait
// for an answer.
constexpr int kTasksAhead = 2;

class Dealer {
 public:
  // `tasks` must outlive the dealer. `budgets`: bytes of memory for values, by rank.
  Dealer(const TaskList& tasks, const std::vector<std::uint64_t>& budgets);

  // Record that a section, or that a task's tiles of one layer, are in a file. A tile can be read
  // once its whole section is there.
  void set_readable(const SectionKey& section);
  void note_written(std::uint32_t task, int layer);

  // Returns the next task of a rank; nothing if there is none for it now. A rank does its tasks in
  // the order in which it gets them.
  std::optional<DealtTask> deal(int rank);

  // Passes tasks to `give` until each rank has kTasksAhead, if possible. Serves ranks with no task
  // first.
  template <typename Give>
  void deal_out(Give give) {
    for (int ahead = 0; ahead < kTasksAhead; ++ahead) {
      for (int rank = 0; rank < memories_.ranks(); ++rank) {
        if (tasks_of(rank) > ahead || all_dealt()) continue;
        if (auto dealt = deal(rank)) give(rank, std::move(*dealt));
      }
    }
  }

  // Records that the rank's earliest task is done: its results are in the rank's memory.
  void note_done(int rank);

  bool all_dealt() const { return candidates_.all_dealt(); }

  // The number of tasks that a rank has.
  int tasks_of(int rank) const { return memories_.tasks(rank); }

  // The most memory for values, in bytes, that a rank's tasks have taken.
  std::uint64_t peak_bytes(int rank) const { return memories_.peak_bytes(rank); }

 private:
  bool only_here(int rank, TileNumber source) const;
  bool can_do(int rank, const RankTask& task) const;
  std::optional<std::uint32_t> choose(int rank) const;
  void load_early(int rank, std::vector<TileNumber>& leaving, std::vector<TileNumber>& missing,
                  DealtTask& dealt);
  bool fetch(int rank, TileNumber tile, RankStep& step, DealtTask& dealt);
  void take(int rank, TileNumber tile);
  void drop(int rank, TileNumber tile, std::vector<TileNumber>& drops);
  std::vector<TileNumber> unneeded(int rank);
  void evict(int rank, std::uint64_t wanted, std::uint32_t task, const Step& step,
             const std::vector<TileNumber>& stay, std::vector<TileNumber>& leaving);

  const TaskList& tasks_;
  RankMemories memories_;
  Candidates candidates_;
  HeldByUse held_by_use_;
  std::vector<bool> readable_;                     // [tile]
  std::vector<std::uint32_t> written_;             // [section]: tiles in the file, if not all
  std::vector<int> rank_of_;                       // [task]: the rank that it was dealt to
  std::vector<std::deque<std::uint32_t>> queues_;  // [rank]: its tasks; it does the first one
  std::vector<bool> begun_;                        // [task]
  std::vector<std::uint32_t> fixed_;               // [tile]: the last step that must not evict it
  std::uint32_t step_ = 0;                         // number of the step being dealt
  std::vector<std::uint32_t> in_use_;  // [tile]: the last deal that must not drop it early
  std::uint32_t deal_ = 0;             // number of the task being dealt
};

}  // namespace pipo
