// The player who makes the first loony move, by the rules alone: plays Dots-and-Boxes with the
// added rule that a player who makes a loony move, or finds no move left, loses. Shares no code
// with the project.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/oracle/rules.hpp"

namespace oracle {

// For every position of a board with at most 20 edges.
class FirstLoony {
 public:
  explicit FirstLoony(const Rules& rules)
      : rules_(rules), loony_(rules.full() + 1), avoids_(rules.full() + 1) {
    for (Drawn drawn = 0; drawn <= rules.full(); ++drawn) {
      loony_[drawn] = can_hand_back(drawn, all_taken(drawn));
    }
    for (Drawn drawn = rules.full() + 1; drawn-- > 0;) avoids_[drawn] = finds_a_way(drawn);
  }

  // Whether boxes are on offer that the player to move can take, or take some of and leave the
  // others to the opponent by a move that takes none.
  bool loony(Drawn drawn) const { return loony_[drawn]; }

  // Whether the player to move can avoid the first loony move, until the opponent makes it or finds
  // no move left. Of a loony position: whether the player wins from there.
  bool avoids(Drawn drawn) const { return avoids_[drawn]; }

  // Whether the player who draws this edge still avoids it.
  bool avoids_by(Drawn drawn, int edge) const {
    const Drawn after = drawn | Drawn{1} << edge;
    if (rules_.captures(drawn, edge) > 0) return avoids_[after];
    return !loony_[after] && !avoids_[after];
  }

 private:
  // The edges drawn once all boxes on offer are taken.
  Drawn all_taken(Drawn drawn) const {
    for (int edge = 0; edge < rules_.edges(); ++edge) {
      if ((drawn >> edge & 1) != 0 || rules_.captures(drawn, edge) == 0) continue;
      return all_taken(drawn | Drawn{1} << edge);
    }
    return drawn;
  }

  // Whether the player can draw one of these edges without a box, at once or after taking some.
  bool can_hand_back(Drawn drawn, Drawn all) const {
    for (int edge = 0; edge < rules_.edges(); ++edge) {
      if ((drawn >> edge & 1) != 0 || (all >> edge & 1) == 0) continue;
      if (rules_.captures(drawn, edge) == 0) return true;
      if (can_hand_back(drawn | Drawn{1} << edge, all)) return true;
    }
    return false;
  }

  bool finds_a_way(Drawn drawn) const {
    for (int edge = 0; edge < rules_.edges(); ++edge) {
      if ((drawn >> edge & 1) == 0 && avoids_by(drawn, edge)) return true;
    }
    return false;
  }

  const Rules& rules_;
  std::vector<bool> loony_, avoids_;
};

}  // namespace oracle
