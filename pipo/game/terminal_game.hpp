// A game of a person against Player, in words: what the person types goes in, what is to be shown
// comes out.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "pipo/game/game_in_play.hpp"
#include "pipo/game/player.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

class TerminalGame {
 public:
  // `person` is the player, 0 or 1, who types. `tables` must outlive the game.
  TerminalGame(const Tables& tables, GameInPlay game, int person, bool colours);

  // How it begins: what is asked, and the moves of Player if the turn is his.
  std::string opening();

  // What a typed line does. Nothing in it is an error: what is no move is answered in words.
  std::string reply(std::string_view line);

  bool ended() const { return ended_; }

 private:
  std::string board() const;
  std::string prompt() const;
  std::string result() const;
  std::string turn_of_player();
  std::string draw(std::string_view word);
  std::string take_back();
  std::string hint() const;

  const Tables& tables_;
  Player player_;
  GameInPlay game_;
  int person_;
  std::array<std::string, 2> names_;  // of players 0 and 1
  bool colours_;
  bool ended_ = false;
};

}  // namespace pipo
