#include "generator/cluster/candidates.hpp"

#include <algorithm>

namespace pipo {

Candidates::Candidates(const TaskList& tasks, const RankMemories& memories,
                       std::uint32_t most_tasks, std::uint64_t most_values)
    : tasks_(tasks),
      memories_(memories),
      most_tasks_(most_tasks),
      most_values_(most_values),
      missing_(tasks.tasks().size()),
      dealt_(tasks.tasks().size()) {
  for (const RankTask& task : tasks_.tasks()) {
    for (const TileNumber target : task.targets) {
      for (const std::uint32_t user : tasks_.users(target)) ++missing_[user];
    }
  }
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
  for (const Step& step : tasks_.tasks()[task].steps) {
    for (const TileNumber source : step.sources) {
      memories_.each_holder(source, [&](int rank) {
        candidate.there[static_cast<std::size_t>(rank)] += memories_.bytes(source);
      });
    }
  }
  candidate.most = std::ranges::max(candidate.there);
}

void Candidates::note_dealt(std::uint32_t task) {
  dealt_[task] = true;
  open_.erase(task);
  for (const TileNumber target : tasks_.tasks()[task].targets) {
    for (const std::uint32_t user : tasks_.users(target)) {
      if (--missing_[user] == 0 && user < end_) open(user);
    }
  }
  while (first_left_ < dealt_.size() && dealt_[first_left_]) {
    ++first_left_;
    if (first_left_ < end_) values_ -= tasks_.tasks()[first_left_].values;
  }
  end_ = std::max(end_, first_left_);
  widen();
}

template <typename Visit>
void Candidates::each_open_user(TileNumber section, Visit visit) {
  const auto users = tasks_.users(section);
  for (auto user = std::ranges::lower_bound(users, first_left_); user != users.end(); ++user) {
    if (*user >= end_) return;
    if (const auto found = open_.find(*user); found != open_.end()) visit(found->second);
  }
}

void Candidates::note_taken(int rank, TileNumber section) {
  const std::uint64_t bytes = memories_.bytes(section);
  each_open_user(section, [&](Candidate& candidate) {
    std::uint64_t& there = candidate.there[static_cast<std::size_t>(rank)];
    there += bytes;
    candidate.most = std::max(candidate.most, there);
  });
}

void Candidates::note_dropped(int rank, TileNumber section) {
  const std::uint64_t bytes = memories_.bytes(section);
  each_open_user(section, [&](Candidate& candidate) {
    std::uint64_t& there = candidate.there[static_cast<std::size_t>(rank)];
    const bool was_most = there == candidate.most;
    there -= bytes;
    if (was_most) candidate.most = std::ranges::max(candidate.there);
  });
}

}  // namespace pipo
