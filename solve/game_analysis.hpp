// Analyses a game move by move: exactly from the first position on that can be solved; before it,
// with bounds that follow from the later values. Players are 0, who began, and 1.
//
// A move may throw away two things. Boxes: the value after the move is lower than the value before
// it. The difference is always even, and every two points of margin are one box that goes to the
// other player. The result: with the score so far, a value determines how the game ends under best
// play by both, and a game won before the move may be tied or lost after it.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "pipopipette/game.hpp"
#include "pipopipette/solver.hpp"
#include "pipopipette/tables.hpp"
#include "search/bounds.hpp"
#include "solve/game_values.hpp"

namespace pipo {

enum class Result { loss, tie, win };

struct AnalysedMove {
  int edge = 0;  // DBN index
  int captures = 0;
  int player = 0;
  IndexSet drawn;              // before the move
  std::array<int, 2> score{};  // of both players, before the move

  // Margins for the player who moves, from this position to the end of the game.
  Bounds before;
  Bounds after;  // of this move, including its boxes

  std::optional<Way> way;  // how `before` was found; nothing if the position is too early
  std::vector<int> best;   // every best move, as DBN indices; empty if unknown

  // Returns what the move threw away, before - after, if that is certain.
  std::optional<int> lost() const;

  // Return how the game ends for the player who moves under best play by both, before and after the
  // move, if that is certain.
  std::optional<Result> result_before() const;
  std::optional<Result> result_after() const;

 private:
  int lead() const;
};

// The result of a game, and the number of moves after which it was certain.
struct Decision {
  std::optional<int> winner;  // nothing: a tie
  int since = 0;              // number of moves made by then
  bool by_move = false;       // the last of them changed the result; otherwise the result before is
                              // unknown
};

// A game with the known value of each move.
struct AnalysedGame {
  Board board{1, 1};
  std::vector<AnalysedMove> moves;

  // After the last move.
  IndexSet drawn;
  int turn = 0;  // the player to move; at the end, the player who moved last
  std::array<int, 2> score{};
  Bounds value;           // for the player to move
  std::vector<int> best;  // the best moves of the player to move, if known

  std::vector<SolvedStretch> stretches;
  Ending ending = Ending::done;
  std::optional<SweepSize> too_large;  // as in GameValues
  int unknown = 0;

  bool over() const { return drawn.size() == board.edges(); }

  // Returns the margin of player 0 after this many moves, including boxes taken so far.
  Bounds margin(int moves_made) const;

  // Returns nothing if even the last position is not known well enough.
  std::optional<Decision> decision() const;

  // The total that a player threw away in the moves whose loss is certain.
  struct Lost {
    int margin = 0;
    int moves = 0;     // moves that threw something away
    int of_moves = 0;  // moves whose loss is certain
  };
  Lost lost(int player) const;
};

// `moves` start from the empty board, as DBN indices; the game need not be over. Throws BadInput
// for an edge that is already drawn or that the board does not have, otherwise what
// values_of_game() throws. If it is stopped or runs out of time, it returns what is known by then.
AnalysedGame analyse_game(const Board& board, std::span<const int> moves, const Tables& tables,
                          const GameOptions& options = {});

// The same for a game from any position, by a solver, which takes turns with its other questions
// and remembers the sweeps for later ones. It solves from the last position back until one exceeds
// the limits, which are those of the whole game. `found` receives what is known after each
// position. It leaves `too_large` empty. Throws what Solver::know throws, except Stopped.
AnalysedGame analyse_game(const Game& game, const Solver& solver, const SolverOptions& limits,
                          const std::function<void(const AnalysedGame&)>& found = {});

}  // namespace pipo
