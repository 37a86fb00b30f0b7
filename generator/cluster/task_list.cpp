#include "generator/cluster/task_list.hpp"

#include <algorithm>
#include <utility>

#include "generator/sweep/schedule.hpp"
#include "generator/sweep/tile_sources.hpp"
#include "generator/sweep/value_memory.hpp"
#include "generator/sweep/work_order.hpp"

namespace pipo {
namespace {

// Limits for the targets of a task: at least this many tasks for each rank, and sizes within these
// bounds in bytes. Below, messages cost more than the work; above, ranks would wait long for the
// last task of another.
constexpr std::uint64_t kTasksARank = 400;
constexpr std::uint64_t kSmallestTask = 4096;
constexpr std::uint64_t kLargestTask = std::uint64_t{4} << 20;

}  // namespace

TaskList::TaskList(const SweepTables& tables, const LoadedTiles& sections,
                   const std::vector<bool>& made, std::uint64_t budget, int ranks)
    : sections_(&sections) {
  const std::vector<TileNumber> order = order_of_work(sections.tiling(), made);
  for (const TileNumber tile : order) values_ += sections.values(tile);
  const std::uint64_t of_task = std::clamp(values_ / (kTasksARank * static_cast<unsigned>(ranks)),
                                           kSmallestTask, kLargestTask);
  std::vector<Step> steps =
      plan_steps(sections, order, source_lists(tables, sections.tiling(), order),
                 budget_of_step(tile_sizes(tables.space, tables.part_size()), budget), of_task);
  bool whole = true;
  for (Step& step : steps) {
    if (whole) {
      RankTask& task = tasks_.emplace_back();
      task.targets = step.targets;
      for (const TileNumber target : step.targets) task.values += sections.values(target);
    }
    whole = step.completes;
    std::uint64_t bytes = 0;
    for (const TileNumber target : step.targets) bytes += piece_bytes(sections.bytes(target));
    for (const TileNumber source : step.sources) bytes += piece_bytes(sections.bytes(source));
    tasks_.back().most_bytes = std::max(tasks_.back().most_bytes, bytes);
    tasks_.back().steps.push_back(std::move(step));
  }
  note_users();
}

void TaskList::note_users() {
  const auto each_use = [this](const auto& use) {
    for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
      for (const Step& step : tasks_[i].steps) {
        for (const TileNumber source : step.sources) use(source, i);
      }
    }
  };
  first_user_.assign(sections_->count() + 1, 0);
  each_use([this](TileNumber source, std::uint32_t) { ++first_user_[source + 1]; });
  for (std::size_t i = 1; i < first_user_.size(); ++i) first_user_[i] += first_user_[i - 1];
  users_.resize(first_user_.back());
  std::vector<std::uint64_t> next(first_user_.begin(), first_user_.end() - 1);
  each_use([&](TileNumber source, std::uint32_t task) { users_[next[source]++] = task; });
}

}  // namespace pipo
