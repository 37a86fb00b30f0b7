#include "generator/cluster/rank_memories.hpp"

#include "generator/sweep/value_memory.hpp"

namespace pipo {

RankMemories::RankMemories(const Tiling& tiles, const std::vector<std::uint64_t>& budgets)
    : holders_(tiles.count()) {
  bytes_.reserve(tiles.count());
  for (TileNumber tile = 0; tile < tiles.count(); ++tile)
    bytes_.push_back(piece_bytes(tiles.bytes(tile)));
  for (const std::uint64_t budget : budgets) ranks_.emplace_back().budget = budget;
}

const RankMemories::Holder* RankMemories::find(int rank, TileNumber tile) const {
  const auto& holders = holders_[tile];
  const auto found = std::ranges::find(holders, rank, &Holder::rank);
  return found == holders.end() ? nullptr : &*found;
}

RankMemories::Holder& RankMemories::get(int rank, TileNumber tile) {
  return *std::ranges::find(holders_[tile], rank, &Holder::rank);
}

// Returns the holder with the fewest pinned bytes.
std::optional<int> RankMemories::holder_of(TileNumber tile, int beside) const {
  std::optional<int> who;
  for (const Holder& holder : holders_[tile]) {
    if (holder.rank == beside || holder.since > of(holder.rank).ended) continue;
    if (!who || of(holder.rank).pinned_bytes < of(*who).pinned_bytes) who = holder.rank;
  }
  return who;
}

void RankMemories::end_task(int rank) {
  for (const auto& [holder, tile] : of(rank).pins.front()) {
    if (--get(holder, tile).pins == 0) of(holder).pinned_bytes -= bytes(tile);
  }
  of(rank).pins.pop_front();
  ++of(rank).ended;
}

void RankMemories::take(int rank, TileNumber tile) {
  Rank& taker = of(rank);
  holders_[tile].push_back({.rank = rank, .since = taker.begun});
  taker.bytes += bytes(tile);
  taker.peak = std::max(taker.peak, taker.bytes);
}

void RankMemories::drop(int rank, TileNumber tile) {
  std::erase_if(holders_[tile], [rank](const Holder& of) { return of.rank == rank; });
  of(rank).bytes -= bytes(tile);
}

void RankMemories::pin(int rank, int holder, TileNumber tile) {
  of(rank).pins.back().emplace_back(holder, tile);
  if (get(holder, tile).pins++ == 0) of(holder).pinned_bytes += bytes(tile);
}

}  // namespace pipo
