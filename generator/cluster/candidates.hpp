// The tasks that may be dealt next, and how many bytes of their sources each rank has in memory.
//
// Computing this anew for each task and rank would take hours for a large table, so it is kept up
// to date as ranks take and drop tiles.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "generator/cluster/rank_memories.hpp"
#include "generator/cluster/task_list.hpp"

namespace pipo {

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

}  // namespace pipo
