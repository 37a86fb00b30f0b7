// Lets long work check from time to time whether it has to end.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace pipo {

// Called from time to time by every working thread; ends the work by throwing. May be empty.
using Poll = std::function<void()>;

// Waits until `done` returns true, and polls meanwhile.
template <typename Done>
void wait_polling(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                  const Poll& poll, Done done) {
  while (!changed.wait_for(lock, std::chrono::milliseconds(50), done)) {
    if (poll) poll();
  }
}

}  // namespace pipo
