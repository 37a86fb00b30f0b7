#include "generator/cluster/dealer.hpp"

#include <algorithm>
#include <iterator>

namespace pipo {
namespace {

// The window of tasks behind the earliest one left: a rank's share, and a constant.
constexpr std::uint32_t kWindowARank = 24;
constexpr std::uint32_t kWindowBesides = 64;

// Smaller tiles are read from their file if possible: that is faster than asking another rank.
constexpr std::uint64_t kWorthAsking = 256 * 1024;

// Returns the most values of tasks behind the earliest one left that may be dealt before it. They
// are encoded, mostly to a sixth of a byte each, and wait in memory for their place.
std::uint64_t most_ahead(const std::vector<RankMeans>& means) {
  std::uint64_t values = 0;
  for (const RankMeans& rank : means) values += rank.budget;
  return values;
}

}  // namespace

Dealer::Dealer(const TaskList& tasks, const std::vector<RankMeans>& means)
    : tasks_(tasks),
      means_(means),
      memories_(tasks.tiles(), means),
      candidates_(tasks, memories_,
                  kWindowARank * static_cast<std::uint32_t>(means.size()) + kWindowBesides,
                  most_ahead(means)),
      held_by_use_(tasks, memories_, {}),
      readable_(tasks.tiles().count()),
      written_(tasks.tiles().tiling().sections()),
      rank_of_(tasks.tasks().size()),
      fixed_(tasks.tiles().count()) {}

std::optional<DealtTask> Dealer::deal(int rank) {
  const auto task = choose(rank);
  if (!task) return std::nullopt;
  return hand_out(rank, *task);
}

void Dealer::set_readable(const SectionKey& section) {
  for (const TileNumber tile : tasks_.tiles().tiling().tiles(section)) readable_[tile] = true;
}

void Dealer::note_written(std::uint32_t task, int layer) {
  const Tiling& tiling = tasks_.tiles().tiling();
  for (const TileNumber target : tasks_.tasks()[task].targets) {
    const SectionKey section = tiling.key(target).section;
    if (section.layer() != layer) continue;
    if (++written_[tiling.section_of(target)] == tiling.tiles(section).size())
      set_readable(section);
  }
}

// Returns whether the rank could not load the source again if it were evicted.
bool Dealer::only_here(int rank, TileNumber source) const {
  return !readable_[source] && !memories_.holder_of(source, rank);
}

// Returns whether every source that the rank needs for the task is available, and fits. Sources
// that are only there must stay during all steps.
bool Dealer::can_do(int rank, const RankTask& task) const {
  if (!memories_.can_have(rank, task.most_bytes)) return false;
  std::uint64_t bytes = task.most_bytes;
  for (const TileNumber source : task.sources) {
    if (!only_here(rank, source)) continue;
    if (!memories_.holds(rank, source)) return false;
    if (task.steps.size() > 1) bytes += memories_.bytes(source);
  }
  return memories_.can_have(rank, bytes);
}

// Chooses the task for which the rank lacks the fewest bytes, per value computed, compared with the
// rank that has most of its sources. A rank with other tasks takes only one for which it lacks
// none.
std::optional<std::uint32_t> Dealer::choose(int rank) const {
  const bool idle = memories_.tasks(rank) == 0;
  std::optional<std::uint32_t> best;
  double least = 0;
  for (const auto& [number, candidate] : candidates_.open()) {
    const RankTask& task = tasks_.tasks()[number];
    const std::uint64_t lacks = candidate.most - candidate.there[static_cast<std::size_t>(rank)];
    const double cost =
        static_cast<double>(lacks) / static_cast<double>(std::max<std::uint64_t>(task.values, 1));
    if (lacks > 0 && (!idle || (best && cost >= least))) continue;
    if (!can_do(rank, task)) continue;
    if (lacks == 0) return number;
    best = number;
    least = cost;
  }
  return best;
}

DealtTask Dealer::hand_out(int rank, std::uint32_t number) {
  const RankTask& task = tasks_.tasks()[number];
  memories_.begin_task(rank);
  DealtTask dealt{.task = number};
  if (task.continues) dealt.before = rank_of_[number - 1];
  rank_of_[number] = rank;
  std::vector<TileNumber> stay = task.targets;
  if (task.steps.size() > 1) {
    std::ranges::copy_if(task.sources, std::back_inserter(stay),
                         [&](TileNumber source) { return only_here(rank, source); });
  }
  for (const Step& planned : task.steps) {
    ScheduledStep& step = dealt.steps.emplace_back();
    step.Step::operator=(planned);
    if (dealt.steps.size() == 1) drop_done(rank, step.drops);
    std::uint64_t wanted = 0;
    for (const TileNumber source : step.sources) {
      if (memories_.holds(rank, source)) continue;
      step.loads.push_back(source);
      wanted += memories_.bytes(source);
    }
    if (step.state == Targets::fresh) {
      for (const TileNumber target : step.targets) wanted += memories_.bytes(target);
    }
    make_room(rank, wanted, number, step, stay);
    for (const TileNumber source : step.loads) load(rank, source, dealt);
    if (step.state != Targets::fresh) continue;
    for (const TileNumber target : step.targets) take(rank, target);
  }
  candidates_.note_dealt(number);
  held_by_use_.note_dealt(number);
  return dealt;
}

// A rank decodes with all threads what it reads, but receives with one thread. So reading is faster
// with two or more threads (measured::kDecodeNanoseconds, kFetchNanoseconds).
bool Dealer::worth_fetching(int rank, TileNumber tile) const {
  if (!readable_[tile]) return true;
  return means_[static_cast<std::size_t>(rank)].threads == 1 &&
         memories_.bytes(tile) >= kWorthAsking;
}

void Dealer::load(int rank, TileNumber tile, DealtTask& dealt) {
  const std::uint64_t values = tasks_.tiles().values(tile);
  const auto holder = worth_fetching(rank, tile) ? memories_.holder_of(tile, rank) : std::nullopt;
  if (holder) {
    memories_.pin(rank, *holder, tile);
    dealt.fetches.emplace_back(tile, *holder);
    dealt.values_fetched += values;
  } else {
    dealt.values_read += values;
  }
  take(rank, tile);
}

void Dealer::take(int rank, TileNumber tile) {
  memories_.take(rank, tile);
  candidates_.note_taken(rank, tile);
  held_by_use_.note_taken(rank, tile);
}

void Dealer::drop(int rank, TileNumber tile, std::vector<TileNumber>& drops) {
  memories_.drop(rank, tile);
  candidates_.note_dropped(rank, tile);
  held_by_use_.note_dropped(tile);
  drops.push_back(tile);
}

void Dealer::drop_done(int rank, std::vector<TileNumber>& drops) {
  std::erase_if(held_by_use_.unneeded(rank), [&](TileNumber tile) {
    if (!memories_.holds(rank, tile)) return true;
    if (memories_.pinned(rank, tile)) return false;
    drop(rank, tile, drops);
    return true;
  });
}

// Evicts tiles until `wanted` bytes fit, but none that this step uses and none of `stay`.
void Dealer::make_room(int rank, std::uint64_t wanted, std::uint32_t task, ScheduledStep& step,
                       const std::vector<TileNumber>& stay) {
  const std::uint64_t missing = memories_.missing_room(rank, wanted);
  if (missing == 0) return;
  ++step_;
  for (const TileNumber source : step.sources) fixed_[source] = step_;
  for (const TileNumber tile : stay) fixed_[tile] = step_;
  const auto may_go = [&](TileNumber tile) {
    return fixed_[tile] != step_ && !memories_.pinned(rank, tile);
  };
  for (const TileNumber tile : held_by_use_.needed_latest(rank, task, missing, may_go))
    drop(rank, tile, step.drops);
}

}  // namespace pipo
