// Ranks as threads of one process, for tests of the cluster run.
#pragma once

#include <condition_variable>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
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
  // A message, or a request for values of the rank.
  struct Item {
    Incoming message;
    std::function<void(const Lend& lend)> fetch = {};
  };
  struct Box {
    std::mutex mutex;
    std::condition_variable filled;
    std::deque<Item> items;
  };

  void add(int rank, Item item) {
    Box& box = *boxes_[static_cast<std::size_t>(rank)];
    const std::lock_guard lock(box.mutex);
    box.items.push_back(std::move(item));
    box.filled.notify_one();
  }

  class One : public Ranks {
   public:
    One(ThreadRanks& all, int number) : all_(all), number_(number) {}
    int rank() const override { return number_; }
    int count() const override { return static_cast<int>(all_.boxes_.size()); }
    void send(int to, MessageBytes message) override {
      all_.add(to, {.message = {number_, std::move(message)}});
    }
    void fetch(int holder, const Fetch& fetch, std::int8_t* to, Arrived arrived) override {
      all_.add(holder, {.message = {}, .fetch = [=](const Lend& lend) {
                          const Reply reply = [=](const LentTile& lent) {
                            if (lent.values) std::memcpy(to, lent.values, fetch.bytes);
                            arrived(lent.values ? std::optional(lent.hash) : std::nullopt);
                          };
                          if (lend) return lend(fetch, reply);
                          reply({});
                        }});
    }
    void set_lend(Lend lend) override { lend_ = std::move(lend); }
    std::optional<Incoming> receive(std::chrono::milliseconds wait) override {
      Box& box = *all_.boxes_[static_cast<std::size_t>(number_)];
      std::unique_lock lock(box.mutex);
      while (box.filled.wait_for(lock, wait, [&] { return !box.items.empty(); })) {
        const Item item = std::move(box.items.front());
        box.items.pop_front();
        if (!item.fetch) return item.message;
        lock.unlock();
        item.fetch(lend_);
        lock.lock();
      }
      return std::nullopt;
    }

   private:
    Lend lend_;
    ThreadRanks& all_;
    int number_;
  };

  std::vector<std::unique_ptr<Box>> boxes_;
};

}  // namespace pipo::test
