#include "pipo/game/game_picture.hpp"

#include <cctype>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"

namespace pipo {
namespace {

// Escape sequences of terminals (ECMA-48): faint; blue and yellow, which colour-blind people can
// distinguish.
constexpr const char* kFaint = "\x1b[2m";
constexpr std::array<const char*, 2> kPlayer = {"\x1b[1;34m", "\x1b[1;33m"};
constexpr const char* kPlain = "\x1b[0m";

// As wide as the name of an edge, so that the board keeps its width while edges are drawn.
constexpr const char* kEmpty = "    ";

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
}

// Colours a picture, in which every word is the name of an edge or of a player.
std::string coloured(const std::string& picture, const std::array<std::string, 2>& players) {
  std::string text;
  for (std::size_t at = 0; at < picture.size();) {
    std::size_t end = at;
    while (end < picture.size() && in_word(picture[end])) ++end;
    if (end == at) {
      text += picture[at++];
      continue;
    }
    const std::string word = picture.substr(at, end - at);
    text += word == players[0] ? kPlayer[0] : word == players[1] ? kPlayer[1] : kFaint;
    text += word + kPlain;
    at = end;
  }
  return text;
}

}  // namespace

std::string game_picture(const GameInPlay& game, const std::array<std::string, 2>& players,
                         bool colours) {
  const Position& position = game.position();
  Labels labels;
  for (int edge = 0; edge < position.board.edges(); ++edge) {
    labels.edges.push_back(edge_name(position.board, edge));
  }
  for (const int owner : game.owners()) {
    labels.boxes.push_back(owner < 0 ? kEmpty : players[static_cast<std::size_t>(owner)]);
  }
  const std::string text = picture(position, labels);
  return colours ? coloured(text, players) : text;
}

}  // namespace pipo
