// The backward sweep over the layers of a board, in memory.
//
//   Sweep sweep(space);
//   for (int layer = space.last_layer(); layer >= space.first_layer(); --layer) {
//     sweep.compute(layer);
//     ... sweep.sections().rows(key) for the keys of space.sections(layer) ...
//   }
#pragma once

#include <cstdint>
#include <memory>

#include "generator/half/half_table.hpp"
#include "generator/seam/seam_plan.hpp"
#include "generator/sweep/memory_sections.hpp"
#include "generator/sweep/section_pass.hpp"
#include "probe/table/state_space.hpp"

namespace pipo {

class Sweep {
 public:
  // Makes the tables of the halves and the plans of the seams. `space` must outlive the sweep.
  explicit Sweep(const StateSpace& space);

  // Computes a layer. Layers come from the last one down, none left out.
  void compute(int layer);

  // Gives back the memory of a layer that no layer still to be computed can read.
  void drop(int layer) { sections_.drop_layer(layer); }

  const LoadedSections& sections() const { return loaded_; }

  // A move draws at most this many edges in all: a layer reads at most this many layers further on.
  // Every edge but the move's own completes a box, since settling draws nothing else.
  static int reach(const StateSpace& space) { return space.cut().turned().boxes() + 1; }

  // Bytes held now, tables included.
  std::uint64_t bytes() const { return table_bytes_ + sections_.bytes(); }

  // About what the sweep will hold at its peak.
  static std::uint64_t expected_bytes(const StateSpace& space);

 private:
  const StateSpace& space_;
  std::unique_ptr<const HalfTable> lower_;
  std::unique_ptr<const HalfTable> upper_;  // empty where the halves are alike
  SeamPlans plans_;
  SweepTables tables_;
  LoadedSections loaded_;
  MemorySections sections_;
  std::uint64_t table_bytes_ = 0;
};

}  // namespace pipo
