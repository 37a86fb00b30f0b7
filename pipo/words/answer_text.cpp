#include "pipo/words/answer_text.hpp"

#include <cstdlib>

#include "pipo/words/units.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"

namespace pipo {
namespace {

int boxes_left(const Position& position) {
  int left = 0;
  for (int box = 0; box < position.board.boxes(); ++box) {
    const EdgeSet sides = position.board.sides(box);
    if ((position.drawn & sides) != sides) ++left;
  }
  return left;
}

std::string boxes(int count) {
  return std::to_string(count) + (count == 1 ? " box" : " boxes");
}

}  // namespace

std::string value_in_words(const Position& position, int value) {
  const int left = boxes_left(position);
  std::string text = "value " + signed_number(value) + ": ";
  if (left == 0) return text + "no box is left";
  if (value == 0) {
    return text + "a tie, each player takes " + std::to_string(left / 2) + " of the " +
           boxes(left) + " left";
  }
  return text + "the player to move " + (value > 0 ? "wins by " : "loses by ") +
         std::to_string(std::abs(value)) + ", taking " + std::to_string((left + value) / 2) +
         " of the " + boxes(left) + " left";
}

std::string picture_of_moves(const Position& position, const std::vector<MoveValue>& moves) {
  Labels labels;
  labels.edges.resize(static_cast<std::size_t>(position.board.edges()));
  for (const MoveValue& move : moves) {
    labels.edges[static_cast<std::size_t>(move.edge)] = std::to_string(move.value);
  }
  return picture(position, labels);
}

std::string best_moves(const Answer& answer) {
  if (answer.best.size() > 1 && answer.best.size() == answer.moves.size()) {
    return "all " + std::to_string(answer.best.size()) + " moves";
  }
  std::string text;
  for (const int edge : answer.best) {
    if (!text.empty()) text += ' ';
    text += edge_name(answer.position.board, edge);
  }
  return text;
}

void append_text(std::string& out, const Answer& answer) {
  const Position& position = answer.position;
  out += to_string(position) + "\n";
  out += "layer " + std::to_string(position.layer()) + " of " +
         std::to_string(position.board.edges()) + ", " + value_in_words(position, answer.value) +
         "\n";
  if (answer.table.start != 0) out += "from the table " + folder_name(answer.table) + "\n";
  out += "\n";
  out += picture_of_moves(position, answer.moves);
  if (!answer.best.empty()) out += "\nbest: " + best_moves(answer) + "\n";
}

}  // namespace pipo
