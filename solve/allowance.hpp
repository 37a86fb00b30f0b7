// What work may take of memory and time, and when it has to end.
#pragma once

#include <cstdint>
#include <functional>

#include "solve/start_sweep.hpp"

namespace pipo {

class Allowance {
 public:
  // Bytes, 0: what the machine has. Seconds from now on, 0: as long as it takes. `stopped` may be
  // asked from any thread.
  Allowance(std::uint64_t memory, double seconds, std::function<bool()> stopped);

  std::uint64_t memory() const { return memory_; }

  // What a search may remember in: what the process leaves, and of memory that nobody allowed, no
  // more than 1 GiB. Throws NoSpace if the process leaves too little.
  std::uint64_t search_memory() const;

  double seconds_left() const;  // infinite where there is no end

  // Does it fit into this share of the time that is left, on the threads there are?
  bool in_time(const SweepSize& size, double share = 1) const;

  // And into memory, about?
  bool fits(const SweepSize& size, double share = 1) const {
    return size.memory <= memory_ && in_time(size, share);
  }

  bool over() const { return seconds_left() <= 0; }  // the time, that is
  bool stopped() const { return over() || (stopped_ && stopped_()); }

 private:
  bool memory_given_;
  std::uint64_t memory_;
  double end_;
  std::function<bool()> stopped_;
};

}  // namespace pipo
