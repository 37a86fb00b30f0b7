// The contents of each rank's memory, after all tasks that the rank was dealt, and the order in
// which they are evicted. Rank 0 knows them without asking the ranks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "generator/cluster/task_list.hpp"
#include "generator/sweep/furthest_use.hpp"
#include "generator/sweep/tiling.hpp"

namespace pipo {

// Other ranks may fetch a tile that one rank has. Until they have it, it is pinned: its holder
// gets no task that would evict it.
class RankMemories {
 public:
  // `tiles` must outlive this. `budgets`: bytes of memory for values, by rank.
  RankMemories(const Tiling& tiles, const std::vector<std::uint64_t>& budgets);

  int ranks() const { return static_cast<int>(ranks_.size()); }

  bool holds(int rank, TileNumber tile) const { return find(rank, tile) != nullptr; }
  bool pinned(int rank, TileNumber tile) const { return find(rank, tile)->pins > 0; }

  // Returns another rank that has the tile now, not only after tasks still to be done.
  std::optional<int> holder_of(TileNumber tile, int beside) const;

  // Calls `visit` with each rank that holds the tile.
  template <typename Visit>
  void each_holder(TileNumber tile, Visit visit) const {
    for (const Holder& holder : holders_[tile]) visit(holder.rank);
  }

  int holders(TileNumber tile) const { return static_cast<int>(holders_[tile].size()); }

  // A number for the caller, which keeps an order of the held tiles. It lasts as long as the rank
  // holds the tile.
  std::uint64_t& mark(int rank, TileNumber tile) { return get(rank, tile).mark; }
  bool marked(int rank, TileNumber tile, std::uint64_t mark) const {
    const Holder* const holder = find(rank, tile);
    return holder != nullptr && holder->mark == mark;
  }

  // The tasks of a rank begin and end in the order in which they are dealt. tasks() counts those
  // that have not ended.
  void begin_task(int rank) { of(rank).pins.emplace_back(), ++of(rank).begun; }
  void end_task(int rank);
  int tasks(int rank) const { return static_cast<int>(of(rank).pins.size()); }

  // Record changes by the task that began last.
  void take(int rank, TileNumber tile);
  void drop(int rank, TileNumber tile);
  void pin(int rank, int holder, TileNumber tile);

  // Return whether `bytes` bytes fit once everything not pinned is evicted, and how many bytes
  // are missing now.
  bool can_have(int rank, std::uint64_t bytes) const {
    return of(rank).pinned_bytes + bytes <= of(rank).budget;
  }
  std::uint64_t missing_room(int rank, std::uint64_t bytes) const {
    const std::uint64_t all = of(rank).bytes + bytes;
    return all - std::min(all, of(rank).budget);
  }
  std::uint64_t peak_bytes(int rank) const { return of(rank).peak; }

 private:
  struct Holder {
    int rank = 0;
    std::uint64_t since = 0;  // the rank's task that took it, by number
    int pins = 0;
    std::uint64_t mark = 0;
  };
  struct Rank {
    std::uint64_t budget = 0;
    std::uint64_t bytes = 0;
    std::uint64_t peak = 0;
    std::uint64_t pinned_bytes = 0;
    std::uint64_t begun = 0;  // tasks
    std::uint64_t ended = 0;
    std::deque<std::vector<std::pair<int, TileNumber>>> pins = {};  // for each task: rank and
                                                                    // tile that it pins
  };

  Rank& of(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  const Rank& of(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  const Holder* find(int rank, TileNumber tile) const;
  Holder& get(int rank, TileNumber tile);

  const Tiling& tiles_;
  std::vector<Rank> ranks_;
  std::vector<std::vector<Holder>> holders_;  // [tile]: few each
};

// The tiles that ranks hold, by the task that needs them next, whichever rank will do it. The
// tile needed latest is evicted first (Belady's rule); a tile that no task needs is dropped
// anyway.
//
// For a large table a rank holds ten thousand tiles, and many ranks hold the same ones. So
// dealing a task moves no entries. An entry is updated only after the task that it waits for was
// dealt; until then it counts as needed sooner than it is.
class HeldByUse {
 public:
  // Limits on the number of lists for the tasks, and on the entries checked at a time. With fewer
  // tasks and entries than these, no outdated entry is left.
  struct Limits {
    std::size_t places = 4096;
    std::size_t looks = 2048;
  };

  // `tasks` and `memories` must outlive this.
  HeldByUse(const TaskList& tasks, RankMemories& memories, Limits limits);

  void note_dealt(std::uint32_t task);

  // Call it after RankMemories has recorded that the rank takes or drops the tile.
  void note_held(int rank, TileNumber tile);

  // Tiles that a rank held when the last task that needs them was dealt. The caller removes them
  // from the list.
  std::vector<TileNumber>& unneeded(int rank) { return of(rank).unneeded; }

  // Returns tiles of a rank that are needed latest, counted from `task` on, and for which
  // `may_go` returns true: enough for `bytes` bytes, or all. The caller must then drop them.
  template <typename MayGo>
  std::vector<TileNumber> needed_latest(int rank, std::uint32_t task, std::uint64_t bytes,
                                        MayGo may_go) {
    look_again(rank);
    std::vector<TileNumber> going;
    std::vector<TileNumber> staying;
    while (bytes > 0) {
      const auto tile = take_last(rank, task);
      if (!tile) break;
      if (may_go(*tile)) {
        going.push_back(*tile);
        bytes -= std::min(bytes, tasks_.tiles().bytes(*tile));
      } else {
        staying.push_back(*tile);
      }
    }
    for (const TileNumber tile : staying) place(rank, tile);
    return going;
  }

 private:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  struct Held {
    FurthestUse alone;   // by task: tiles that no other rank has
    FurthestUse shared;  // tiles that another rank has as well
    std::vector<TileNumber> unneeded = {};
  };

  Held& of(int rank) { return held_[static_cast<std::size_t>(rank)]; }
  void place(int rank, TileNumber tile);
  void renew(int rank, const FurthestUse::Entry& entry);
  void look_again(int rank);
  std::optional<TileNumber> take_last(int rank, std::uint32_t task);

  const TaskList& tasks_;
  RankMemories& memories_;
  std::size_t looks_;
  std::vector<Held> held_;               // [rank]
  std::vector<bool> dealt_;              // [task]
  std::vector<std::uint32_t> used_;      // [tile]: number of its users before the next one
  std::vector<std::uint32_t> next_use_;  // [tile]: task
  std::uint64_t marks_ = 0;
};

}  // namespace pipo
