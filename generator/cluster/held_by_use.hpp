// What ranks hold, by the task that takes it next, whoever will be dealt that one: what is wanted
// last of all is what goes first (Belady), and what nobody wants any more goes anyway.
//
// Of a large table a rank holds ten thousand sections, and many ranks hold the same ones. So
// nothing is moved when a task is dealt: an entry is looked at again when the task is over that it
// waits for, and until then counts for sooner than it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "generator/cluster/rank_memories.hpp"
#include "generator/cluster/task_list.hpp"

namespace pipo {

class HeldByUse {
 public:
  // So many places for the tasks at most, and so many looks at entries a time: with fewer tasks and
  // entries than that nothing is ever out of date.
  struct Limits {
    std::size_t places = 4096;
    std::size_t looks = 2048;
  };

  // Both must outlive this.
  HeldByUse(const TaskList& tasks, RankMemories& memories, Limits limits);

  void note_dealt(std::uint32_t task);

  // Of the memory of a rank, when RankMemories has been told.
  void note_taken(int rank, SectionNumber section);
  void note_dropped(SectionNumber section);

  // Sections that a rank held when the last task that wants them was dealt. For the caller to take
  // out.
  std::vector<SectionNumber>& unwanted(int rank) { return of(rank).unwanted; }

  // Those of a rank that are wanted last, seen from `task` on, and of which `may_go` says so: as
  // many as take so many bytes, or all. They must be dropped then.
  template <typename MayGo>
  std::vector<SectionNumber> wanted_last(int rank, std::uint32_t task, std::uint64_t bytes,
                                         MayGo may_go) {
    look_again(rank);
    std::vector<SectionNumber> going;
    std::vector<SectionNumber> staying;
    while (bytes > 0) {
      const auto section = take_last(rank, task);
      if (!section) break;
      if (may_go(*section)) {
        going.push_back(*section);
        bytes -= std::min(bytes, memories_.bytes(*section));
      } else {
        staying.push_back(*section);
      }
    }
    for (const SectionNumber section : staying) place(rank, section);
    return going;
  }

 private:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  struct Entry {
    std::uint32_t use = 0;  // task
    SectionNumber section = 0;
    std::uint64_t mark = 0;  // as RankMemories has it, or the entry is out of date
  };
  struct Entries {
    std::vector<std::vector<Entry>> at;  // [some tasks that follow each other]
    std::size_t first = 0;               // what is before is empty
    std::size_t end = 0;                 // and what is behind
  };
  struct Held {
    Entries alone;   // what no other rank has
    Entries shared;  // what another one has as well
    std::vector<SectionNumber> unwanted = {};
  };

  Held& of(int rank) { return held_[static_cast<std::size_t>(rank)]; }
  void place(int rank, SectionNumber section);
  void look_again(int rank);
  void look_again(int rank, Entries& entries);
  const Entry* last(int rank, Entries& entries);
  std::optional<SectionNumber> take_last(int rank, std::uint32_t task);

  const TaskList& tasks_;
  RankMemories& memories_;
  std::size_t looks_;
  unsigned shift_ = 0;                   // 2^shift tasks have one place in Entries
  std::vector<Held> held_;               // [rank]
  std::vector<bool> dealt_;              // [task]
  std::vector<std::uint32_t> used_;      // [section]: so many of its users are behind the next one
  std::vector<std::uint32_t> next_use_;  // [section]: task
  std::uint64_t marks_ = 0;
};

}  // namespace pipo
