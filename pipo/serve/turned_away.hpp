// Clients that are told there is no room, in one go and without a thread of their own.
#pragma once

#include <chrono>
#include <deque>
#include <utility>

#include "pipo/serve/problem.hpp"
#include "probe/base/descriptor.hpp"

namespace pipo {

class TurnedAway {
 public:
  // Answers with the problem, whatever the client asks.
  void add(Descriptor socket, const Problem& problem);

  // To be called now and then: reads and throws away what they have sent, and closes those that
  // have had their time. Closed at once, a connection may be reset before the client has read the
  // answer, or has even asked.
  void tend();

 private:
  using Clock = std::chrono::steady_clock;

  std::deque<std::pair<Descriptor, Clock::time_point>> leaving_;  // and until when
};

}  // namespace pipo
