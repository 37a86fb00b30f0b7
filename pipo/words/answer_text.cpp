#include "pipo/words/answer_text.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/board/settle.hpp"

namespace pipo {
namespace {

// Returns a text such as "taking 6 of the 9 boxes left".
std::string taking(int boxes_taken, int left) {
  if (left == 1)
    return boxes_taken == 1 ? "taking the one box left" : "not taking the one box left";
  if (boxes_taken == left) return fmt::format("taking all {} boxes left", left);
  if (boxes_taken == 0) return fmt::format("taking none of the {} boxes left", left);
  return fmt::format("taking {} of the {} boxes left", boxes_taken, left);
}

}  // namespace

std::string value_text(const Position& position, int value) {
  const int left = boxes_left(position);
  if (left == 0) return fmt::format("value {}: no box is left", signed_number(value));
  if (value == 0) {
    return fmt::format("value 0: a tie, each player takes {} of the {} boxes left", left / 2, left);
  }
  return fmt::format("value {}: the player to move {} by {}, {}", signed_number(value),
                     value > 0 ? "wins" : "loses", std::abs(value),
                     taking((left + value) / 2, left));
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
    return fmt::format("all {} moves", answer.best.size());
  }
  return edge_list(answer.position.board, answer.best);
}

void append_text(std::string& out, const Answer& answer, const Standing& standing) {
  const Position& position = answer.position;
  out += fmt::format("{}\nlayer {} of {}, {}\n", to_string(position), position.layer(),
                     position.board.edges(), value_text(position, answer.value));
  if (standing.known()) out += standing_text(position, standing, answer.value) + "\n";
  if (answer.table.start != 0) {
    out += fmt::format("from the table {}\n", folder_name(answer.table));
  }
  if (answer.computed) out += "computed from the layers that the table keeps\n";
  out += "\n" + picture_of_moves(position, answer.moves);
  if (!answer.best.empty()) out += fmt::format("\nbest: {}\n", best_moves(answer));
}

}  // namespace pipo
