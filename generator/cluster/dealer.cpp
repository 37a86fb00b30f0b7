#include "generator/cluster/dealer.hpp"

#include <algorithm>
#include <limits>

namespace pipo {
namespace {

// Tasks behind the earliest one left that may be dealt before it: a rank's share, and some more.
constexpr std::uint32_t kWindowARank = 24;
constexpr std::uint32_t kWindowBesides = 64;

// What can be read from its file and is smaller, is: that is there sooner than an answer.
constexpr std::uint64_t kWorthAsking = 256 * 1024;

// In plans, every value is read back 0.7 times instead of 1.15 (4x4, 2 ranks with 900 MiB), 4.5
// instead of 5.0 (3x6, 10 GiB). With 10 and 100 it is the same, and more is fetched.
constexpr std::uint32_t kLaterWithTwo = 3;

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Dealer::Dealer(const TaskList& tasks, const std::vector<RankMeans>& means)
    : tasks_(tasks),
      means_(means),
      memories_(tasks.sections(), means),
      done_with_(means.size()),
      there_(means.size()),
      readable_(tasks.sections().count()),
      used_(tasks.sections().count()),
      users_left_(tasks.sections().count()),
      fixed_(tasks.sections().count()),
      dealt_(tasks.tasks().size()) {
  for (const RankMeans& rank : means) most_ahead_ += rank.budget;
  for (SectionNumber section = 0; section < users_left_.size(); ++section)
    users_left_[section] = static_cast<std::uint32_t>(tasks.users(section).size());
}

std::optional<DealtTask> Dealer::deal(int rank) {
  const auto task = choose(rank);
  if (!task) return std::nullopt;
  return hand_out(rank, *task);
}

std::optional<double> Dealer::lacks_more(int rank, const RankTask& task) {
  if (!memories_.can_have(rank, task.most_bytes)) return std::nullopt;
  std::ranges::fill(there_, 0);
  // Where the sources do not fit into memory together, those of one step may have to go for
  // another, and must be there again.
  const bool stays = task.steps.size() == 1;
  for (const Step& step : task.steps) {
    for (const SectionNumber source : step.sources) {
      if (!readable_[source] && !(stays && memories_.holds(rank, source)) &&
          !memories_.who_has(source, rank))
        return std::nullopt;
      memories_.each_holder(source, [&](int holder) {
        there_[static_cast<std::size_t>(holder)] += memories_.bytes(source);
      });
    }
  }
  const auto own = static_cast<double>(there_[static_cast<std::size_t>(rank)]);
  return static_cast<double>(std::ranges::max(there_)) - own;
}

std::optional<std::uint32_t> Dealer::choose(int rank) {
  while (first_left_ < dealt_.size() && dealt_[first_left_]) ++first_left_;
  const auto ranks = static_cast<std::uint32_t>(memories_.ranks());
  const std::uint64_t end = std::min<std::uint64_t>(
      dealt_.size(), std::uint64_t{first_left_} + kWindowARank * ranks + kWindowBesides);
  const bool idle = memories_.tasks(rank) == 0;
  std::optional<std::uint32_t> best;
  double least = 0;
  std::uint64_t values = 0;  // from the earliest task left on
  for (std::uint32_t number = first_left_; number < end; ++number) {
    const RankTask& task = tasks_.tasks()[number];
    if (number > first_left_ && (values += task.values) > most_ahead_) break;
    if (dealt_[number]) continue;
    const auto lacks = lacks_more(rank, task);
    if (!lacks) continue;
    if (*lacks == 0) return number;
    if (!idle) continue;
    const double cost = *lacks / static_cast<double>(std::max<std::uint64_t>(task.values, 1));
    if (best && cost >= least) continue;
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
    for (const SectionNumber source : step.sources) {
      if (memories_.holds(rank, source)) continue;
      step.loads.push_back(source);
      wanted += memories_.bytes(source);
    }
    if (step.state == Targets::fresh) {
      for (const SectionNumber target : step.targets) wanted += memories_.bytes(target);
    }
    make_room(rank, wanted, number, step, step.drops);
    for (const SectionNumber source : step.loads) load(rank, source, dealt);
    if (step.state != Targets::fresh) continue;
    for (const SectionNumber target : step.targets) memories_.take(rank, target);
  }
  dealt_[number] = true;
  note_used(number);
  return dealt;
}

// All threads of a rank decode what it reads, and one receives what it fetches: with two threads or
// more it is sooner read (measured::kDecodeNanoseconds, kFetchNanoseconds).
bool Dealer::worth_fetching(int rank, SectionNumber section) const {
  if (!readable_[section]) return true;
  return means_[static_cast<std::size_t>(rank)].threads == 1 &&
         memories_.bytes(section) >= kWorthAsking;
}

void Dealer::load(int rank, SectionNumber section, DealtTask& dealt) {
  const std::uint64_t values = tasks_.sections().bytes(section) - kSectionSlack;
  const auto holder =
      worth_fetching(rank, section) ? memories_.who_has(section, rank) : std::nullopt;
  if (holder) {
    memories_.pin(rank, *holder, section);
    dealt.fetches.emplace_back(section, *holder);
    dealt.values_fetched += values;
  } else {
    dealt.values_read += values;
  }
  memories_.take(rank, section);
}

void Dealer::drop(int rank, SectionNumber section, std::vector<SectionNumber>& drops) {
  memories_.drop(rank, section);
  drops.push_back(section);
}

void Dealer::drop_done(int rank, std::vector<SectionNumber>& drops) {
  std::erase_if(done_with_[static_cast<std::size_t>(rank)], [&](SectionNumber section) {
    if (!memories_.holds(rank, section)) return true;
    if (memories_.pinned(rank, section)) return false;
    drop(rank, section, drops);
    return true;
  });
}

// Drops what is wanted last, until there is room. Some more goes at once, since looking through all
// that is there takes a while.
void Dealer::make_room(int rank, std::uint64_t wanted, std::uint32_t task, const Step& step,
                       std::vector<SectionNumber>& drops) {
  if (memories_.has_room(rank, wanted)) return;
  ++step_;
  for (const SectionNumber source : step.sources) fixed_[source] = step_;
  for (const SectionNumber target : step.targets) fixed_[target] = step_;
  std::vector<std::pair<std::uint32_t, SectionNumber>> going;
  for (const SectionNumber section : memories_.held(rank)) {
    if (fixed_[section] != step_ && !memories_.pinned(rank, section))
      going.emplace_back(wanted_at(rank, section, task), section);
  }
  std::sort(going.rbegin(), going.rend());
  const std::uint64_t more = memories_.budget(rank) / 64;
  for (const auto& [use, section] : going) {
    if (memories_.has_room(rank, wanted) &&
        (use <= task || memories_.has_room(rank, wanted + more)))
      break;
    drop(rank, section, drops);
  }
}

// What another rank has as well is fetched again for less than reading it takes, and half of its
// users go there: as if it were wanted so many times as late.
std::uint32_t Dealer::wanted_at(int rank, SectionNumber section, std::uint32_t task) {
  const std::uint32_t use = next_use(section);
  if (use == kNever || use <= task || !memories_.who_has(section, rank)) return use;
  return std::min(task + kLaterWithTwo * (use - task), kNever - 1);
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
  memories_.each_holder(
      section, [&](int rank) { done_with_[static_cast<std::size_t>(rank)].push_back(section); });
}

}  // namespace pipo
