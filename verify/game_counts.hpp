// Counts games and positions by depth, to test other implementations of the rules: `pipo perft`.
//
// A game of depth d is a sequence of d moves. Games are counted by the sets of edges that they
// draw: the games that end in a set S with edge x last are those that end in S - x.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pipopipette/position.hpp"
#include "verify/checks.hpp"

namespace pipo {

// A number of games, below 2^128.
__extension__ using GameCount = unsigned __int128;

// The games of one depth. The player who makes the first move is the first player. The score is 0-0
// at the start, so it counts the boxes that are completed from there on.
struct GameCounts {
  int depth = 0;
  GameCount games = 0;
  std::uint64_t positions = 0;  // different sets of drawn edges
  std::uint64_t states = 0;     // different sets of drawn edges, player to move and score
  GameCount captures = 0;       // games whose last move completes a box, or two
  GameCount doubles = 0;        // games whose last move completes two boxes
  GameCount ended = 0;          // games after which no edge is open
  GameCount first_to_move = 0;  // other games after which the first player is to move
  std::map<int, GameCount> leads =
      {};  // games by boxes of the first player less those of the other

  // Returns the games in which the first player has more boxes, equally many, or fewer.
  GameCount ahead() const;
  GameCount level() const;
  GameCount behind() const;
};

// Returns the bytes that counting to this depth takes.
std::uint64_t memory_to_count(const Position& start, int depth);

// Returns the largest depth whose number of games is below 2^128; at most the open edges.
int deepest_count(const Position& start);

// Returns the counts of the depths 0 to `depth`, which is at most deepest_count(). Calls `progress`
// with the sets of edges done, of those of a depth.
std::vector<GameCounts> count_games(const Position& start, int depth,
                                    const VerifyProgress& progress = {});

// The games that begin with a move.
struct MoveCounts {
  int edge = 0;
  GameCounts games;
};

// Returns the counts of this depth, at least 1, by the first move. Numbers of games add up to those
// of count_games(); the same position may follow from several moves.
std::vector<MoveCounts> count_games_by_move(const Position& start, int depth,
                                            const VerifyProgress& progress = {});

// Returns the number in decimal digits.
std::string decimal(GameCount count);

}  // namespace pipo
