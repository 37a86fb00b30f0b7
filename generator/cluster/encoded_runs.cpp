#include "generator/cluster/encoded_runs.hpp"

#include <chrono>

namespace pipo {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenLooksAtDisk = 50ms;

}  // namespace

void EncodedRuns::add(std::uint32_t task, int layer, Bytes bytes) {
  const std::lock_guard lock(mutex_);
  runs_[{task, layer}] = std::move(bytes);
}

void EncodedRuns::note_placed(const Place& place) {
  const std::lock_guard lock(mutex_);
  placed_bytes_ += runs_.at({place.task, place.layer}).size();
}

void EncodedRuns::write(const Place& place, const std::function<void(const Bytes&)>& write) {
  std::unique_lock lock(mutex_);
  const auto run = runs_.extract({place.task, place.layer});
  lock.unlock();
  write(run.mapped());
  lock.lock();
  placed_bytes_ -= run.mapped().size();
  written_.notify_one();
}

void EncodedRuns::wait(const Poll& poll) {
  std::unique_lock lock(mutex_);
  while (placed_bytes_ > most_placed_) {
    written_.wait_for(lock, kBetweenLooksAtDisk);
    if (poll) poll();
  }
}

}  // namespace pipo
