// Passes a section on from the task that computes some of its rows to the task that computes the
// next ones: the hash so far, and rows of a block that is not complete. The rank that does the next
// task asks for it.
//
// Waiting cannot last for ever: a task is dealt before the one that continues its section, and
// every rank does its tasks in the order in which they are dealt.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>

#include "generator/cluster/messages.hpp"
#include "generator/cluster/ranks.hpp"
#include "generator/sweep/tile_pass.hpp"
#include "generator/writer/unfinished_section.hpp"

namespace pipo {

// One thread calls leave() and wait(), another one the other functions.
class HandOvers {
 public:
  // `ranks` must outlive this.
  HandOvers(Ranks& ranks, std::uint32_t attempt) : ranks_(ranks), attempt_(attempt) {}

  // Leaves what the task that ends here has of its last section.
  void leave(std::uint32_t task, const UnfinishedSection& unfinished);

  // Sends that to the rank that asks, once it is there.
  void answer(const Ask& ask);

  // Takes what a task has left, and waits for it. `poll` may throw.
  void take(Left left);
  UnfinishedSection wait(std::uint32_t task, const SectionKey& section, const Poll& poll);

 private:
  void send(int asker, const Left& left);

  Ranks& ranks_;
  const std::uint32_t attempt_;
  std::mutex mutex_;
  std::condition_variable arrived_one_;
  std::map<std::uint32_t, Left> left_;     // here, by task; not asked for yet
  std::map<std::uint32_t, int> askers_;    // [task]: the rank that waits
  std::map<std::uint32_t, Left> arrived_;  // from other tasks
};

}  // namespace pipo
