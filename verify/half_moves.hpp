// The moves inside one half of the cut board, and how the half reacts to edges drawn at its border.
//
// Two configurations of a half react alike if, whatever edges are drawn at their border, settling
// the half alone draws the same edges and completes the same boxes. Then settling the whole board
// does the same to both, whatever else is on the board: it goes back and forth between the parts,
// which meet only at the borders. So one position of each kind has to be settled, with settle().
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "probe/board/settle.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// Numbers of rows (or columns) of a section, and of those of the section that a move leads to.
using NumberPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The configurations with the same number of edges under one state of the border.
struct HalfGroup {
  std::vector<HalfConfiguration> configurations;
  std::vector<std::uint32_t> reactions;  // numbers of their reactions

  // The moves inside the half after which nothing is drawn at the border, by their effect.
  struct Inner {
    int edges = 0;  // drawn
    int captured = 0;
    Handout handout = Handout::none;
    NumberPairs pairs;
  };
  std::vector<Inner> inner;

  // The other moves inside the half.
  struct Crossing {
    std::uint32_t number = 0;     // of the configuration
    HalfConfiguration after = 0;  // with the move's edge, not settled
    std::uint32_t reaction = 0;   // of `after`
  };
  std::vector<Crossing> crossing;
};

class HalfMoves {
 public:
  // `states` must outlive this.
  explicit HalfMoves(const StateSpace& states);
  ~HalfMoves();

  // Found on the first call and kept. Any thread may call these.
  const HalfGroup& group(Side side, BorderState border, int drawn);
  // Returns a configuration, of any number of edges, with this reaction.
  HalfConfiguration example(Side side, BorderState border, std::uint32_t reaction);

 private:
  class Half;

  Half& half(Side side);

  std::unique_ptr<Half> halves_[2];  // one if both are alike
};

}  // namespace pipo
