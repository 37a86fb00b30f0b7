#include "tests/oracle/twins.hpp"

#include <algorithm>

namespace oracle {
namespace {

// The image of an edge when the board is mirrored left-right (bit 0 of `mirror`) or upside down
// (bit 1).
int mirrored_edge(int rows, int columns, int mirror, int edge) {
  const int horizontals = (rows + 1) * columns;
  const bool horizontal = edge < horizontals;
  const int from = horizontal ? 0 : horizontals;
  const int height = horizontal ? rows + 1 : rows;
  const int width = horizontal ? columns : columns + 1;
  int r = (edge - from) / width;
  int c = (edge - from) % width;
  if ((mirror & 1) != 0) c = width - 1 - c;
  if ((mirror & 2) != 0) r = height - 1 - r;
  return from + r * width + c;
}

}  // namespace

Twins::Twins(int rows, int columns) {
  const Rules rules(rows, columns);
  for (const Drawn box : rules.all_boxes()) {
    const Drawn group = box & rules.outer();
    if (std::popcount(group) >= 2) outer_groups_.push_back(group);
  }
  for (int mirror = 1; mirror <= 3; ++mirror) {
    for (int edge = 0; edge < rules.edges(); ++edge) {
      const Drawn to = Drawn{1} << mirrored_edge(rows, columns, mirror, edge);
      for (int byte = 0; byte < 256; ++byte) {
        if ((byte >> edge % 8 & 1) != 0) mirrors_[mirror - 1][edge / 8][byte] |= to;
      }
    }
  }
}

Drawn Twins::outer_first(Drawn drawn) const {
  for (Drawn group : outer_groups_) {
    int count = std::popcount(drawn & group);
    drawn &= ~group;
    for (; count > 0; --count, group &= group - 1) drawn |= group & -group;
  }
  return drawn;
}

Drawn Twins::lowest_image(Drawn drawn) const {
  Drawn lowest = drawn;
  for (const ByteImages& mirror : mirrors_) {
    Drawn image = 0;
    for (int i = 0; i < 8; ++i) image |= mirror[i][drawn >> 8 * i & 255];
    lowest = std::min(lowest, image);
  }
  return lowest;
}

}  // namespace oracle
