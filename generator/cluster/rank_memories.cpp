#include "generator/cluster/rank_memories.hpp"

#include "generator/sweep/value_memory.hpp"

namespace pipo {

RankMemories::RankMemories(const LoadedTiles& sections, const std::vector<RankMeans>& means)
    : holders_(sections.count()) {
  bytes_.reserve(sections.count());
  for (TileNumber section = 0; section < sections.count(); ++section)
    bytes_.push_back(piece_bytes(sections.bytes(section)));
  for (const RankMeans& rank : means) ranks_.emplace_back().budget = rank.budget;
}

const RankMemories::Holder* RankMemories::find(int rank, TileNumber section) const {
  const auto& holders = holders_[section];
  const auto found = std::ranges::find(holders, rank, &Holder::rank);
  return found == holders.end() ? nullptr : &*found;
}

RankMemories::Holder& RankMemories::get(int rank, TileNumber section) {
  return *std::ranges::find(holders_[section], rank, &Holder::rank);
}

// Returns the holder with the fewest pinned bytes.
std::optional<int> RankMemories::holder_of(TileNumber section, int beside) const {
  std::optional<int> who;
  for (const Holder& holder : holders_[section]) {
    if (holder.rank == beside || holder.since > of(holder.rank).ended) continue;
    if (!who || of(holder.rank).pinned_bytes < of(*who).pinned_bytes) who = holder.rank;
  }
  return who;
}

void RankMemories::end_task(int rank) {
  for (const auto& [holder, section] : of(rank).pins.front()) unpin(holder, section);
  of(rank).pins.pop_front();
  ++of(rank).ended;
}

void RankMemories::take(int rank, TileNumber section) {
  Rank& taker = of(rank);
  holders_[section].push_back({.rank = rank, .since = taker.begun});
  taker.bytes += bytes(section);
  taker.peak = std::max(taker.peak, taker.bytes);
}

void RankMemories::drop(int rank, TileNumber section) {
  std::erase_if(holders_[section], [rank](const Holder& of) { return of.rank == rank; });
  of(rank).bytes -= bytes(section);
}

void RankMemories::pin(int rank, int holder, TileNumber section) {
  of(rank).pins.back().emplace_back(holder, section);
  if (get(holder, section).pins++ == 0) of(holder).pinned_bytes += bytes(section);
}

void RankMemories::unpin(int holder, TileNumber section) {
  if (--get(holder, section).pins == 0) of(holder).pinned_bytes -= bytes(section);
}

}  // namespace pipo
