// Numbers all positions of a board that contain a start, or the quiet ones among them. It counts
// the positions of a layer and finds any of them by its number, without enumerating them.
//
// Edges are decided one after the other, box by box along the rows of the board turned so that it
// has no more columns than rows. The choices left depend only on a few of the edges decided before:
// the line below the boxes done, and two verticals. For each state of these, and each number of
// edges still to be drawn, the ways to continue are counted once, from the end.
#pragma once

#include <cstdint>
#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

class CountedPositions {
 public:
  enum class Kind { all, quiet };

  // Numbers the positions that contain `start.drawn`.
  CountedPositions(const Position& start, Kind kind);

  // Returns how many of them have `layer` edges drawn, 0 <= layer <= edges.
  std::uint64_t size(int layer) const { return ways(0, 0, layer); }

  // Returns the number-th of them, 0 <= number < size(layer). Each position has one number.
  Position at(int layer, std::uint64_t number) const;

 private:
  // The role of the next edge: which side of which neighbouring box it is.
  enum class Role { top_line, left_side, right_side, bottom };
  struct Step {
    int edge = 0;  // on the turned board
    Role role = Role::top_line;
    int column = 0;
    bool forced = false;  // the start contains it
  };

  std::uint64_t& ways(std::size_t step, std::uint32_t state, int left) {
    return ways_[(step * states_ + state) * static_cast<std::size_t>(kSmallBoardEdges + 1) +
                 static_cast<std::size_t>(left)];
  }
  std::uint64_t ways(std::size_t step, std::uint32_t state, int left) const {
    return const_cast<CountedPositions*>(this)->ways(step, state, left);
  }
  // Returns the number of ways to continue if the next edge is drawn, or left open.
  std::uint64_t ways_with(std::size_t step, std::uint32_t state, int left, bool drawn) const;
  // Returns the state after a step, or -1 if the step would close a box that must stay open.
  int after(const Step& step, std::uint32_t state, bool drawn) const;
  void list_steps(EdgeSet start);

  Board board_;
  Board turned_;
  Kind kind_;
  std::size_t states_;  // one bit per column, then the left and the right side of the box
  std::vector<Step> steps_;
  std::vector<std::uint64_t> ways_;
};

}  // namespace pipo
