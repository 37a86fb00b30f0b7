// The bounds of a game's positions and moves, kept up to date while values become known from the
// last position back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "probe/board/settle.hpp"
#include "solve/game_analysis.hpp"

namespace pipo {

class GameBounds {
 public:
  // Sets the bounds that follow from the positions alone. The game must outlive this.
  explicit GameBounds(AnalysedGame& game);

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
