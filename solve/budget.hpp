// The limits of memory and time for solving, and whether the work has to stop.
#pragma once

#include <cstdint>
#include <functional>

#include "solve/start_sweep.hpp"

namespace pipo {

// A sweep that is estimated to be shorter says nothing about the speed of the machine, because it
// spends most of its time on starting up.
constexpr double kTellingSeconds = 0.1;

class Budget {
 public:
  // Takes `memory` in bytes; 0 means the free memory of the machine. `seconds` counts from now; 0
  // means no limit. `stopped` may be called from any thread.
  Budget(std::uint64_t memory, double seconds, std::function<bool()> stopped);

  std::uint64_t memory() const { return memory_; }
  bool memory_given() const { return memory_given_; }

  // Without a limit of memory, takes what is free now.
  void measure_memory();

  // Returns the bytes for a search's table: the memory without that of the process, but at most 1
  // GiB if no memory was given. Throws OutOfMemory if too little is left.
  std::uint64_t search_memory() const;

  double seconds_left() const;  // infinite without a time limit

  // Returns the seconds of one processor that the current threads have left; infinite without a
  // time limit.
  double processor_seconds_left() const;

  // Returns whether the sweep fits into this share of the remaining time on the current threads.
  bool in_time(const SweepSize& size, double share = 1) const;

  // Returns whether it also fits into memory, by its estimate.
  bool fits(const SweepSize& size, double share = 1) const {
    return size.memory <= memory_ && in_time(size, share);
  }

  bool over() const { return seconds_left() <= 0; }  // whether the time limit has passed
  bool stopped() const { return over() || (stopped_ && stopped_()); }

  // Return a function that throws Stopped if the work has to stop: because the time is over or the
  // caller says so, or only in the latter case. It must not outlive this.
  Poll poll() const;
  Poll poll_caller() const;

 private:
  bool memory_given_;
  std::uint64_t memory_;
  double end_;
  std::function<bool()> stopped_;
};

}  // namespace pipo
