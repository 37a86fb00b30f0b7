// threads.hpp for builds without threads: all of it happens in the calling thread.
#include <exception>

#include "parallel/threads.hpp"

namespace pipo {

void call_with_threads(int /*threads*/, const std::function<void()>& f) {
  f();
}

void call_in_parallel(const std::function<void()>& f) {
  f();
}

int loop_threads() {
  return 1;
}

int loop_thread() {
  return 0;
}

void parallel_parts(std::size_t begin, std::size_t end, std::size_t /*least*/,
                    const std::function<void(std::size_t first, std::size_t end)>& f) {
  if (begin < end) f(begin, end);
}

void parallel_pipeline(std::size_t /*most*/, const std::function<std::shared_ptr<void>()>& make,
                       const std::function<void(void*)>& work,
                       const std::function<void(void*)>& hand_on) {
  while (const std::shared_ptr<void> thing = make()) {
    work(thing.get());
    hand_on(thing.get());
  }
}

void call_isolated(const std::function<void()>& f) {
  f();
}

void call_alone(const std::function<void()>& f) {
  f();
}

class TaskGroup::Tasks {
 public:
  std::exception_ptr failure;
};

TaskGroup::TaskGroup() : tasks_(std::make_unique<Tasks>()) {}
TaskGroup::~TaskGroup() = default;

void TaskGroup::run(std::function<void()> task) {
  if (tasks_->failure) return;  // as in a group that has been cancelled
  try {
    task();
  } catch (...) {
    tasks_->failure = std::current_exception();
  }
}

void TaskGroup::wait() {
  if (tasks_->failure) std::rethrow_exception(std::exchange(tasks_->failure, nullptr));
}

}  // namespace pipo
