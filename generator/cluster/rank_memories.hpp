// The contents of each rank's memory, after all tasks that the rank was dealt. Rank 0 knows
// them without asking the ranks.
//
// Other ranks may fetch a tile that one rank has. Until they have it, it is pinned: its holder
// gets no task that would evict it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "generator/cluster/messages.hpp"
#include "generator/sweep/tiling.hpp"

namespace pipo {

class RankMemories {
 public:
  // `budgets`: bytes of memory for values, by rank.
  RankMemories(const Tiling& tiles, const std::vector<std::uint64_t>& budgets);

  int ranks() const { return static_cast<int>(ranks_.size()); }
  // Bytes of the piece of memory that holds the tile (piece_bytes).
  std::uint64_t bytes(TileNumber tile) const { return bytes_[tile]; }
  std::uint64_t bytes(const std::vector<TileNumber>& tiles) const {
    std::uint64_t sum = 0;
    for (const TileNumber tile : tiles) sum += bytes_[tile];
    return sum;
  }

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

  std::vector<std::uint64_t> bytes_;  // [tile]
  std::vector<Rank> ranks_;
  std::vector<std::vector<Holder>> holders_;  // [tile]: few each
};

}  // namespace pipo
