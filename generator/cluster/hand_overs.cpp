#include "generator/cluster/hand_overs.hpp"

#include <chrono>
#include <utility>

namespace pipo {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenStops = 50ms;

}  // namespace

void HandOvers::leave(std::uint32_t task, const UnfinishedSection& unfinished) {
  Left left{.task = task,
            .hash = unfinished.hash->state(),
            .carried = unfinished.carried,
            .values = unfinished.values};
  const std::lock_guard lock(mutex_);
  const auto asker = askers_.extract(task);
  if (asker) return send(asker.mapped(), left);
  left_.emplace(task, std::move(left));
}

void HandOvers::answer(const Ask& ask) {
  const std::lock_guard lock(mutex_);
  const auto left = left_.extract(ask.task);
  if (left) return send(ask.asker, left.mapped());
  askers_.emplace(ask.task, ask.asker);
}

void HandOvers::send(int asker, const Left& left) {
  ranks_.send(asker, to_message({MessageKind::left, attempt_}, left));
}

void HandOvers::take(Left left) {
  const std::lock_guard lock(mutex_);
  arrived_.emplace(left.task, std::move(left));
  arrived_one_.notify_one();
}

UnfinishedSection HandOvers::wait(std::uint32_t task, const SectionKey& section, const Poll& poll) {
  std::unique_lock lock(mutex_);
  while (!arrived_.contains(task)) {
    arrived_one_.wait_for(lock, kBetweenStops);
    if (poll) poll();
  }
  Left left = std::move(arrived_.extract(task).mapped());
  UnfinishedSection unfinished{.hash = section_hash(section),
                               .carried = std::move(left.carried),
                               .values = std::move(left.values)};
  unfinished.hash->continue_from(left.hash);
  return unfinished;
}

}  // namespace pipo
