// Passes a section on from the task that computes some of its rows to the task that computes the
// next ones: the hash so far, and rows of a block that is not complete. A rank that does the next
// task asks for it, unless it also did the previous one.
//
// Every wait ends: a task is dealt before the one that continues its section, and every rank does
// its tasks in the order in which they are dealt.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>

#include "generator/cluster/messages.hpp"
#include "generator/writer/unfinished_section.hpp"
#include "probe/base/poll.hpp"

namespace pipo {

// Any thread may call any function.
class HandOvers {
 public:
  // `ranks` must outlive this.
  HandOvers(Ranks& ranks, std::uint32_t attempt) : ranks_(ranks), attempt_(attempt) {}

  // Takes what a task of this rank leaves of its last section, or what has arrived.
  void take(Left left);

  // Sends what a task leaves to the rank that asks, once it is there.
  void answer(const Ask& ask);

  // Waits for what a task leaves. `poll` may throw.
  UnfinishedSection wait(std::uint32_t task, const SectionKey& section, const Poll& poll);

 private:
  void send(std::uint32_t task);

  Ranks& ranks_;
  const std::uint32_t attempt_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<std::uint32_t, Left> left_;   // [task]
  std::map<std::uint32_t, int> askers_;  // [task]: the rank that waits
};

}  // namespace pipo
