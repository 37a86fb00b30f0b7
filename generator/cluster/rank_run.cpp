#include "generator/cluster/rank_run.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "generator/cluster/part_files.hpp"
#include "generator/plan/table_counts.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {

void HandOvers::take(SectionState state) {
  const std::lock_guard lock(mutex_);
  const std::uint32_t task = state.task;
  left_.emplace(task, std::move(state));
  arrived_.notify_one();
  send(task);
}

void HandOvers::answer(const SectionStateRequest& request) {
  const std::lock_guard lock(mutex_);
  askers_.emplace(request.task, request.asker);
  send(request.task);
}

// The caller must hold the lock.
void HandOvers::send(std::uint32_t task) {
  if (!left_.contains(task) || !askers_.contains(task)) return;
  ranks_.send(askers_.extract(task).mapped(),
              to_message({MessageKind::state, attempt_}, left_.extract(task).mapped()));
}

UnfinishedSection HandOvers::wait(std::uint32_t task, const SectionKey& section, const Poll& poll) {
  std::unique_lock lock(mutex_);
  wait_polling(lock, arrived_, poll, [&] { return left_.contains(task); });
  SectionState left = std::move(left_.extract(task).mapped());
  UnfinishedSection unfinished{.hash = section_hash(section),
                               .carried = std::move(left.carried),
                               .values = std::move(left.values)};
  unfinished.hash->continue_from(left.hash);
  return unfinished;
}

namespace {

// The longest time in seconds until a rank learns that another one has failed.
constexpr double kLongestNews = 5;

std::filesystem::path folder_of(const GenerateOptions& options) {
  return options.tables / folder_name(options.identity());
}

// Makes the checks that need no long work first.
TableIdentity checked(const Begin& begin, const GenerateOptions& options) {
  require_shared(folder_of(options), begin.token);
  require_disk(folder_of(options), begin.files);
  return options.identity();
}

// A scoped timer: adds its lifetime in seconds.
class ScopedTimer {
 public:
  explicit ScopedTimer(double& seconds) : seconds_(seconds), began_(steady_seconds()) {}
  ~ScopedTimer() { seconds_ += steady_seconds() - began_; }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  double& seconds_;
  double began_;
};

}  // namespace

RankRun::RankRun(const Begin& begin, const GenerateOptions& options, Ranks& ranks)
    : space_(checked(begin, options)),
      start_(space_.states(), {options.game, options.last_move_cost}, {}, begin.part_size),
      budget_(MemoryBudget(space_, options.memory, options.section_budget)
                  .require(start_)
                  .section_budget),
      ranks_(ranks),
      attempt_(begin.attempt),
      store_(start_.tables(), budget_),
      hand_overs_(ranks, begin.attempt),
      files_(space_, folder_of(options), options.patience) {}

void RankRun::fetch_early(const DealtTask& task) {
  const std::lock_guard lock(mutex_);
  next_.push_back(task.early);
  begin_early();
}

// The caller must hold the lock.
void RankRun::begin_early() {
  for (; !next_.empty() && fetched_early_ <= last_steps_; ++fetched_early_) {
    make_room(next_.front());
    next_.pop_front();
  }
}

// Drops tiles, takes memory for others, and begins to fetch. The caller must hold the lock.
void RankRun::make_room(const RankStep& step) {
  store_.release(step.drops);
  store_.allocate(step.loads);
  for (const auto& [tile, holder] : step.fetches) {
    store_.allocate({tile});
    ++coming_;
    // The run stays until the values have arrived, even if the attempt ends.
    ranks_.fetch(holder, {attempt_, tile, store_.values(tile)}, store_.memory(tile),
                 [run = shared_from_this(),
                  from = FetchedTile{tile, holder}](std::optional<std::uint64_t> hash) {
                   const std::lock_guard arrived(run->mutex_);
                   run->arrived_tiles_.push_back({from, hash});
                   if (--run->coming_ == 0) run->arrived_.notify_one();
                 });
  }
  if (step.state == Targets::fresh) store_.allocate(step.targets);
}

LentTile RankRun::lend(const Fetch& fetch) const {
  if (fetch.tile >= store_.count() || store_.values(fetch.tile) != fetch.bytes) return {};
  const std::int8_t* const values = store_.data(fetch.tile);
  if (values == nullptr) return {};
  return {shared_from_this(), values, XXH3_64bits(values, fetch.bytes)};
}

