#include "generator/cluster/rank_memories.hpp"

namespace pipo {

RankMemories::RankMemories(const Tiling& tiles, const std::vector<std::uint64_t>& budgets)
    : tiles_(tiles), holders_(tiles.count()) {
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
    if (--get(holder, tile).pins == 0) of(holder).pinned_bytes -= tiles_.bytes(tile);
  }
  of(rank).pins.pop_front();
  ++of(rank).ended;
}

void RankMemories::take(int rank, TileNumber tile) {
  Rank& taker = of(rank);
  holders_[tile].push_back({.rank = rank, .since = taker.begun});
  taker.bytes += tiles_.bytes(tile);
  taker.peak = std::max(taker.peak, taker.bytes);
}

void RankMemories::drop(int rank, TileNumber tile) {
  std::erase_if(holders_[tile], [rank](const Holder& of) { return of.rank == rank; });
  of(rank).bytes -= tiles_.bytes(tile);
}

void RankMemories::pin(int rank, int holder, TileNumber tile) {
  of(rank).pins.back().emplace_back(holder, tile);
  if (get(holder, tile).pins++ == 0) of(holder).pinned_bytes += tiles_.bytes(tile);
}

namespace {

// In plans, a factor of 3 reduces how often every value is read back from 1.15 to 0.7 (4x4, 2 ranks
// with 900 MiB) and from 5.0 to 4.5 (3x6, 10 GiB). With 10 and 100 it is the same, and more is
// fetched.
constexpr std::uint64_t kLaterWithTwo = 3;

// Returns the effective next use of a tile that another rank holds as well: kLaterWithTwo times as
// far away. Fetching it again costs less than reading it, and half of its users get it there.
std::uint64_t with_two(std::uint32_t use, std::uint32_t task) {
  return use <= task ? use : task + kLaterWithTwo * (use - task);
}

// Returns the least shift with which there are at most `places` lists, each for 2^shift tasks.
unsigned shift_for(std::size_t tasks, std::size_t places) {
  unsigned shift = 0;
  while (tasks >> shift > places) ++shift;
  return shift;
}

}  // namespace

HeldByUse::HeldByUse(const TaskList& tasks, RankMemories& memories, Limits limits)
    : tasks_(tasks),
      memories_(memories),
      looks_(limits.looks),
      dealt_(tasks.tasks().size()),
      used_(tasks.tiles().count()),
      next_use_(tasks.tiles().count(), kNever) {
  const FurthestUse none(dealt_.size(), shift_for(dealt_.size(), limits.places));
  held_.assign(static_cast<std::size_t>(memories.ranks()), {.alone = none, .shared = none});
  for (TileNumber tile = 0; tile < next_use_.size(); ++tile) {
    const auto users = tasks_.users(tile);
    if (!users.empty()) next_use_[tile] = users.front();
  }
}

void HeldByUse::note_dealt(std::uint32_t task) {
  dealt_[task] = true;
  for (const TileNumber source : tasks_.tasks()[task].sources) {
    if (next_use_[source] != task) continue;
    const auto users = tasks_.users(source);
    std::uint32_t& used = used_[source];
    while (used < users.size() && dealt_[users[used]]) ++used;
    next_use_[source] = used < users.size() ? users[used] : kNever;
    if (used < users.size()) continue;
    memories_.each_holder(source, [&](int rank) { of(rank).unneeded.push_back(source); });
  }
}

// Enters a tile that the rank has taken. If the tile has gained or lost a second holder, also
// enters it again for the other holder.
void HeldByUse::note_held(int rank, TileNumber tile) {
  const bool held = memories_.holds(rank, tile);
  if (held && next_use_[tile] == kNever) of(rank).unneeded.push_back(tile);
  if (held) place(rank, tile);
  if (memories_.holders(tile) != (held ? 2 : 1)) return;
  memories_.each_holder(tile, [&](int holder) {
    if (holder != rank) place(holder, tile);
  });
}

// Enters the tile where it belongs now; older entries for it become outdated.
void HeldByUse::place(int rank, TileNumber tile) {
  memories_.mark(rank, tile) = ++marks_;
  const std::uint32_t use = next_use_[tile];
  if (use == kNever) return;
  FurthestUse& entries = memories_.holders(tile) > 1 ? of(rank).shared : of(rank).alone;
  entries.add({.use = use, .tile = tile, .mark = marks_});
}

// Enters a tile whose entry waited for a task that has been dealt.
void HeldByUse::renew(int rank, const FurthestUse::Entry& entry) {
  if (memories_.marked(rank, entry.tile, entry.mark)) place(rank, entry.tile);
}

void HeldByUse::look_again(int rank) {
  for (FurthestUse* const entries : {&of(rank).alone, &of(rank).shared}) {
    entries->review(
        looks_, [this](const FurthestUse::Entry& entry) { return dealt_[entry.use]; },
        [this, rank](const FurthestUse::Entry& entry) { renew(rank, entry); });
  }
}

std::optional<TileNumber> HeldByUse::take_last(int rank, std::uint32_t task) {
  const auto counts = [&](const FurthestUse::Entry& entry) {
    if (!dealt_[entry.use]) return memories_.marked(rank, entry.tile, entry.mark);
    renew(rank, entry);
    return false;
  };
  // The second call does not change the first list: it enters tiles only into the second one.
  FurthestUse& alone = of(rank).alone;
  FurthestUse& shared = of(rank).shared;
  const auto own = alone.furthest(counts);
  const auto with_others = shared.furthest(counts);
  if (!own && !with_others) return std::nullopt;
  const bool take_shared = !own || (with_others && with_two(with_others->use, task) > own->use);
  (take_shared ? shared : alone).pop();
  return (take_shared ? with_others : own)->tile;
}

}  // namespace pipo
