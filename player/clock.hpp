// The clocks of the two players, as in the Go Text Protocol: main time, then Canadian byo-yomi; and
// times as text.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pipopipette/position.hpp"
#include "pipopipette/solver.hpp"

namespace pipo {

// Times in seconds, not negative. A byo-yomi period is `byo` seconds for `moves` moves. If byo > 0
// and moves == 0, or if all are 0, there is no limit.
struct TimeSettings {
  double main = 0;
  double byo = 0;
  int moves = 0;
};

// The time that a player has left, in seconds: of main time if `moves` is 0, otherwise of a
// byo-yomi period in which this many moves are still to be made. It is negative if more was spent.
struct TimeLeft {
  double seconds = 0;
  int moves = 0;
};

class Clock {
 public:
  // Without settings there is no limit.
  Clock() = default;
  explicit Clock(const TimeSettings& settings) : settings_(settings) { restart(); }

  // Gives both players their time at the beginning of a game.
  void restart();

  // Sets what a player (0 or 1) has left. Afterwards there is a limit.
  void set_left(int player, const TimeLeft& left);

  // Takes the time of one move off the player's clock.
  void spend(int player, double seconds);

  // Returns what a player has left, or nothing if there is no limit.
  std::optional<TimeLeft> left(int player) const;

  // Returns whether a player has spent more than the time of a move allowed.
  bool overstepped(int player) const;

  // Returns how many seconds the player's next move may take, above 0. Returns nothing if there is
  // no limit. A sweep makes all later moves exact and quick, so a single move may take half of the
  // time that is left, and all of it if it is the last move of a period. Main time counts together
  // with the period that follows it. `open` is the number of open edges, which bounds the player's
  // moves.
  std::optional<double> move_time(int player, int open) const;

  // Returns the limits of the player's next move in a position. The clock replaces the time of the
  // options, unless they allow tables only. `elapsed` is the part of the move's time that has
  // passed already, in seconds.
  SolverOptions limits(int player, const Position& position, SolverOptions options,
                       double elapsed = 0) const;

 private:
  TimeSettings settings_;
  std::array<std::optional<TimeLeft>, 2> left_;
  std::array<bool, 2> overstepped_ = {};
};

// Reads a number of seconds. Throws BadInput; `remedy` ends its message.
double parse_seconds(std::string_view word, std::string_view remedy);

// Reads the number of moves of a byo-yomi period. Throws BadInput.
int parse_moves(std::string_view word);

// Reads "MAIN" or "MAIN+BYO_YOMI/MOVES": seconds of main time, then periods of that many seconds
// for that many moves. Throws BadInput, including for settings that give no time or no limit.
TimeSettings parse_time_settings(std::string_view text);

// Formats what a player has left: "4:58", "0:07.3", "0:25 for 3 moves", "over by 0:02.0".
std::string time_text(const TimeLeft& left);

}  // namespace pipo
