// Analyses a game move by move: exactly from the first position on that can be solved; before it,
// with bounds that follow from the later values. Players are 0, who began, and 1.
//
// A move may throw away two things. Boxes: the value after the move is lower than the value before
// it. The difference is always even, and every two points of margin are one box that goes to the
// other player. The result: with the score so far, a value determines how the game ends under best
// play by both, and a game won before the move may be tied or lost after it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "pipopipette/game.hpp"
#include "pipopipette/solver.hpp"
#include "pipopipette/tables.hpp"
#include "probe/board/settle.hpp"
#include "solve/limits.hpp"

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

  std::optional<Method> method;  // how `before` was found; nothing if the position is too early
  std::vector<int> best;         // every best move, as DBN indices; empty if unknown

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

// How a range of consecutive positions was solved.
struct SolvedStretch {
  Method method = Method::table;
  int first = 0;  // positions by number of moves made, inclusive
  int last = 0;
  std::uint64_t looked_at = 0;  // values that sweeps computed, positions that searches visited
  double seconds = 0;
};

enum class Ending { done, out_of_time, stopped };

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

  std::vector<SolvedStretch> stretches;  // the earliest positions first
  Ending ending = Ending::done;          // done, or the reason why the work ended early
  int unknown = 0;                       // number of positions without a value: the earliest ones
  // The refused sweep of the last position without a value, with the time at the current speed of
  // the machine. Null if there is none, or if the position was refused for another reason.
  std::shared_ptr<const SweepSize> too_large;

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

// Analyses a game from any position, by a solver, which takes turns with its other questions and
// remembers the sweeps for later ones. It solves from the last position back until one exceeds the
// limits, which are those of the whole game. Where a sweep is needed, it begins at a much earlier
// position that seems to be within the limits, and has the values of all later ones. `found`
// receives what is known after each position. Throws what Solver::try_solve throws, except Stopped.
AnalysedGame analyse_game(const Game& game, const Solver& solver, const SolverOptions& limits,
                          const std::function<void(const AnalysedGame&)>& found = {});

// The bounds of a game's positions and moves, kept up to date while values become known from the
// last position back.
class GameBounds {
 public:
  // Sets the bounds that follow from the positions alone. The game must outlive this.
  GameBounds(AnalysedGame& game, LastMoveCost last_move_cost);

  // Sets what follows from the answer of the position after this many moves. Those of all later
  // positions must be known.
  void know(std::size_t moves_made, const Answer& answer);

  // Return the positions settled and the bounds computed so far. Both grow with the number of moves
  // only: a quiet position need not be settled, and new bounds of a position are passed on to the
  // one before it only if they differ from the old ones.
  std::uint64_t settled() const { return settled_; }
  std::uint64_t computed() const { return computed_; }

 private:
  // The part of a position that its bounds depend on.
  struct Standing {
    Settlement settlement;  // without the quiet position
    int left = 0;           // boxes
  };

  void note_standings();
  void pass_on(std::size_t moves_made, bool always);

  AnalysedGame& game_;
  std::vector<Standing> standings_;  // by the number of moves made
  std::uint64_t settled_ = 0;
  std::uint64_t computed_ = 0;
};

}  // namespace pipo
