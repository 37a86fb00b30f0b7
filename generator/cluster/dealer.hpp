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
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "generator/cluster/messages.hpp"
#include "generator/cluster/rank_memories.hpp"
#include "generator/cluster/task_list.hpp"

namespace pipo {

// The tasks that may be dealt next, and how many bytes of their sources each rank has in memory.
//
// Computing this anew for each task and rank would take hours for a large table, so it is kept up
// to date as ranks take and drop tiles.
class Candidates {
 public:
  struct Candidate {
    std::vector<std::uint64_t> there = {};  // [rank]: bytes of its sources in that rank's memory
    std::uint64_t most = 0;                 // the largest of these
  };

  // `tasks` and `memories` must outlive this. A task is a candidate if at most `most_tasks` tasks
  // and `most_values` values lie between the earliest task left and it.
  Candidates(const TaskList& tasks, const RankMemories& memories, std::uint32_t most_tasks,
             std::uint64_t most_values);

  // The candidates whose sources have all been made or dealt, by task number.
  const std::map<std::uint32_t, Candidate>& open() const { return open_; }

  bool all_dealt() const { return first_left_ == dealt_.size(); }

  void note_dealt(std::uint32_t task);

  // Call it after RankMemories has recorded that the rank takes or drops the tile.
  void note_held(int rank, TileNumber tile);

 private:
  void widen();
  void open(std::uint32_t task);
  template <typename Visit>
  void each_waiting(std::uint32_t task, Visit visit);

  const TaskList& tasks_;
  const RankMemories& memories_;
  std::uint32_t most_tasks_;
  std::uint64_t most_values_;
  std::map<std::uint32_t, Candidate> open_;
  std::vector<std::uint32_t> missing_;  // [task]: sources and predecessor not yet dealt to any rank
  std::vector<bool> dealt_;             // [task]
  std::uint32_t first_left_ = 0;        // task
  std::uint32_t end_ = 0;               // of the candidates
  std::uint64_t values_ = 0;            // of candidates after the first task left
};

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
  std::vector<std::uint32_t> kept_for_step_;       // [tile]: the last step that must not evict it
  std::uint32_t step_ = 0;                         // number of the step being dealt
  std::vector<std::uint32_t> kept_for_deal_;  // [tile]: the last deal that must not drop it early
  std::uint32_t deal_ = 0;                    // number of the task being dealt
};

}  // namespace pipo
