// The backward sweep over the layers of a board, in memory.
//
//   const SweepStart start(space);
//   Sweep sweep(start);
//   for (int layer = space.last_layer(); layer >= space.first_layer(); --layer) {
//     sweep.compute(layer);
//     ... sweep.sections().rows(key) for the keys of space.sections(layer) ...
//   }
#pragma once

#include <cstdint>

#include "generator/sweep/memory_sections.hpp"
#include "generator/sweep/section_pass.hpp"
#include "generator/sweep/sweep_start.hpp"

namespace pipo {

class Sweep {
 public:
  // `start` must outlive the sweep.
  explicit Sweep(const SweepStart& start, Poll poll = {});

  // Computes a layer. Layers come from the last one down, none left out.
  void compute(int layer);

  // Gives back the memory of a layer that no layer still to be computed can read.
  void drop(int layer) { memory_.drop_layer(layer); }

  const LoadedSections& sections() const { return loaded_; }

  // A move draws at most this many edges in all: a layer reads at most this many layers further on.
  // Every edge but the move's own completes a box, since settling draws nothing else.
  static int reach(const StateSpace& space) { return space.cut().turned().boxes() + 1; }

  // About the bytes of values the sweep will hold at its peak.
  static std::uint64_t expected_bytes(const StateSpace& space);

 private:
  const StateSpace& space_;
  SweepTables tables_;
  LoadedSections loaded_;
  MemorySections memory_;
  Poll poll_;
};

}  // namespace pipo
