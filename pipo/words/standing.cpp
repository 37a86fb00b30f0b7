#include "pipo/words/standing.hpp"

#include <fmt/core.h>

#include "probe/board/settle.hpp"

namespace pipo {

std::array<int, 2> final_mover_score(const Position& position, const std::array<int, 2>& score,
                                     int value) {
  const int left = boxes_left(position);
  return {score[0] + (left + value) / 2, score[1] + (left - value) / 2};
}

std::string standing_text(const Position& position, const Standing& standing,
                          std::optional<int> value) {
  const auto& [turn, score] = standing;
  if (!score) return turn ? fmt::format("player {} is to move", *turn + 1) : std::string();
  std::string text = fmt::format("score {}-{}", (*score)[0], (*score)[1]);
  if (value) {
    const auto end = final_mover_score(position, *score, *value);
    text += fmt::format(" now, {}-{} in the end under best play,", end[0], end[1]);
  }
  return text + (turn ? fmt::format(" for player {}, who is to move", *turn + 1)
                      : std::string(" for the player to move"));
}

void append_standing_json(std::string& out, const Position& position, const Standing& standing,
                          std::optional<int> value) {
  const auto& [turn, score] = standing;
  if (turn) out += fmt::format(",\"turn\":{}", *turn + 1);
  if (!score) return;
  out += fmt::format(",\"mover_score\":[{},{}]", (*score)[0], (*score)[1]);
  if (!value) return;
  const auto end = final_mover_score(position, *score, *value);
  out += fmt::format(",\"final_mover_score\":[{},{}]", end[0], end[1]);
}

}  // namespace pipo
