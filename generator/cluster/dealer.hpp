// Who does what next, when several ranks share the work, and where each finds what it takes.
//
// A rank gets the earliest task that can be done now and for which no other rank has more in
// memory; one that has nothing else to do also gets a task of another one, for which it lacks least
// beside that one. Only tasks not far behind the earliest one that is left count, so that files
// grow in order and little waits for its place in them. What a rank lacks it fetches from another
// one that has it, or reads from the files. What has to leave a rank's memory is the section that
// is wanted last of all, by whomever; of what two have, rather the one of the two. So rank 0 knows
// the memory of all; and whoever plans goes through the very same course.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "generator/cluster/candidates.hpp"
#include "generator/cluster/held_by_use.hpp"
#include "generator/cluster/rank_memories.hpp"
#include "generator/cluster/task_list.hpp"
#include "generator/sweep/schedule.hpp"

namespace pipo {

// A rank has the next task when it ends one, so that it need not wait for an answer.
constexpr int kTasksAhead = 2;

struct DealtTask {
  std::uint32_t task = 0;
  std::vector<ScheduledStep> steps = {};
  std::vector<std::pair<SectionNumber, int>> fetches = {};  // of the loads, and from which rank
  std::uint64_t values_fetched = 0;
  std::uint64_t values_read = 0;  // from files
};

class Dealer {
 public:
  // `tasks` must outlive the dealer. `means`: by rank.
  Dealer(const TaskList& tasks, const std::vector<RankMeans>& means);

  // The section is in a file.
  void set_readable(SectionNumber section) { readable_[section] = true; }

  // The next task of a rank, which does its tasks in the order in which it gets them; nothing if
  // there is none for it now.
  std::optional<DealtTask> deal(int rank);

  // The task of the rank that was dealt first is done: what it has made is in its memory.
  void note_done(int rank) { memories_.end_task(rank); }

  bool all_dealt() const { return candidates_.all_dealt(); }

  // Tasks that a rank has.
  int tasks_of(int rank) const { return memories_.tasks(rank); }

  // The most memory for values that a rank has been dealt.
  std::uint64_t peak_bytes(int rank) const { return memories_.peak_bytes(rank); }

 private:
  bool can_do(int rank, const RankTask& task) const;
  std::optional<std::uint32_t> choose(int rank) const;
  DealtTask hand_out(int rank, std::uint32_t task);
  bool worth_fetching(int rank, SectionNumber section) const;
  void load(int rank, SectionNumber section, DealtTask& dealt);
  void take(int rank, SectionNumber section);
  void drop_done(int rank, std::vector<SectionNumber>& drops);
  void make_room(int rank, std::uint64_t wanted, std::uint32_t task, const Step& step,
                 std::vector<SectionNumber>& drops);
  void drop(int rank, SectionNumber section, std::vector<SectionNumber>& drops);

  const TaskList& tasks_;
  std::vector<RankMeans> means_;  // [rank]
  RankMemories memories_;
  Candidates candidates_;
  HeldByUse held_by_use_;
  std::vector<bool> readable_;        // [section]
  std::vector<std::uint32_t> fixed_;  // [section]: the last step that needs it where it is
  std::uint32_t step_ = 0;            // number of the step being dealt
};

}  // namespace pipo
