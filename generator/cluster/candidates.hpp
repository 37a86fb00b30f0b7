// The tasks that may be dealt next, and how much each rank has in memory of what they take.
//
// Looked up anew for each task and each rank that would take the time of hours of a large table, so
// it is kept up to date with what ranks take and drop.
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
    std::uint64_t most = 0;                 // of these
  };

  // Both must outlive this. Tasks count as long as they are not further behind the earliest one
  // left than so many tasks, and so many values.
  Candidates(const TaskList& tasks, const RankMemories& memories, std::uint32_t most_tasks,
             std::uint64_t most_values);

  // Those all of whose sources have been made, or were dealt to somebody; by number.
  const std::map<std::uint32_t, Candidate>& open() const { return open_; }

  bool all_dealt() const { return first_left_ == dealt_.size(); }

  void note_dealt(std::uint32_t task);

  // Of the memory of a rank, when RankMemories has been told.
  void note_taken(int rank, SectionNumber section);
  void note_dropped(int rank, SectionNumber section);

 private:
  void widen();
  void open(std::uint32_t task);
  template <typename Visit>
  void each_open_user(SectionNumber section, Visit visit);

  const TaskList& tasks_;
  const RankMemories& memories_;
  std::uint32_t most_tasks_;
  std::uint64_t most_values_;
  std::map<std::uint32_t, Candidate> open_;
  std::vector<std::uint32_t> missing_;  // [task]: sources that nobody has been dealt
  std::vector<bool> dealt_;             // [task]
  std::uint32_t first_left_ = 0;        // task
  std::uint32_t end_ = 0;               // of those that count
  std::uint64_t values_ = 0;            // of tasks behind the first one left, up to there
};

}  // namespace pipo