EncodedMessage RankRun::compute(const DealtTask& task, const Poll& poll) {
  for (const TileBlocks& place : task.places)
    times_.bytes_loaded += files_.note(part(place.tile), place, poll);
  times_.values_loaded += task.values_read;
  times_.values_fetched += task.values_fetched;
  for (const RankStep& step : task.steps) {
    load(task, step, poll);
    const ScopedTimer timer(times_.computing);
    store_.compute(step, poll);
  }
  EncodedMessage message{.task = task.task};
  encode(task, message, poll);
  message.times = times_;
  return message;
}

void RankRun::prefetch(const DealtTask& task) {
  for (const TileBlocks& place : task.places) files_.prefetch(part(place.tile).key.layer(), place);
}

// Makes a step ready to compute. Reads from files while values arrive from other ranks.
void RankRun::load(const DealtTask& task, const RankStep& step, const Poll& poll) {
  const ScopedTimer timer(times_.loading);
  std::unique_lock lock(mutex_);
  make_room(step);
  lock.unlock();
  store_.load(step.loads, [&](const SectionPart& part, std::int8_t* values) {
    files_.read(part, values, poll);
  });
  lock.lock();
  wait_polling(lock, arrived_, poll, [this] { return coming_ == 0; });
  check_arrived(lock, poll);
  for (const RankStep* const ready : {&task.early, &step}) {
    store_.show(ready->loads);
    for (const auto& [tile, holder] : ready->fetches) store_.show({tile});
  }
  store_.show(step.targets);
  if (&step != &task.steps.back()) return;
  ++last_steps_;
  begin_early();
}

// Checks the tiles that have arrived. Throws if one is damaged, or if its holder has not lent it.
void RankRun::check_arrived(std::unique_lock<std::mutex>& lock, const Poll& poll) {
  const std::vector<ArrivedTile> arrived = std::exchange(arrived_tiles_, {});
  const auto refused =
      std::ranges::find_if(arrived, [](const ArrivedTile& one) { return !one.hash; });
  if (refused != arrived.end()) {
    // The holder may have failed. Then its own error is on the way and ends this attempt.
    const double end = steady_seconds() + kLongestNews;
    wait_polling(lock, arrived_, poll, [end] { return steady_seconds() > end; });
    throw std::runtime_error(fmt::format("rank {} has not lent tile {}, which it should have",
                                         refused->from.holder, refused->from.tile));
  }
  lock.unlock();
  parallel_loop(std::size_t{0}, arrived.size(), [&](std::size_t i) {
    const auto& [from, hash] = arrived[i];
    if (XXH3_64bits(store_.memory(from.tile), store_.values(from.tile)) == hash) return;
    throw std::runtime_error(
        fmt::format("tile {} of rank {} has arrived damaged", from.tile, from.holder));
  });
  lock.lock();
}

// Encodes layer by layer.
void RankRun::encode(const DealtTask& task, EncodedMessage& message, const Poll& poll) {
  std::vector<TileNumber> targets;
  for (const Step& step : task.steps) {
    if (step.completes) targets.insert(targets.end(), step.targets.begin(), step.targets.end());
  }
  std::map<int, std::vector<SectionRows>> by_layer;
  std::map<int, UnfinishedSection> before;
  for (SectionRows& rows : store_.rows(targets)) {
    if (task.before >= 0 && by_layer.empty()) {
      const ScopedTimer timer(times_.waiting);
      before[rows.key().layer()] = hand_overs_.wait(task.task - 1, rows.key(), poll);
    }
    by_layer[rows.key().layer()].push_back(std::move(rows));
  }
  const ScopedTimer timer(times_.encoding);
  for (const auto& [layer, rows] : by_layer) {
    const LayerEncoder& encoder = files_.encoder(layer);
    UnfinishedSection& unfinished = before[layer];
    EncodedRun run{.layer = layer,
                   .hashes = encoder.hashes(rows, unfinished),
                   .blocks = encoder.blocks_of(rows)};
    const UnfinishedSection after = encoder.carry(rows, unfinished);
    if (after.hash) hand_overs_.take({task.task, after.hash->state(), after.carried, after.values});
    encoder.encode(rows, unfinished, workers_, [&](const EncodedBlocks& batch) {
      for (IndexEntry entry : batch.index) {
        entry.offset += run.bytes.size();
        run.index.push_back(entry);
      }
      run.bytes.insert(run.bytes.end(), batch.bytes.begin(), batch.bytes.end());
      run.values.add(batch.values);
    });
    times_.bytes_written += run.bytes.size();
    message.runs.push_back(std::move(run));
  }
}

}  // namespace pipo
