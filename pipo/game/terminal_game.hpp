// A game of a person against Player, as text: takes typed lines and returns what to show.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "pipopipette/game.hpp"
#include "pipopipette/solver.hpp"
#include "player/clock.hpp"
#include "player/player.hpp"

namespace pipo {

class TerminalGame {
 public:
  // `person` is the number, 0 or 1, of the player who types. The first turn begins now. Without a
  // clock, the limits of a move are those of the solver.
  TerminalGame(const Solver& solver, const PlayerOptions& how, Game game, int person, bool colours,
               const Clock& clock = {});

  // Returns the limits of the next move of Player.
  SolverOptions limits() const { return clock_.limits(1 - person_, game_.position(), options_); }

  // Returns the instructions, and the moves of Player if it moves first.
  std::string opening();

  // Handles a typed line and returns the reply. It never throws BadInput: the reply explains
  // invalid input. Throws Stopped.
  std::string reply(std::string_view line);

  // Begins to solve the position while the person thinks, if that is useful. Destroy the result
  // before the next line is handled.
  std::unique_ptr<Pondering> ponder() const { return player_.ponder(game_.position(), limits()); }

  bool ended() const { return ended_; }

 private:
  std::string board() const;
  std::string prompt() const;
  std::string times() const;
  std::string result() const;
  std::string turn_of_player(double began);
  std::string draw(std::string_view word);
  std::string take_back();
  std::string hint() const;
  std::string reply_to(std::string_view typed);

  Solver solver_;
  SolverOptions options_;  // of a move without a clock
  Player player_;
  Clock clock_;
  double began_;        // when the last prompt was shown, or the game began
  double thought_ = 0;  // seconds that the person has spent on the current move
  Game game_;
  int person_;
  std::array<std::string, 2> names_;  // of players 0 and 1
  bool colours_;
  bool ended_ = false;
};

}  // namespace pipo
