#include "generator/cluster/rank_run.hpp"

#include <algorithm>
#include <utility>

#include "generator/cluster/shared_folder.hpp"
#include "generator/plan/disk_plan.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

std::filesystem::path folder_of(const GenerateOptions& options) {
  return options.tables / folder_name(table_identity(options.board, options.start, options.game));
}

// Limits on encoded bytes that wait for the disk: this many, or this part of the memory for values.
constexpr std::uint64_t kLeastPlaced = std::uint64_t{8} << 20;
constexpr std::uint64_t kPlacedPart = 32;

MemoryPlan plan_for(const TableSpace& space, const SweepStart& start,
                    const GenerateOptions& options) {
  MemoryPlan plan = require_memory(space.identity(), start, options.memory);
  if (options.section_budget > 0) plan.section_budget = options.section_budget;
  return plan;
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

// Makes the checks that need no long work first.
GenerateOptions RankRun::checked(const Begin& begin, const GenerateOptions& options) {
  require_shared(folder_of(options), begin.token);
  require_disk(folder_of(options), begin.files);
  return options;
}

RankRun::RankRun(const Begin& begin, const GenerateOptions& options, Ranks& ranks)
    : options_(checked(begin, options)),
      space_(table_identity(options.board, options.start, options.game), begin.thinning),
      start_(space_.states(), options.game, {}, begin.part_size),
      memory_(plan_for(space_, start_, options)),
      store_(start_.tables(), memory_.section_budget),
      exchange_(ranks, begin.attempt),
      hand_overs_(ranks, begin.attempt),
      files_(space_, folder_of(options)),
      encoded_(std::max(kLeastPlaced, memory_.section_budget / kPlacedPart)) {}

EncodedMessage RankRun::compute(const TaskMessage& task, const Poll& poll) {
  holders_.clear();
  for (const TilePlace& place : task.places) {
    if (place.holder >= 0) {
      holders_[place.tile] = place.holder;
      continue;
    }
    times_.bytes_loaded += files_.note(part(place.tile), place);
  }
  for (const ScheduledStep& step : task.steps) {
    store_.drop(step.drops);
    load(step, poll);
    if (step.state == Targets::fresh) {
      store_.take(step.targets);
      store_.show(step.targets);
    }
    const ScopedTimer timer(times_.computing);
    store_.compute(step, poll);
  }
  EncodedMessage message{.task = task.task};
  encode(task, message, poll);
  message.times = times_;
  return message;
}

void RankRun::expect(const TaskMessage& task) {
  for (const TilePlace& place : task.places) {
    if (place.holder < 0) files_.expect(part(place.tile).key.layer(), place);
  }
}

MessageBytes RankRun::values(const Fetch& fetch) const {
  return values_message(fetch, store_.data(fetch.tile));
}

// Fetches from other ranks while files are read.
void RankRun::load(const ScheduledStep& step, const Poll& poll) {
  if (step.loads.empty()) return;
  const ScopedTimer timer(times_.loading);
  store_.take(step.loads);
  std::vector<TileNumber> from_files;
  for (const TileNumber tile : step.loads) {
    const std::uint64_t values = store_.values(tile);
    const auto holder = holders_.find(tile);
    if (holder == holders_.end()) {
      from_files.push_back(tile);
      times_.values_loaded += values;
    } else {
      exchange_.fetch(tile, holder->second, store_.memory(tile), values);
      times_.values_fetched += values;
    }
  }
  store_.load(from_files,
              [this](const SectionPart& part, std::int8_t* values) { files_.read(part, values); });
  exchange_.wait(poll);
  store_.show(step.loads);
}

// Encodes layer by layer. The encoded bytes wait here for their place in the file.
void RankRun::encode(const TaskMessage& task, EncodedMessage& message, const Poll& poll) {
  encoded_.wait(poll);
  std::vector<TileNumber> targets;
  for (const ScheduledStep& step : task.steps) {
    if (step.completes) targets.insert(targets.end(), step.targets.begin(), step.targets.end());
  }
  std::map<int, std::vector<SectionRows>> by_layer;
  std::map<int, UnfinishedSection> before;
  for (SectionRows& rows : store_.rows(targets)) {
    if (task.before >= 0 && by_layer.empty())
      before[rows.key().layer()] = hand_overs_.wait(task.task - 1, rows.key(), poll);
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
    if (after.hash) hand_overs_.leave(task.task, after);
    std::vector<std::byte> bytes;
    encoder.encode(rows, unfinished, workers_, [&](const EncodedBlocks& batch) {
      for (IndexEntry entry : batch.index) {
        entry.offset += bytes.size();
        run.index.push_back(entry);
      }
      bytes.insert(bytes.end(), batch.bytes.begin(), batch.bytes.end());
      run.values.add(batch.values);
    });
    run.bytes = bytes.size();
    times_.bytes_written += run.bytes;
    message.runs.push_back(std::move(run));
    encoded_.add(task.task, layer, std::move(bytes));
  }
}

void RankRun::write(const Place& place) {
  encoded_.write(place, [&](const EncodedRuns::Bytes& bytes) {
    files_.write(place.layer, place.file, place.offset, bytes);
  });
}

}  // namespace pipo
