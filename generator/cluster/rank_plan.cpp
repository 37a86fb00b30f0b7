#include "generator/cluster/rank_plan.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <set>
#include <utility>

#include "generator/cluster/dealer.hpp"
#include "generator/cluster/task_list.hpp"
#include "generator/plan/cost_model.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/file/layer_layout.hpp"

namespace pipo {
namespace {

// Measured time until a waiting rank has its next task: messages, and polling for them.
constexpr double kMessageSeconds = 5e-4;

// The share of a task's time after which the task that continues its section can proceed; the rest
// is encoding.
constexpr double kUntilLeft = 0.8;

// The cost of a task for a rank.
struct Costs {
  double a_value;  // seconds, computed and written
  double a_value_read;
  double a_value_fetched;
  double a_block;
  double bytes_a_value;  // of a file
};

// Simulates the ranks: when each task is dealt, to which rank, and when it is done.
class RankSimulation {
 public:
  RankSimulation(const StateSpace& space, const TaskList& tasks,
                 const std::vector<std::uint64_t>& budgets, const Costs& costs)
      : space_(space),
        tasks_(tasks),
        dealer_(tasks, budgets),
        costs_(costs),
        ranks_(budgets.size()),
        left_(tasks.tasks().size()),
        shares_(budgets.size()) {
    for (std::uint32_t task = 0; task < tasks.tasks().size(); ++task) {
      for (const int layer : tasks.tasks()[task].layers) of_layer_[layer].tasks.push_back(task);
    }
  }

  double run(const RankPlanProgress& progress) {
    double now = 0;
    deal_out(now);
    for (std::uint64_t done = 0; !ends_.empty(); ++done) {
      if (progress) progress(done, tasks_.tasks().size());
      const auto [end, rank] = ends_.top();
      ends_.pop();
      now = end;
      finish(rank, now);
      deal_out(now);
    }
    return now;
  }

  std::vector<RankShare> shares(double seconds) {
    for (std::size_t rank = 0; rank < shares_.size(); ++rank) {
      shares_[rank].waiting = seconds - shares_[rank].working;
      shares_[rank].memory = dealer_.peak_bytes(static_cast<int>(rank));
    }
    return shares_;
  }

 private:
  struct Layer {
    std::vector<std::uint32_t> tasks = {};  // in the order of the file
    std::size_t placed = 0;
    std::set<std::uint32_t> encoded = {};
  };

  struct Rank {
    std::deque<DealtTask> tasks = {};  // the first one is being done
    double free_since = 0;
    double begun = 0;  // of the first task
  };

  void deal_out(double now) {
    dealer_.deal_out([this, now](int number, DealtTask&& dealt) {
      const auto rank = static_cast<std::size_t>(number);
      auto& [tasks, free_since, begun] = ranks_[rank];
      tasks.push_back(std::move(dealt));
      if (tasks.size() == 1)
        begin(rank, now > free_since || now == 0 ? now + kMessageSeconds : now);
    });
  }

  void begin(std::size_t rank, double now) {
    ranks_[rank].begun = now;
    const std::uint32_t task = ranks_[rank].tasks.front().task;
    if (tasks_.tasks()[task].continues && left_[task - 1] == 0) {
      waiting_[task - 1] = rank;  // the rank of that task has not begun it
    } else {
      proceed(rank);
    }
  }

  // Continues a task once the time is known at which the previous task provides what this one
  // needs.
  void proceed(std::size_t rank) {
    const DealtTask& dealt = ranks_[rank].tasks.front();
    const RankTask& task = tasks_.tasks()[dealt.task];
    double blocks = 0;
    for (const TileNumber target : task.targets) {
      const SectionKey key = tasks_.tiles().key(target).section;
      const double share = static_cast<double>(tasks_.tiles().values(target)) /
                           static_cast<double>(whole(space_, key).values());
      blocks += share * static_cast<double>(StoredSection(space_, key).blocks());
    }
    const double seconds = costs_.a_value * static_cast<double>(task.values) +
                           costs_.a_value_read * static_cast<double>(dealt.values_read) +
                           costs_.a_value_fetched * static_cast<double>(dealt.values_fetched) +
                           costs_.a_block * blocks;
    RankShare& share = shares_[rank];
    share.working += seconds;
    share.values_made += task.values;
    share.values_read += dealt.values_read;
    share.values_fetched += dealt.values_fetched;
    share.bytes_written += bytes(task.values);
    share.bytes_read += bytes(dealt.values_read);
    double& left = left_[dealt.task] = ranks_[rank].begun + kUntilLeft * seconds;
    if (task.continues) left = std::max(left, left_[dealt.task - 1] + kMessageSeconds);
    ends_.emplace(left + (1 - kUntilLeft) * seconds, rank);
    if (const auto next = waiting_.extract(dealt.task)) proceed(next.mapped());
  }

