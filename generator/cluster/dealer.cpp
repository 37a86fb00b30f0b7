#include "generator/cluster/dealer.hpp"

#include <algorithm>

namespace pipo {
namespace {

// The window of tasks behind the earliest one left: a rank's share, and a constant.
constexpr std::uint32_t kWindowARank = 24;
constexpr std::uint32_t kWindowBesides = 64;

// Smaller sections are read from their file if possible: that is faster than asking another rank.
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
      memories_(tasks.sections(), means),
      candidates_(tasks, memories_,
                  kWindowARank * static_cast<std::uint32_t>(means.size()) + kWindowBesides,
                  most_ahead(means)),
      held_by_use_(tasks, memories_, {}),
      readable_(tasks.sections().count()),
      fixed_(tasks.sections().count()) {}

std::optional<DealtTask> Dealer::deal(int rank) {
  const auto task = choose(rank);
  if (!task) return std::nullopt;
  return hand_out(rank, *task);
}

// Returns whether every source that the rank needs for the task is available.
bool Dealer::can_do(int rank, const RankTask& task) const {
  // If the sources do not fit into memory together, those of one step may be evicted for another
  // one and must be available again.
  const bool stays = task.steps.size() == 1;
  return std::ranges::all_of(task.steps, [&](const Step& step) {
    return std::ranges::all_of(step.sources, [&](TileNumber source) {
      return readable_[source] || (stays && memories_.holds(rank, source)) ||
             memories_.holder_of(source, rank);
    });
  });
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
    if (!memories_.can_have(rank, task.most_bytes) || !can_do(rank, task)) continue;
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
    make_room(rank, wanted, number, step, step.drops);
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
bool Dealer::worth_fetching(int rank, TileNumber section) const {
  if (!readable_[section]) return true;
  return means_[static_cast<std::size_t>(rank)].threads == 1 &&
         memories_.bytes(section) >= kWorthAsking;
}

void Dealer::load(int rank, TileNumber section, DealtTask& dealt) {
  const std::uint64_t values = tasks_.sections().values(section);
  const auto holder =
      worth_fetching(rank, section) ? memories_.holder_of(section, rank) : std::nullopt;
  if (holder) {
    memories_.pin(rank, *holder, section);
    dealt.fetches.emplace_back(section, *holder);
    dealt.values_fetched += values;
  } else {
    dealt.values_read += values;
  }
  take(rank, section);
}

void Dealer::take(int rank, TileNumber section) {
  memories_.take(rank, section);
  candidates_.note_taken(rank, section);
  held_by_use_.note_taken(rank, section);
}

void Dealer::drop(int rank, TileNumber section, std::vector<TileNumber>& drops) {
  memories_.drop(rank, section);
  candidates_.note_dropped(rank, section);
  held_by_use_.note_dropped(section);
  drops.push_back(section);
}

void Dealer::drop_done(int rank, std::vector<TileNumber>& drops) {
  std::erase_if(held_by_use_.unneeded(rank), [&](TileNumber section) {
    if (!memories_.holds(rank, section)) return true;
    if (memories_.pinned(rank, section)) return false;
    drop(rank, section, drops);
    return true;
  });
}

// Evicts sections until `wanted` bytes fit, but none that this step uses.
void Dealer::make_room(int rank, std::uint64_t wanted, std::uint32_t task, const Step& step,
                       std::vector<TileNumber>& drops) {
  const std::uint64_t missing = memories_.missing_room(rank, wanted);
  if (missing == 0) return;
  ++step_;
  for (const TileNumber source : step.sources) fixed_[source] = step_;
  for (const TileNumber target : step.targets) fixed_[target] = step_;
  const auto may_go = [&](TileNumber section) {
    return fixed_[section] != step_ && !memories_.pinned(rank, section);
  };
  for (const TileNumber section : held_by_use_.needed_latest(rank, task, missing, may_go))
    drop(rank, section, drops);
}

}  // namespace pipo
