// The clocks of the two players, as in the Go Text Protocol: main time, then Canadian byo-yomi.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace pipo {

// Times in seconds, not negative. A byo-yomi period is `byo` seconds for `moves` moves. If byo > 0
// and moves == 0, or if all are 0, there is no limit.
struct TimeSettings {
  double main = 0;
  double byo = 0;
  int moves = 0;
};

class Clock {
 public:
  // Without settings there is no limit.
  Clock() = default;
  explicit Clock(const TimeSettings& settings) : settings_(settings) { restart(); }

  // Gives both players their time at the beginning of a game.
  void restart();

  // Sets what a player (0 or 1) has left: seconds of main time if `moves` is 0, otherwise of a
  // byo-yomi period in which this many moves are still to be made. Afterwards there is a limit.
  void set_left(int player, double seconds, int moves);

  // Takes the time of one move off the player's clock.
  void spend(int player, double seconds);

  // Returns how many seconds the player's next move may take, above 0. Returns nothing if there is
  // no limit. A sweep makes all later moves exact and quick, so a single move may take half of the
  // time that is left, and all of it if it is the last move of a period. `open` is the number of
  // open edges, which bounds the player's moves.
  std::optional<double> move_time(int player, int open) const;

 private:
  struct Left {
    double seconds = 0;
    int moves = 0;  // of the byo-yomi period; 0 in main time
  };

  TimeSettings settings_;
  std::array<std::optional<Left>, 2> left_;
};

}  // namespace pipo
