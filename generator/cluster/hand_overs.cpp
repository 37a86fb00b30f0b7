#include "generator/cluster/hand_overs.hpp"

#include <utility>

namespace pipo {

void HandOvers::take(Left left) {
  const std::lock_guard lock(mutex_);
  const std::uint32_t task = left.task;
  left_.emplace(task, std::move(left));
  arrived_.notify_one();
  send(task);
}

void HandOvers::answer(const Ask& ask) {
  const std::lock_guard lock(mutex_);
  askers_.emplace(ask.task, ask.asker);
  send(ask.task);
}

// The caller must hold the lock.
void HandOvers::send(std::uint32_t task) {
  if (!left_.contains(task) || !askers_.contains(task)) return;
  ranks_.send(askers_.extract(task).mapped(),
              to_message({MessageKind::left, attempt_}, left_.extract(task).mapped()));
}

UnfinishedSection HandOvers::wait(std::uint32_t task, const SectionKey& section, const Poll& poll) {
  std::unique_lock lock(mutex_);
  wait_polling(lock, arrived_, poll, [&] { return left_.contains(task); });
  Left left = std::move(left_.extract(task).mapped());
  UnfinishedSection unfinished{.hash = section_hash(section),
                               .carried = std::move(left.carried),
                               .values = std::move(left.values)};
  unfinished.hash->continue_from(left.hash);
  return unfinished;
}

}  // namespace pipo
