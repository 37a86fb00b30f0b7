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
      candidate.there[static_cast<std::size_t>(rank)] += memories_.bytes(source);
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
  const std::uint64_t bytes = memories_.bytes(tile);
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

}  // namespace pipo
