#include "generator/cluster/rank_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "generator/cluster/shared_folder.hpp"
#include "generator/plan/disk_plan.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

std::filesystem::path folder_of(const GenerateOptions& options) {
  return options.tables / folder_name(table_identity(options.board, options.start));
}

using namespace std::chrono_literals;

// Limits on encoded bytes that wait for the disk: this many, or this part of the memory for values.
constexpr std::uint64_t kLeastPlaced = std::uint64_t{8} << 20;
constexpr std::uint64_t kPlacedPart = 32;

constexpr auto kBetweenLooksAtDisk = 50ms;

// A scoped timer: adds its lifetime in seconds.
class Watch {
 public:
  explicit Watch(double& seconds) : seconds_(seconds), began_(steady_seconds()) {}
  ~Watch() { seconds_ += steady_seconds() - began_; }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

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
      space_(table_identity(options.board, options.start), begin.thinning),
      start_(space_.states()),
      memory_(require_memory(space_.identity(), start_, options.memory)),
      store_(start_.tables(),
             options.section_budget > 0 ? options.section_budget : memory_.section_budget),
      exchange_(ranks, begin.attempt),
      files_(space_, folder_of(options)) {
  if (options.section_budget > 0) memory_.section_budget = options.section_budget;
}

EncodedMessage RankRun::compute(const TaskMessage& task, const Poll& poll) {
  holders_.clear();
  for (const SectionPlace& place : task.places) {
    if (place.holder >= 0) {
      holders_[place.section] = place.holder;
      continue;
    }
    times_.bytes_loaded += files_.note(store_.key(place.section), place);
  }
  for (const ScheduledStep& step : task.steps) {
    store_.drop(step.drops);
    load(step, poll);
    if (step.state == Targets::fresh) {
      store_.take(step.targets);
      store_.show(step.targets);
    }
    const Watch watch(times_.computing);
    store_.compute(step, poll);
  }
  EncodedMessage message{.attempt = task.attempt, .task = task.task};
  wait_for_disk(poll);
  encode(task, message);
  message.times = times_;
  return message;
}

void RankRun::expect(const TaskMessage& task) {
  for (const SectionPlace& place : task.places) {
    if (place.holder < 0) files_.expect(store_.key(place.section).layer(), place);
  }
}

MessageBytes RankRun::values(const Fetch& fetch) const {
  return values_message(fetch, store_.data(store_.key(fetch.section)));
}

// Fetches from other ranks while files are read.
void RankRun::load(const ScheduledStep& step, const Poll& poll) {
  if (step.loads.empty()) return;
  const Watch watch(times_.loading);
  store_.take(step.loads);
  std::vector<SectionNumber> from_files;
  for (const SectionNumber section : step.loads) {
    const std::uint64_t values = store_.values(section);
    const auto holder = holders_.find(section);
    if (holder == holders_.end()) {
      from_files.push_back(section);
      times_.values_loaded += values;
    } else {
      exchange_.fetch(section, holder->second, store_.memory(section), values);
      times_.values_fetched += values;
    }
  }
  store_.load(from_files,
              [this](const SectionKey& key, std::int8_t* values) { files_.read(key, values); });
  exchange_.wait(poll);
  store_.show(step.loads);
}

// Encodes layer by layer. The encoded bytes wait here for their place in the file.
void RankRun::encode(const TaskMessage& task, EncodedMessage& message) {
  const Watch watch(times_.encoding);
  std::map<int, std::vector<SectionKey>> by_layer;
  for (const SectionNumber target : task.steps.back().targets) {
    const SectionKey key = store_.key(target);
    by_layer[key.layer()].push_back(key);
  }
  const auto values = [this](const SectionKey& key) { return store_.data(key); };
  for (const auto& [layer, keys] : by_layer) {
    const LayerEncoder& encoder = files_.encoder(layer);
    EncodedRun run{.layer = layer, .hashes = encoder.hashes(keys, values)};
    std::vector<std::byte> bytes;
    encoder.encode(keys, values, workers_, [&](const EncodedBlocks& batch) {
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
    const std::lock_guard lock(mutex_);
    encoded_[{task.task, layer}] = std::move(bytes);
  }
}

void RankRun::write(const Place& place) {
  std::unique_lock lock(mutex_);
  const std::vector<std::byte> bytes = std::move(encoded_.at({place.task, place.layer}));
  encoded_.erase({place.task, place.layer});
  lock.unlock();
  files_.write(place.layer, place.file, place.offset, bytes);
  lock.lock();
  placed_bytes_ -= bytes.size();
  written_.notify_one();
}

void RankRun::note_placed(const Place& place) {
  const std::lock_guard lock(mutex_);
  placed_bytes_ += encoded_.at({place.task, place.layer}).size();
}

// Waits while the disk is slower than the rank, so that encoded bytes do not fill the memory.
void RankRun::wait_for_disk(const Poll& poll) {
  const Watch watch(times_.encoding);
  std::unique_lock lock(mutex_);
  while (placed_bytes_ > std::max(kLeastPlaced, memory_.section_budget / kPlacedPart)) {
    written_.wait_for(lock, kBetweenLooksAtDisk);
    if (poll) poll();
  }
}

}  // namespace pipo
