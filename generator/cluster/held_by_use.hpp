// The tiles that ranks hold, by the task that needs them next, whichever rank will do it. The
// tile needed latest is evicted first (Belady's rule); a tile that no task needs is dropped
// anyway.
//
// For a large table a rank holds ten thousand tiles, and many ranks hold the same ones. So
// dealing a task moves no entries. An entry is updated only after the task that it waits for was
// dealt; until then it counts as needed sooner than it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "generator/cluster/rank_memories.hpp"
#include "generator/cluster/task_list.hpp"
#include "generator/sweep/furthest_use.hpp"

namespace pipo {

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
        bytes -= std::min(bytes, memories_.bytes(*tile));
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
