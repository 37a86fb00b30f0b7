// Who does what next, when several ranks share the work, and what each of them has in memory.
//
// A rank gets, of the tasks that can be done now, the one for which it has most sources in memory;
// of those that are equal, the earliest. Only tasks not far behind the earliest one that is left
// count, so that files grow in order and little waits for its place in them. What has to leave a
// rank's memory is the section that is wanted last of all, by whomever. So rank 0 knows the memory
// of all; and whoever plans goes through the very same course.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generator/cluster/task_list.hpp"
#include "generator/sweep/schedule.hpp"

namespace pipo {

// A rank has the next task when it ends one, so that it need not wait for an answer.
constexpr int kTasksAhead = 2;

struct DealtTask {
  std::uint32_t task = 0;
  std::vector<ScheduledStep> steps = {};
  std::uint64_t loads = 0;  // values
};

class Dealer {
 public:
  // `tasks` must outlive the dealer. `budgets`: bytes of memory for values, by rank.
  Dealer(const TaskList& tasks, std::vector<std::uint64_t> budgets);

  // The sections of a layer that was there before can be read.
  void set_readable(SectionNumber section) { readable_[section] = true; }

  // The next task of a rank, which does its tasks in the order in which it gets them; nothing if
  // there is none for it now.
  std::optional<DealtTask> deal(int rank);

  // A task of the rank is done: what it has made is in its memory, or soon in the files.
  void note_done(int rank) { --ranks_[static_cast<std::size_t>(rank)].tasks; }

  bool all_dealt() const { return first_left_ == dealt_.size(); }

  // Tasks that a rank has.
  int tasks_of(int rank) const { return ranks_[static_cast<std::size_t>(rank)].tasks; }

  // The most memory for values that a rank has been dealt.
  std::uint64_t peak_bytes(int rank) const { return ranks_[static_cast<std::size_t>(rank)].peak; }

 private:
  struct Rank {
    std::uint64_t budget = 0;
    std::uint64_t bytes = 0;
    std::uint64_t peak = 0;
    int tasks = 0;
    std::vector<std::uint32_t> place = {};      // [section]: in `held`, kAway if it is not there
    std::vector<SectionNumber> held = {};       // in memory when all its tasks are done
    std::vector<SectionNumber> done_with = {};  // held, and wanted by nobody any more
  };
  static constexpr std::uint32_t kAway = 0xffffffff;

  // Bytes that a rank would have to load; nothing if it cannot do the task now.
  std::optional<std::uint64_t> missing(const Rank& rank, const RankTask& task) const;
  bool holds(const Rank& rank, SectionNumber section) const { return rank.place[section] != kAway; }
  std::optional<std::uint32_t> choose(const Rank& rank);
  DealtTask hand_out(Rank& rank, std::uint32_t task);
  void drop_done(Rank& rank, std::vector<SectionNumber>& drops);
  void make_room(Rank& rank, std::uint64_t wanted, std::uint32_t task, const Step& step,
                 std::vector<SectionNumber>& drops);
  void take(Rank& rank, SectionNumber section);
  void drop(Rank& rank, SectionNumber section, std::vector<SectionNumber>& drops);
  void note_used(std::uint32_t task);
  void retire(SectionNumber section);
  std::uint64_t bytes(SectionNumber section) const;
  std::uint32_t next_use(SectionNumber section);

  const TaskList& tasks_;
  std::vector<Rank> ranks_;
  std::vector<bool> readable_;       // [section]
  std::vector<std::uint32_t> used_;  // [section]: so many of its users are behind the next one
  std::vector<std::uint32_t> users_left_;  // [section]: tasks not dealt yet
  std::vector<std::uint32_t> fixed_;       // [section]: the last step that needs it where it is
  std::uint32_t step_ = 0;                 // number of the step being dealt
  std::vector<bool> dealt_;                // [task]
  std::uint32_t first_left_ = 0;           // task
};

}  // namespace pipo
