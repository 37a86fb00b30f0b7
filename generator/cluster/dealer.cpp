#include "generator/cluster/dealer.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "generator/sweep/value_memory.hpp"

namespace pipo {
namespace {

// Tasks behind the earliest one left that may be dealt before it, and how many of those that can be
// done are compared: a rank's share, and some more.
constexpr std::uint32_t kWindowARank = 24;
constexpr std::uint32_t kWindowBesides = 64;
constexpr int kComparedARank = 8;
constexpr int kComparedBesides = 16;

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Dealer::Dealer(const TaskList& tasks, std::vector<std::uint64_t> budgets)
    : tasks_(tasks),
      readable_(tasks.sections().count()),
      used_(tasks.sections().count()),
      users_left_(tasks.sections().count()),
      fixed_(tasks.sections().count()),
      dealt_(tasks.tasks().size()) {
  for (SectionNumber section = 0; section < users_left_.size(); ++section)
    users_left_[section] = static_cast<std::uint32_t>(tasks.users(section).size());
  for (const std::uint64_t budget : budgets) {
    Rank& rank = ranks_.emplace_back();
    rank.budget = budget;
    rank.place.assign(tasks.sections().count(), kAway);
  }
}

std::optional<DealtTask> Dealer::deal(int rank) {
  Rank& to = ranks_[static_cast<std::size_t>(rank)];
  const auto task = choose(to);
  if (!task) return std::nullopt;
  return hand_out(to, *task);
}

std::uint64_t Dealer::bytes(SectionNumber section) const {
  return piece_bytes(tasks_.sections().bytes(section));
}

std::optional<std::uint64_t> Dealer::missing(const Rank& rank, const RankTask& task) const {
  std::uint64_t missing = 0;
  // Where the sources do not fit into memory together, those of one step may have to go for
  // another.
  const bool in_memory_only = task.steps.size() == 1;
  for (const Step& step : task.steps) {
    for (const SectionNumber source : step.sources) {
      const bool there = holds(rank, source);
      if (!readable_[source] && !(there && in_memory_only)) return std::nullopt;
      if (!there) missing += bytes(source);
    }
  }
  return missing;
}

std::optional<std::uint32_t> Dealer::choose(const Rank& rank) {
  while (first_left_ < dealt_.size() && dealt_[first_left_]) ++first_left_;
  const auto ranks = static_cast<std::uint32_t>(ranks_.size());
  const std::uint64_t end = std::min<std::uint64_t>(
      dealt_.size(), std::uint64_t{first_left_} + kWindowARank * ranks + kWindowBesides);
  int compared = 0;
  std::optional<std::uint32_t> best;
  double least = 0;
  for (std::uint32_t task = first_left_; task < end; ++task) {
    if (dealt_[task]) continue;
    const auto bytes = missing(rank, tasks_.tasks()[task]);
    if (!bytes) continue;
    const double cost = static_cast<double>(*bytes) / static_cast<double>(std::max<std::uint64_t>(
                                                          tasks_.tasks()[task].values, 1));
    if (!best || cost < least) {
      best = task;
      least = cost;
    }
    if (*bytes == 0) break;
    if (++compared == kComparedARank * static_cast<int>(ranks) + kComparedBesides) break;
  }
  return best;
}

DealtTask Dealer::hand_out(Rank& rank, std::uint32_t number) {
  const RankTask& task = tasks_.tasks()[number];
  ++rank.tasks;
  DealtTask dealt{.task = number};
  for (const Step& planned : task.steps) {
    ScheduledStep& step = dealt.steps.emplace_back();
    step.Step::operator=(planned);
    if (dealt.steps.size() == 1) drop_done(rank, step.drops);
    std::uint64_t wanted = 0;
    for (const SectionNumber source : step.sources) {
      if (holds(rank, source)) continue;
      step.loads.push_back(source);
      wanted += bytes(source);
      dealt.loads += tasks_.sections().bytes(source) - kSectionSlack;
    }
    if (step.state == Targets::fresh) {
      for (const SectionNumber target : step.targets) wanted += bytes(target);
    }
    make_room(rank, wanted, number, step, step.drops);
    for (const SectionNumber source : step.loads) take(rank, source);
    if (step.state != Targets::fresh) continue;
    for (const SectionNumber target : step.targets) take(rank, target);
  }
  dealt_[number] = true;
  note_used(number);
  return dealt;
}

void Dealer::take(Rank& rank, SectionNumber section) {
  rank.place[section] = static_cast<std::uint32_t>(rank.held.size());
  rank.held.push_back(section);
  rank.bytes += bytes(section);
  rank.peak = std::max(rank.peak, rank.bytes);
}

void Dealer::drop(Rank& rank, SectionNumber section, std::vector<SectionNumber>& drops) {
  const std::uint32_t place = std::exchange(rank.place[section], kAway);
  const SectionNumber last = rank.held.back();
  rank.held.pop_back();
  if (last != section) {
    rank.held[place] = last;
    rank.place[last] = place;
  }
  rank.bytes -= bytes(section);
  drops.push_back(section);
}

void Dealer::drop_done(Rank& rank, std::vector<SectionNumber>& drops) {
  for (const SectionNumber section : rank.done_with) {
    if (holds(rank, section)) drop(rank, section, drops);
  }
  rank.done_with.clear();
}

// Drops what is wanted last, until there is room. Some more goes at once, since looking through all
// that is there takes a while.
void Dealer::make_room(Rank& rank, std::uint64_t wanted, std::uint32_t task, const Step& step,
                       std::vector<SectionNumber>& drops) {
  if (rank.bytes + wanted <= rank.budget) return;
  ++step_;
  for (const SectionNumber source : step.sources) fixed_[source] = step_;
  for (const SectionNumber target : step.targets) fixed_[target] = step_;
  std::vector<std::pair<std::uint32_t, SectionNumber>> going;
  for (const SectionNumber section : rank.held) {
    if (fixed_[section] != step_) going.emplace_back(next_use(section), section);
  }
  std::sort(going.rbegin(), going.rend());
  const std::uint64_t more = rank.budget / 64;
  for (const auto& [use, section] : going) {
    const bool room = rank.bytes + wanted <= rank.budget;
    if (room && (use <= task || rank.bytes + wanted + more <= rank.budget)) break;
    drop(rank, section, drops);
  }
}

// The first of its users that is not dealt yet.
std::uint32_t Dealer::next_use(SectionNumber section) {
  const auto users = tasks_.users(section);
  std::uint32_t& used = used_[section];
  while (used < users.size() && dealt_[users[used]]) ++used;
  return used < users.size() ? users[used] : kNever;
}

void Dealer::note_used(std::uint32_t number) {
  const RankTask& task = tasks_.tasks()[number];
  for (const Step& step : task.steps) {
    for (const SectionNumber source : step.sources) {
      if (--users_left_[source] == 0) retire(source);
    }
  }
  for (const SectionNumber target : task.targets) {
    if (users_left_[target] == 0) retire(target);
  }
}

void Dealer::retire(SectionNumber section) {
  for (Rank& rank : ranks_) {
    if (holds(rank, section)) rank.done_with.push_back(section);
  }
}

}  // namespace pipo
