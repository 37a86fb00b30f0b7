// The steps of a schedule, packed: with little memory there are many, most of them with a few tiles
// in each of their lists.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "generator/sweep/step_plan.hpp"

namespace pipo {

// A step of the sweep. It flushes, drops, allocates memory and loads, and then computes. While it
// computes, the next step's loads are read if they are early, and earlier finished rows of tiles
// are written.
struct ScheduledStep : Step {
  std::vector<TileNumber> drops = {};
  std::vector<TileNumber> loads = {};
  bool loads_early = false;  // read while the previous step computes
  bool flush = false;  // all rows of tiles finished so far must be in their files before the step
  // After the step: wait until the previous write is finished, then start to write what has been
  // computed since it began.
  bool write = false;
};

class ScheduledSteps {
 public:
  void add(const ScheduledStep& step);
  void shrink_to_fit();  // frees spare memory; call it after the last step

  bool empty() const { return steps_.empty(); }
  std::size_t size() const { return steps_.size(); }
  ScheduledStep operator[](std::size_t number) const;

  std::uint64_t bytes() const;  // of memory

 private:
  struct Packed {
    std::uint64_t first;                 // of its tiles in tiles_, list by list
    std::array<std::uint32_t, 4> sizes;  // of its targets, sources, drops, loads
    Targets state;
    bool completes;
    bool loads_early;
    bool flush;
    bool write;
  };

  std::vector<Packed> steps_;
  std::vector<TileNumber> tiles_;
};

}  // namespace pipo