  void finish(std::size_t rank, double now) {
    const std::uint32_t task = ranks_[rank].tasks.front().task;
    ranks_[rank].tasks.pop_front();
    ranks_[rank].free_since = now;
    dealer_.note_done(static_cast<int>(rank));
    for (const int layer : tasks_.tasks()[task].layers) place(of_layer_[layer], layer, task);
    if (!ranks_[rank].tasks.empty()) begin(rank, now);
  }

  // Records an encoded run. Others can read a section once it has its place in the file.
  void place(Layer& layer, int number, std::uint32_t task) {
    layer.encoded.insert(task);
    while (layer.placed < layer.tasks.size() && layer.encoded.erase(layer.tasks[layer.placed]) > 0)
      dealer_.note_written(layer.tasks[layer.placed++], number);
  }

  std::uint64_t bytes(std::uint64_t values) const {
    return static_cast<std::uint64_t>(costs_.bytes_a_value * static_cast<double>(values));
  }

  const StateSpace& space_;
  const TaskList& tasks_;
  Dealer dealer_;
  Costs costs_;
  std::vector<Rank> ranks_;
  std::vector<double> left_;                      // [task]: when; 0: not known yet
  std::map<std::uint32_t, std::size_t> waiting_;  // [task]: the rank whose task continues it
  std::vector<RankShare> shares_;
  std::map<int, Layer> of_layer_;
  std::priority_queue<std::pair<double, std::size_t>, std::vector<std::pair<double, std::size_t>>,
                      std::greater<>>
      ends_;
};

}  // namespace

std::uint64_t RankPlan::sum(std::uint64_t RankShare::*of) const {
  std::uint64_t sum = 0;
  for (const RankShare& share : ranks) sum += share.*of;
  return sum;
}

double RankPlan::waiting() const {
  double waiting = 0;
  for (const RankShare& share : ranks) waiting += share.waiting;
  return seconds > 0 ? waiting / seconds / static_cast<double>(ranks.size()) : 0;
}

std::optional<RankPlan> plan_ranks(const TablePlan& plan, int ranks, int threads,
                                   const RankPlanProgress& progress) {
  const double began = steady_seconds();
  const StateSpace space(plan.table.board, plan.table.start);
  const LayerCounts total = plan.counts.total();
  const MemoryPlan& memory = plan.memory;
  if (memory.section_budget == 0) return std::nullopt;
  const SweepStart start(space, TableGame::dots_and_boxes, {}, memory.part_size);
  const Tiling tiles(space, memory.part_size);
  const std::uint64_t budget = memory.section_budget;
  const TaskList tasks(start.tables(), tiles, all_layers(space), budget, ranks);
  RankPlan ranked;
  ranked.tasks = tasks.tasks().size();
  ranked.beginning = steady_seconds() - began + measured::kStartup;
  const int columns = space.cut().columns();
  const bool row = space.cut().has_box_row();
  const double speed = 1e-9 * plan.slowness / std::max(threads, 1);
  RankSimulation simulation(
      space, tasks, std::vector<std::uint64_t>(static_cast<std::size_t>(ranks), budget),
      {.a_value = speed * measured::cost(columns).nanoseconds_a_value(row),
       .a_value_read = speed * measured::kDecodeNanoseconds,
       .a_value_fetched = speed * measured::kFetchNanoseconds,
       .a_block = speed * measured::block_nanoseconds(columns, row),
       .bytes_a_value = static_cast<double>(plan.disk) / static_cast<double>(total.values)});
  const double seconds = simulation.run(progress);
  ranked.ranks = simulation.shares(seconds);
  for (RankShare& share : ranked.ranks) share.memory += memory.overhead_bytes;
  ranked.seconds = ranked.beginning + seconds;
  return ranked;
}

}  // namespace pipo
