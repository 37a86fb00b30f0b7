#include "pipo/words/marked_picture.hpp"

#include <bit>

#include "pipopipette/picture.hpp"

namespace pipo {
namespace {

void mark(Labels& labels, BoxSet boxes, const std::string& with) {
  for (; boxes != 0; boxes &= boxes - 1) {
    labels.boxes[static_cast<std::size_t>(std::countr_zero(boxes))] = with;
  }
}

}  // namespace

std::string marked_picture(const theory::Explanation& explanation) {
  const Position& position = explanation.position;
  Labels labels;
  labels.boxes.resize(static_cast<std::size_t>(position.board.boxes()));
  for (const theory::Marked& one : explanation.components) {
    mark(labels, one.component.boxes, one.mark);
  }
  for (const CapturedComponent& one : explanation.on_offer) mark(labels, one.boxes, "*");
  return picture(position, labels);
}

}  // namespace pipo
