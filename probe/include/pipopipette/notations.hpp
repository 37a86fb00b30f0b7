// One interface that reads and writes the notations of other programs, books and web pages.
//
//   pipo::Game game = pipo::read_game("knox", "2x2 1. a1-a2; 2. b1-b2; 3. a1-b1");
//   std::string text = pipo::write_game("amdw", game);   // "2x2 0 1 l; 1 1 l; 0 1 b"
//
// A game that a notation cannot express is an error; nothing is guessed. docs/notations.md
// describes each notation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pipopipette/export.h"
#include "pipopipette/game.hpp"

namespace pipo {

enum class NotationForm {
  line,  // one line: the board, a space, and the edges (dbn: "RxC:BITS")
  json,  // a JSON object, on one line or several
  file   // several lines
};

struct NotationInfo {
  std::string_view name;
  std::string_view description;  // one line
  NotationForm form = NotationForm::line;
  bool lists = false;  // lists the edges one by one; otherwise gives them as a set
  // The facts that a text in this notation contains. If `order` is true, write_game needs a game
  // whose order of play is known.
  bool order = false;
  bool turn = false;
  bool score = false;
  std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
};

// Returns all notations.
PIPOPIPETTE_API std::span<const NotationInfo> notations();

// Returns the notation with this name. Throws BadInput with a list of all names if there is none.
PIPOPIPETTE_API const NotationInfo& notation(std::string_view name);

// Lets read_game detect the notation. If several notations read different games, read_game throws
// BadInput naming them.
constexpr std::string_view kAnyNotation = "auto";

// Longest accepted text, in bytes. The longest game needs only a fraction of it.
constexpr std::size_t kLongestGame = std::size_t{64} << 10;

// The same for logs of whole matches, `leuven` and `kaggle-replay`, which repeat the board or the
// score with every move.
constexpr std::size_t kLongestFile = std::size_t{64} << 20;

// Reads a line, or a whole file, in the notation with this name. Throws BadInput naming the column
// (in a file also the line), counted from 1, and the mistake:
//
// - a malformed word,
// - an edge that the board does not have,
// - a repeated move,
// - a move after the end of the game,
// - a truncated text.
PIPOPIPETTE_API Game read_game(std::string_view name, std::string_view text);

// Returns the notation in which read_game reads a text for "auto". Throws BadInput as read_game
// does.
PIPOPIPETTE_API const NotationInfo& detect_notation(std::string_view text);

// Writes a line without a newline, or a whole file. Throws BadInput if the notation cannot express
// the game. Either it is for other boards, or the game lacks the order of play, the turn or the
// owners.
PIPOPIPETTE_API std::string write_game(std::string_view name, const Game& game);

}  // namespace pipo
