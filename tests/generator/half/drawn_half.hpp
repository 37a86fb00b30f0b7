// A half as boxes and named edges, to check the start-up tables. It settles box by box and shares
// no code with them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "probe/space/half_index.hpp"

namespace pipo {

class DrawnHalf {
 public:
  DrawnHalf(int columns, int rows) : columns_(columns), rows_(rows) {}

  // Returns the name of an edge: "h R C" for the horizontal on the far side of row R, "h rows C"
  // for the border, "v R C" for the vertical left of box C.
  static std::string name(char kind, int row, int column) {
    return std::string(1, kind) + " " + std::to_string(row) + " " + std::to_string(column);
  }

  void load(HalfConfiguration configuration, BorderState border) {
    drawn_.clear();
    int bit = 0;
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column <= columns_; ++column)
        drawn_[name('v', row, column)] = configuration >> bit++ & 1U;
      for (int column = 0; column < columns_; ++column)
        drawn_[name('h', row, column)] = configuration >> bit++ & 1U;
    }
    for (int column = 0; column < columns_; ++column)
      drawn_[name('h', rows_, column)] = border >> column & 1U;
  }
  bool drawn(const std::string& edge) const { return drawn_.at(edge); }
  void draw(const std::string& edge) { drawn_.at(edge) = true; }
  std::vector<std::string> edges() const {
    std::vector<std::string> names;
    for (const auto& [edge, is_drawn] : drawn_) names.push_back(edge);
    return names;
  }

  std::vector<std::string> sides(int row, int column) const {
    return {name('h', row, column), name('h', row + 1, column), name('v', row, column),
            name('v', row, column + 1)};
  }
  int sides_drawn(int row, int column) const {
    int count = 0;
    for (const auto& side : sides(row, column)) count += drawn(side);
    return count;
  }

  // Completes boxes with three sides until there are none. Returns the number of complete boxes.
  int settle() {
    int captured = 0;
    for (bool again = true; again;) {
      again = false;
      for (int row = 0; row < rows_; ++row) {
        for (int column = 0; column < columns_; ++column) {
          if (sides_drawn(row, column) != 3) continue;
          for (const auto& side : sides(row, column)) draw(side);
          again = true;
        }
      }
    }
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) captured += sides_drawn(row, column) == 4;
    }
    return captured;
  }

  BorderState border() const {
    BorderState state = 0;
    for (int column = 0; column < columns_; ++column) {
      state |= static_cast<BorderState>(drawn(name('h', rows_, column))) << column;
    }
    return state;
  }
  int drawn_inside() const {
    int count = 0;
    for (const auto& [edge, is_drawn] : drawn_) count += is_drawn;
    return count - std::popcount(border());
  }

  // Returns the number of drawn outer edges of each box, and the state of every other edge. Equal
  // results mean equal values.
  std::string merged() const {
    std::string text;
    std::map<std::string, int> outer;
    for (const auto& [edge, is_drawn] : drawn_) {
      const int row = edge[2] - '0';
      const int column = edge[4] - '0';
      const bool side = edge[0] == 'v' && (column == 0 || column == columns_);
      if (side || (edge[0] == 'h' && row == 0)) {
        outer[std::to_string(row) + "," +
              std::to_string(edge[0] == 'v' && column > 0 ? columns_ - 1 : column)] += is_drawn;
      } else {
        text += is_drawn ? '1' : '0';
      }
    }
    for (const auto& [box, count] : outer) text += ";" + box + ":" + std::to_string(count);
    return text;
  }

 private:
  int columns_;
  int rows_;
  std::map<std::string, bool> drawn_;
};

}  // namespace pipo
