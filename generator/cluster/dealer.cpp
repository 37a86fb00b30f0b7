#include "generator/cluster/dealer.hpp"

#include <algorithm>
#include <iterator>

namespace pipo {

Candidates::Candidates(const TaskList& tasks, const RankMemories& memories,
                       std::uint32_t most_tasks, std::uint64_t most_values)
    : tasks_(tasks),
      memories_(memories),
      most_tasks_(most_tasks),
      most_values_(most_values),
      missing_(tasks.tasks().size()),
      dealt_(tasks.tasks().size()) {
  for (std::uint32_t task = 0; task < dealt_.size(); ++task)
    each_waiting(task, [this](std::uint32_t waiting) { ++missing_[waiting]; });
  widen();
}

// Extends the window. The first task left always counts, whatever its size.
void Candidates::widen() {
  while (end_ < dealt_.size() && end_ - first_left_ < most_tasks_) {
    const std::uint64_t more = end_ > first_left_ ? tasks_.tasks()[end_].values : 0;
    if (values_ + more > most_values_) return;
    values_ += more;
    if (!dealt_[end_] && missing_[end_] == 0) open(end_);
    ++end_;
  }
}

void Candidates::open(std::uint32_t task) {
  Candidate& candidate = open_[task];
  candidate.there.assign(static_cast<std::size_t>(memories_.ranks()), 0);
  for (const TileNumber source : tasks_.tasks()[task].sources) {
    memories_.each_holder(source, [&](int rank) {
      candidate.there[static_cast<std::size_t>(rank)] += tasks_.tiles().bytes(source);
    });
  }
  candidate.most = std::ranges::max(candidate.there);
}

void Candidates::note_dealt(std::uint32_t task) {
  dealt_[task] = true;
  open_.erase(task);
  each_waiting(task, [this](std::uint32_t waiting) {
    if (--missing_[waiting] == 0 && waiting < end_) open(waiting);
  });
  while (first_left_ < dealt_.size() && dealt_[first_left_]) {
    ++first_left_;
    if (first_left_ < end_) values_ -= tasks_.tasks()[first_left_].values;
  }
  end_ = std::max(end_, first_left_);
  widen();
}

// Calls `visit` with each task that must be dealt after this one: those that have its tiles as
// sources, once for each tile, and the one that continues its last tile, which needs what this task
// leaves.
template <typename Visit>
void Candidates::each_waiting(std::uint32_t task, Visit visit) {
  for (const TileNumber target : tasks_.tasks()[task].targets) {
    for (const std::uint32_t user : tasks_.users(target)) visit(user);
  }
  if (task + 1 < dealt_.size() && tasks_.tasks()[task + 1].continues) visit(task + 1);
}

void Candidates::note_held(int rank, TileNumber tile) {
  const bool held = memories_.holds(rank, tile);
  const std::uint64_t bytes = tasks_.tiles().bytes(tile);
  const auto users = tasks_.users(tile);
  for (auto user = std::ranges::lower_bound(users, first_left_); user != users.end(); ++user) {
    if (*user >= end_) return;
    const auto found = open_.find(*user);
    if (found == open_.end()) continue;
    auto& [there, most] = found->second;
    std::uint64_t& own = there[static_cast<std::size_t>(rank)];
    const bool was_most = own == most;
    own = held ? own + bytes : own - bytes;
    if (was_most || own > most) most = std::ranges::max(there);
  }
}

namespace {

// The window of tasks behind the earliest one left: a rank's share, and a constant.
constexpr std::uint32_t kWindowARank = 24;
constexpr std::uint32_t kWindowBesides = 64;

// Smaller tiles are read from their file if possible: that is faster than asking another rank.
constexpr std::uint64_t kWorthAsking = 16 * 1024;

}  // namespace

// As many values as rank 0's memory holds may be dealt before the earliest task left. They are
// encoded, mostly to a sixth of a byte each, and wait there until that task is written.
Dealer::Dealer(const TaskList& tasks, const std::vector<std::uint64_t>& budgets)
    : tasks_(tasks),
      memories_(tasks.tiles(), budgets),
      candidates_(tasks, memories_,
                  kWindowARank * static_cast<std::uint32_t>(budgets.size()) + kWindowBesides,
                  budgets.front()),
      held_by_use_(tasks, memories_, {}),
      readable_(tasks.tiles().count()),
      written_(tasks.tiles().sections()),
      rank_of_(tasks.tasks().size()),
      queues_(budgets.size()),
      begun_(tasks.tasks().size()),
      kept_for_step_(tasks.tiles().count()),
      kept_for_deal_(tasks.tiles().count()) {}

void Dealer::set_readable(const SectionKey& section) {
  for (const TileNumber tile : tasks_.tiles().tiles(section)) readable_[tile] = true;
}

void Dealer::note_written(std::uint32_t task, int layer) {
  const Tiling& tiling = tasks_.tiles();
  for (const TileNumber target : tasks_.tasks()[task].targets) {
    const SectionKey section = tiling.key(target).section;
    if (section.layer() != layer) continue;
    if (++written_[tiling.section_of(target)] == tiling.tiles(section).size())
      set_readable(section);
  }
}

void Dealer::note_done(int rank) {
  memories_.end_task(rank);
  auto& queue = queues_[static_cast<std::size_t>(rank)];
  queue.pop_front();
  if (!queue.empty()) begun_[queue.front()] = true;
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
    if (task.steps.size() > 1) bytes += tasks_.tiles().bytes(source);
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
    if (task.continues && !begun_[number - 1] && rank_of_[number - 1] != rank) continue;
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

std::optional<DealtTask> Dealer::deal(int rank) {
  const auto chosen = choose(rank);
  if (!chosen) return std::nullopt;
  const std::uint32_t number = *chosen;
  const RankTask& task = tasks_.tasks()[number];
  DealtTask dealt{.task = number};
  if (task.continues) dealt.before = rank_of_[number - 1];
  rank_of_[number] = rank;
  ++deal_;
  auto& queue = queues_[static_cast<std::size_t>(rank)];
  if (!queue.empty()) {  // the previous task computes and encodes these
    const RankTask& before = tasks_.tasks()[queue.back()];
    for (const TileNumber tile : before.steps.back().sources) kept_for_deal_[tile] = deal_;
    for (const TileNumber tile : before.targets) kept_for_deal_[tile] = deal_;
  }
  begun_[number] = queue.empty();
  queue.push_back(number);
  memories_.begin_task(rank);
  std::vector<TileNumber> stay = task.targets;
  if (task.steps.size() > 1) {
    std::ranges::copy_if(task.sources, std::back_inserter(stay),
                         [&](TileNumber source) { return only_here(rank, source); });
  }
  for (const Step& planned : task.steps) {
    RankStep& step = dealt.steps.emplace_back();
    step.Step::operator=(planned);
    std::vector<TileNumber> leaving;
    if (dealt.steps.size() == 1) leaving = unneeded(rank);
    std::vector<TileNumber> missing;
    for (const TileNumber source : step.sources) {
      if (!memories_.holds(rank, source)) missing.push_back(source);
    }
    std::uint64_t wanted = tasks_.tiles().bytes(missing);
    if (step.state == Targets::fresh) wanted += tasks_.tiles().bytes(step.targets);
    evict(rank, wanted, number, step, stay, leaving);
    if (dealt.steps.size() == 1) load_early(rank, leaving, missing, dealt);
    for (const TileNumber tile : leaving) drop(rank, tile, step.drops);
    for (const TileNumber tile : missing) {
      if (fetch(rank, tile, step, dealt)) continue;
      step.loads.push_back(tile);
      dealt.values_read += tasks_.tiles().values(tile);
      take(rank, tile);
    }
    if (step.state != Targets::fresh) continue;
    for (const TileNumber target : step.targets) take(rank, target);
  }
  candidates_.note_dealt(number);
  held_by_use_.note_dealt(number);
  return dealt;
}

// Fetches tiles during the last step of the rank's previous task, as long as they fit into memory
// alongside those that it uses. Drops the others that are leaving at the same time.
void Dealer::load_early(int rank, std::vector<TileNumber>& leaving,
                        std::vector<TileNumber>& missing, DealtTask& dealt) {
  std::erase_if(leaving, [&](TileNumber tile) {
    if (kept_for_deal_[tile] == deal_) return false;
    drop(rank, tile, dealt.early.drops);
    return true;
  });
  std::erase_if(missing, [&](TileNumber tile) {
    return memories_.missing_room(rank, tasks_.tiles().bytes(tile)) == 0 &&
           fetch(rank, tile, dealt.early, dealt);
  });
}

// Fetches a tile from another rank, unless it is better to read it from its file.
bool Dealer::fetch(int rank, TileNumber tile, RankStep& step, DealtTask& dealt) {
  if (readable_[tile] && tasks_.tiles().bytes(tile) < kWorthAsking) return false;
  const auto holder = memories_.holder_of(tile, rank);
  if (!holder) return false;
  memories_.pin(rank, *holder, tile);
  step.fetches.push_back({tile, *holder});
  dealt.values_fetched += tasks_.tiles().values(tile);
  take(rank, tile);
  return true;
}

void Dealer::take(int rank, TileNumber tile) {
  memories_.take(rank, tile);
  candidates_.note_held(rank, tile);
  held_by_use_.note_held(rank, tile);
}

void Dealer::drop(int rank, TileNumber tile, std::vector<TileNumber>& drops) {
  memories_.drop(rank, tile);
  candidates_.note_held(rank, tile);
  held_by_use_.note_held(rank, tile);
  drops.push_back(tile);
}

// Returns the tiles of the rank that no task needs any more and no other rank fetches.
std::vector<TileNumber> Dealer::unneeded(int rank) {
  std::vector<TileNumber> unneeded;
  std::erase_if(held_by_use_.unneeded(rank), [&](TileNumber tile) {
    if (!memories_.holds(rank, tile)) return true;
    if (memories_.pinned(rank, tile)) return false;
    unneeded.push_back(tile);
    return true;
  });
  return unneeded;
}

// Adds tiles to `leaving` until `wanted` bytes fit without these, but none that this step uses and
// none of `stay`.
void Dealer::evict(int rank, std::uint64_t wanted, std::uint32_t task, const Step& step,
                   const std::vector<TileNumber>& stay, std::vector<TileNumber>& leaving) {
  const std::uint64_t room = tasks_.tiles().bytes(leaving);
  const std::uint64_t missing = memories_.missing_room(rank, wanted);
  if (missing <= room) return;
  ++step_;
  for (const TileNumber source : step.sources) kept_for_step_[source] = step_;
  for (const TileNumber tile : stay) kept_for_step_[tile] = step_;
  const auto may_go = [&](TileNumber tile) {
    return kept_for_step_[tile] != step_ && !memories_.pinned(rank, tile);
  };
  const auto latest = held_by_use_.needed_latest(rank, task, missing - room, may_go);
  leaving.insert(leaving.end(), latest.begin(), latest.end());
}

}  // namespace pipo
