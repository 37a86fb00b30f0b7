// A game with what is known of each of its moves: what it threw away, and where the game was
// decided. Players are 0, who began, and 1.
//
// Two things may be thrown away. Boxes: the value after a move is less than the value before it,
// always by an even number, of which each two are a box that goes to the other player. And the
// result: with the score so far, a value says how the game ends under best play by both, and that
// may have been won before the move and be tied or lost after it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "search/bounds.hpp"
#include "solve/game_values.hpp"

namespace pipo {

enum class Result { loss, tie, win };

struct AnalysedMove {
  int edge = 0;  // DBN index
  int captures = 0;
  int player = 0;
  EdgeSet drawn = 0;           // before it
  std::array<int, 2> score{};  // of both players, before it

  // Margins for the player who moves, from here to the end of the game.
  Bounds before;
  Bounds after;  // of this move, its boxes included

  std::optional<Way> way;  // by which the value before it was found; nothing where it is too early
  std::vector<int> best;   // every best move, as DBN indices; empty where they are not known

  // What the move threw away, where that is certain: before - after.
  std::optional<int> lost() const;

  // How the game ends for the player who moves under best play by both, where that is certain:
  // before the move, and after it.
  std::optional<Result> result_before() const;
  std::optional<Result> result_after() const;

 private:
  int lead() const;
};

// How a game ends, and since when that has been certain.
struct Decision {
  std::optional<int> winner;  // nothing: a tie
  int since = 0;              // so many moves had been made
  bool by_move = false;       // the last of them changed the result; else it is not known before
};

struct AnalysedGame {
  Board board{1, 1};
  std::vector<AnalysedMove> moves;

  // Behind the last move.
  EdgeSet drawn = 0;
  int turn = 0;  // who is to move; at the end who moved last
  std::array<int, 2> score{};
  Bounds value;           // for the player to move
  std::vector<int> best;  // his best moves, if they are known

  std::vector<SolvedStretch> stretches;
  Ending ending = Ending::done;
  std::optional<SweepSize> too_large;  // as in GameValues
  int unknown = 0;

  bool over() const { return drawn == board.all(); }

  // Of player 0, boxes taken so far included, after so many moves.
  Bounds margin(int moves_made) const;

  // Nothing where not even the last position is known well enough.
  std::optional<Decision> decision() const;

  // What a player threw away in all the moves where that is certain.
  struct Lost {
    int margin = 0;
    int moves = 0;     // that threw something away
    int of_moves = 0;  // of which it is certain
  };
  Lost lost(int player) const;
};

}  // namespace pipo
