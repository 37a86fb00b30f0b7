// All positions of a board that contain a start, or the quiet ones among them, numbered: how many
// there are in a layer is counted, and any of them found by its number, without going through them.
//
// Edges are decided one after the other, box by box along the rows of the board turned so that it
// has no more columns than rows. What the rest may be depends on few of the edges decided before:
// the line below the boxes done, and two verticals. For each state of those, and each number of
// edges still to be drawn, the ways to go on are counted once, from the end.
#pragma once

#include <cstdint>
#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

class CountedPositions {
 public:
  enum class Kind { all, quiet };

  // Those that contain `start.drawn`.
  CountedPositions(const Position& start, Kind kind);

  // How many have so many edges drawn, 0 <= layer <= edges.
  std::uint64_t size(int layer) const { return ways(0, 0, layer); }

  // The number-th of them, 0 <= number < size(layer), each once.
  Position at(int layer, std::uint64_t number) const;

 private:
  // What the next edge is to the boxes: the side of one above it, of one on its right, ...
  enum class Role { top_line, left_side, right_side, bottom };
  struct Step {
    int edge = 0;  // on the turned board
    Role role = Role::top_line;
    int column = 0;
    bool forced = false;  // the start has it
  };

  std::uint64_t& ways(std::size_t step, std::uint32_t state, int left) {
    return ways_[(step * states_ + state) * static_cast<std::size_t>(kMaximumEdges + 1) +
                 static_cast<std::size_t>(left)];
  }
  std::uint64_t ways(std::size_t step, std::uint32_t state, int left) const {
    return const_cast<CountedPositions*>(this)->ways(step, state, left);
  }
  // The ways to go on if the next edge is drawn, or left open.
  std::uint64_t ways_with(std::size_t step, std::uint32_t state, int left, bool drawn) const;
  // The state behind a step; -1 where that closes a box that is not to be.
  int after(const Step& step, std::uint32_t state, bool drawn) const;
  void list_steps(EdgeSet start);

  Board board_;
  Board turned_;
  Kind kind_;
  std::size_t states_;  // a bit a column, then the left and the right side of the box
  std::vector<Step> steps_;
  std::vector<std::uint64_t> ways_;
};

}  // namespace pipo
