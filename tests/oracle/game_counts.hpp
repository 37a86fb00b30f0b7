// Games and positions by depth, by the rules alone: plays every move of every state. Shares no code
// with the project.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/oracle/rules.hpp"

namespace oracle {

__extension__ using Games = unsigned __int128;

// The members of pipo::GameCounts.
struct CountedGames {
  Games games = 0, captures = 0, doubles = 0, ended = 0, first_to_move = 0;
  Games ahead = 0, level = 0, behind = 0;
  std::uint64_t positions = 0, states = 0;
};

// The counts of the depths 0, 1, ... of the games from a position; player 0 makes the first move.
class GameTree {
 public:
  GameTree(const Rules& rules, Drawn start) : rules_(rules) { layer_[{start, 0, 0, 0}] = 1; }

  CountedGames here() const {
    CountedGames counts = last_moves_;
    std::set<Drawn> positions;
    for (const auto& [state, games] : layer_) {
      const auto& [drawn, player, first, second] = state;
      positions.insert(drawn);
      ++counts.states;
      counts.games += games;
      if (drawn == rules_.full()) counts.ended += games;
      if (drawn != rules_.full() && player == 0) counts.first_to_move += games;
      (first > second ? counts.ahead : first < second ? counts.behind : counts.level) += games;
    }
    counts.positions = positions.size();
    return counts;
  }

  // Goes one move deeper.
  void play() {
    std::map<State, Games> next;
    last_moves_ = {};
    for (const auto& [state, games] : layer_) {
      const auto& [drawn, player, first, second] = state;
      for (int edge = 0; edge < rules_.edges(); ++edge) {
        if ((drawn >> edge & 1) != 0) continue;
        const int taken = rules_.captures(drawn, edge);
        State after{drawn | Drawn{1} << edge, taken > 0 ? player : 1 - player, first, second};
        (player == 0 ? std::get<2>(after) : std::get<3>(after)) += taken;
        next[after] += games;
        if (taken > 0) last_moves_.captures += games;
        if (taken == 2) last_moves_.doubles += games;
      }
    }
    layer_ = std::move(next);
  }

 private:
  using State = std::tuple<Drawn, int, int, int>;  // drawn edges, player to move, boxes of 0 and 1

  const Rules& rules_;
  std::map<State, Games> layer_;
  CountedGames last_moves_;  // only captures and doubles
};

}  // namespace oracle
