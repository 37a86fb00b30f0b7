// The threads at work for clients, one for each.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <list>
#include <thread>

namespace pipo {

// For one thread, which starts the others.
class Crew {
 public:
  Crew() = default;
  ~Crew() { join(); }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // A thread that does this, which throws nothing. Throws std::system_error if none can be started.
  void start(std::function<void()> work);

  // Those at work. The others are taken leave of.
  std::size_t size();

  // Waits for all.
  void join();

 private:
  struct Member {
    std::thread thread;
    std::atomic<bool> done = false;
  };

  std::list<Member> members_;
};

}  // namespace pipo
