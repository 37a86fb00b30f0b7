// Sections on their way from one rank's memory to another's, in pieces of a message each: so many
// at a time that neither waits, so few that they take next to no memory.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>

#include "generator/cluster/messages.hpp"
#include "generator/cluster/ranks.hpp"
#include "generator/sweep/section_pass.hpp"

namespace pipo {

class SectionExchange {
 public:
  // `ranks` must outlive the exchange.
  SectionExchange(Ranks& ranks, std::uint32_t attempt);

  // Asks another rank for a section, which goes to `values`; by one thread, which then waits for
  // all that it has asked for. `poll` may throw, after which nothing is written there any more.
  void fetch(SectionNumber section, int holder, std::int8_t* values, std::uint64_t bytes);
  void wait(const Poll& poll);

  // A piece that has come; by another thread.
  void take(const MessageBytes& values);

 private:
  struct Wanted {
    int holder = 0;
    Fetch fetch = {};
  };

  void ask();

  Ranks& ranks_;
  const std::uint32_t attempt_;
  const int at_a_time_;  // pieces
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Wanted> wanted_;                     // pieces not asked for yet
  std::map<SectionNumber, std::int8_t*> coming_;  // where sections go
  int asked_ = 0;                                 // pieces
};

}  // namespace pipo
