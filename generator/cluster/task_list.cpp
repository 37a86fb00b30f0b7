#include "generator/cluster/task_list.hpp"

#include <algorithm>
#include <utility>

#include "generator/sweep/schedule.hpp"
#include "generator/sweep/tiling.hpp"

namespace pipo {
namespace {

// Limits for the targets of a task: at least this many tasks for each rank, and sizes within these
// bounds in bytes. Below, messages cost more than the work; above, ranks would wait long for the
// last task of another.
constexpr std::uint64_t kTasksARank = 400;
constexpr std::uint64_t kSmallestTask = 4096;
constexpr std::uint64_t kLargestTask = std::uint64_t{4} << 20;

}  // namespace

TaskList::TaskList(const SweepTables& tables, const Tiling& tiles, const std::vector<bool>& to_make,
                   std::uint64_t budget, int ranks)
    : tiles_(&tiles) {
  const std::vector<TileNumber> order = order_of_work(tiles, to_make);
  for (const TileNumber tile : order) values_ += tiles.values(tile);
  const std::uint64_t of_task = std::clamp(values_ / (kTasksARank * static_cast<unsigned>(ranks)),
                                           kSmallestTask, kLargestTask);
  for (Step& step :
       plan_steps(tiles, order, source_lists(tables, tiles, order),
                  budget_of_step(tile_sizes(tables.space, tables.part_size()), budget), of_task))
    add(std::move(step));
  note_users();
}

// Adds a step to the last task, or begins the next task if that one ends with a row of tiles.
void TaskList::add(Step step) {
  const bool begins =
      tasks_.empty() || (tasks_.back().steps.back().completes &&
                         tiles_->ends_row(tiles_->key(tasks_.back().targets.back())));
  if (begins) tasks_.push_back({.continues = tiles_->key(step.targets.front()).row_part > 0});
  RankTask& task = tasks_.back();
  if (step.state == Targets::fresh) {
    task.targets.insert(task.targets.end(), step.targets.begin(), step.targets.end());
    for (const TileNumber target : step.targets) {
      task.values += tiles_->values(target);
      const int layer = tiles_->key(target).section.layer();
      if (std::ranges::find(task.layers, layer) == task.layers.end()) task.layers.push_back(layer);
    }
  }
  task.most_bytes =
      std::max(task.most_bytes, tiles_->bytes(task.targets) + tiles_->bytes(step.sources));
  task.steps.push_back(std::move(step));
}

void TaskList::note_users() {
  std::vector<std::uint32_t> seen(tiles_->count());  // the last task, plus 1, that listed it
  first_user_.assign(tiles_->count() + 1, 0);
  for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
    for (const Step& step : tasks_[i].steps) {
      for (const TileNumber source : step.sources) {
        if (std::exchange(seen[source], i + 1) == i + 1) continue;
        tasks_[i].sources.push_back(source);
        ++first_user_[source + 1];
      }
    }
  }
  for (std::size_t i = 1; i < first_user_.size(); ++i) first_user_[i] += first_user_[i - 1];
  users_.resize(first_user_.back());
  std::vector<std::uint64_t> next(first_user_.begin(), first_user_.end() - 1);
  for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
    for (const TileNumber source : tasks_[i].sources) users_[next[source]++] = i;
  }
}

}  // namespace pipo
