// Ranks as threads of one process, for tests of the cluster run.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "generator/cluster/ranks.hpp"

namespace pipo::test {

// The message queues of all ranks.
class ThreadRanks {
 public:
  explicit ThreadRanks(int count) {
    for (int rank = 0; rank < count; ++rank) boxes_.push_back(std::make_unique<Box>());
  }

  // One rank, used by its thread.
  std::unique_ptr<Ranks> rank(int number) { return std::make_unique<One>(*this, number); }

 private:
  struct Box {
    std::mutex mutex;
    std::condition_variable filled;
    std::deque<Incoming> messages;
  };

  class One : public Ranks {
   public:
    One(ThreadRanks& all, int number) : all_(all), number_(number) {}
    int rank() const override { return number_; }
    int count() const override { return static_cast<int>(all_.boxes_.size()); }
    void send(int to, MessageBytes message) override {
      Box& box = *all_.boxes_[static_cast<std::size_t>(to)];
      const std::lock_guard lock(box.mutex);
      box.messages.push_back({number_, std::move(message)});
      box.filled.notify_one();
    }
    std::optional<Incoming> receive(std::chrono::milliseconds wait) override {
      Box& box = *all_.boxes_[static_cast<std::size_t>(number_)];
      std::unique_lock lock(box.mutex);
      if (!box.filled.wait_for(lock, wait, [&] { return !box.messages.empty(); }))
        return std::nullopt;
      Incoming message = std::move(box.messages.front());
      box.messages.pop_front();
      return message;
    }

   private:
    ThreadRanks& all_;
    int number_;
  };

  std::vector<std::unique_ptr<Box>> boxes_;
};

}  // namespace pipo::test
