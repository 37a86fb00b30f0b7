// Lets the AI of KSquares play by the protocol of docs/engine.md. CMakeLists.txt beside this file
// builds it with a checkout of KSquares; nothing of KSquares is here.
//
//     ksquares [--level 0|1|2] [--seed N]         easy, medium or hard (2, unless told otherwise)

#include <aicontroller.h>
#include <settings.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../protocol.hpp"

namespace {

using engines::Board;
using engines::Game;

// KSquares numbers the edges from the top down: a row of horizontal ones, then the vertical ones
// below it. Returns the edge of each of its numbers.
std::vector<int> lines_of(const Board& board) {
  std::vector<int> edges;
  for (int row = 0; row <= board.rows; ++row) {
    for (int column = 0; column < board.columns; ++column)
      edges.push_back(row * board.columns + column);
    if (row == board.rows) break;
    for (int column = 0; column <= board.columns; ++column)
      edges.push_back(board.horizontal() + row * (board.columns + 1) + column);
  }
  return edges;
}

int choose(const Game& game) {
  const auto edges = lines_of(game.board);
  QList<bool> lines;
  for (const int edge : edges) lines.append(game.drawn[static_cast<std::size_t>(edge)]);
  QList<int> owners;  // -1 for boxes that nobody has
  for (const int owner : game.owners) owners.append(owner - 1);
  const aiController ai(game.player - 1, lines, owners, game.board.columns, game.board.rows);
  const int line = ai.chooseLine();
  if (line < 0 || line >= lines.size() || lines[line])
    throw std::logic_error("KSquares chose a line that is drawn");
  return edges[static_cast<std::size_t>(line)];
}

}  // namespace

int main(int count, char** words) {
  try {
    for (int at = 1; at < count; at += 2) {
      const std::string option = words[at], value = at + 1 < count ? words[at + 1] : "";
      if (option == "--level" && (value == "0" || value == "1" || value == "2")) {
        Settings::level = std::stoi(value);
      } else if (option == "--seed") {
        std::srand(static_cast<unsigned>(std::stoul(value)));
      } else {
        throw std::invalid_argument(option);
      }
    }
  } catch (const std::exception&) {
    std::cerr << "usage: ksquares [--level 0|1|2] [--seed N]\n";
    return 2;
  }
  engines::Protocol("ksquares", choose).run();
}
