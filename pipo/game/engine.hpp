// A player for other programs: commands in, replies out, one line each, in the style of the Go Text
// Protocol. docs/engine.md describes it.
//
//   boardsize 3x3        ->  =
//   play h0.0            ->  =
//   genmove              ->  = v1.1 table 3
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/game.hpp"
#include "pipopipette/solver.hpp"
#include "player/clock.hpp"
#include "player/player.hpp"

namespace pipo {

class Engine {
 public:
  // Begins with the empty board of 3x3. `version` is the reply to the command of that name.
  // The limits of a command are those of the solver, until the command "time" changes them. With a
  // clock, genmove and hint have the time that it allows.
  Engine(Solver solver, std::string version, const PlayerOptions& player = {});

  // Returns the reply to a line: "= ...", or "? ..." with the error, ended by an empty line.
  // Returns nothing for a line without a command (empty, or only a comment after '#'). A line that
  // fails leaves the game unchanged. Throws only Stopped and std::bad_alloc.
  std::string reply(std::string_view line);

  // Begins to solve the position if the opponent of the engine is to move: after genmove, until the
  // next command. Returns nothing at other times. Destroy the result before the next command.
  std::unique_ptr<Pondering> ponder() const;

  // True after quit.
  bool ended() const { return ended_; }

 private:
  using Words = std::vector<std::string_view>;

  // A command: its name, and the function that runs it with the words after the name, from `fewest`
  // to `most` of them, which are views of one text.
  struct Entry {
    std::string_view name;
    std::string_view usage;
    std::size_t fewest;
    std::size_t most;
    std::string (*run)(Engine& engine, const Words& words);
  };
  static std::span<const Entry> entries();
  static const Entry* find(std::string_view name);

  std::string run(std::string_view name, std::string_view text);
  std::string begin(Game game);
  void expect_turn(std::string_view player) const;
  SolverOptions options_of_move() const;
  std::string choose(const Words& words, bool play_it);

  Solver solver_;
  SolverOptions options_;  // of each question
  Clock clock_;
  Player player_;
  std::string version_;
  Game start_;  // the state that clear_board restores
  Game game_;
  std::string reason_;
  bool moved_ = false;  // the last command was genmove, and ended the engine's turn
  bool ended_ = false;
};

}  // namespace pipo
