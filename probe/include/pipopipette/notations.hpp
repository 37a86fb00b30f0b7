// The notations of other programs, books and pages, read and written through one interface.
//
//   pipo::Game game = pipo::read_game("knox", "2x2 1. a1-a2; 2. b1-b2; 3. a1-b1");
//   std::string text = pipo::write_game("amdw", game);   // "2x2 0 1 l; 1 1 l; 0 1 b"
//
// What a notation cannot say is an error and never a guess. docs/notations.md describes each one.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/export.h"
#include "pipopipette/position.hpp"

namespace pipo {

// A game up to some move, or a mere position: what a notation tells of it. Players are 0, who
// began, and 1.
struct PIPOPIPETTE_API Game {
  Position position{Board(1, 1), 0};
  std::vector<int> edges;  // the drawn ones, each once, as they were listed; else by DBN index
  bool in_order = false;   // `edges` are in order of play, from the empty board on

  std::optional<int> turn;                  // who is to move
  std::optional<std::array<int, 2>> score;  // boxes of player 0 and of player 1
  std::optional<std::vector<int>> owners;   // by box: a player, or -1 where it is not complete

  friend bool operator==(const Game&, const Game&) = default;
};

// A position of which no more is known. Throws BadInput where edges are drawn that the board has
// not.
PIPOPIPETTE_API Game game_of(const Position& position);

// The game in which these edges were drawn one after the other, from the empty board on: turn,
// score and owners follow. Throws BadInput for a move twice, or one that is no edge of the board.
PIPOPIPETTE_API Game played(const Board& board, std::span<const int> moves);

enum class NotationForm {
  line,  // a line: the board, a space, and what is drawn (dbn: "RxC:BITS")
  json,  // a JSON object, on one line or on several
  file   // several lines
};

struct NotationInfo {
  std::string_view name;
  std::string_view description;  // one line
  NotationForm form = NotationForm::line;
  bool lists = false;  // edges are listed one by one; else it is a set of them
  // What a text in it tells. What is in order of play is not written where the order is not known.
  bool order = false;
  bool turn = false;
  bool score = false;
};

// All of them.
PIPOPIPETTE_API std::span<const NotationInfo> notations();

// The one of this name. Throws BadInput naming those there are.
PIPOPIPETTE_API const NotationInfo& notation(std::string_view name);

// In place of a name, for reading: the notation is found out. Where more than one fits that is an
// error that names them.
constexpr std::string_view kAnyNotation = "auto";

// A longer text is refused unread: the longest game needs a small part of it.
constexpr std::size_t kLongestGame = std::size_t{64} << 10;

// Reads a line, or a whole file, in the notation of this name. Throws BadInput naming column (and
// line, in a file) from 1 on, and what is wrong there: a word that is none, an edge that the board
// has not, a move twice, one after the end, a text that is cut off.
PIPOPIPETTE_API Game read_game(std::string_view name, std::string_view text);

// Which notation read_game found for "auto". Throws BadInput as that does.
PIPOPIPETTE_API const NotationInfo& recognised(std::string_view text);

// Writes a line without its end, or a whole file. Throws BadInput where the notation cannot say the
// game: another board, an order of play, a turn or owners that are not known.
PIPOPIPETTE_API std::string write_game(std::string_view name, const Game& game);

}  // namespace pipo
