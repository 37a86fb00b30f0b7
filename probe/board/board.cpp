#include "pipopipette/board.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/incidence.hpp"

namespace pipo {
namespace {

// The end of messages about boards that are too large.
const std::string kLimit = fmt::format("boards have at most {0} rows and {0} columns, or {1} edges",
                                       kLargestSide, kSmallBoardEdges);

[[noreturn]] void refuse(std::string_view text, const std::string& reason) {
  throw BadInput(fmt::format("{} is not a board: {}; a board is ROWSxCOLUMNS, for example 3x4",
                             quoted(text), reason));
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Reads one dimension from the front of `rest` and removes it. The result saturates at the largest
// int; such a board has too many edges in any case.
int read_dimension(std::string_view text, std::string_view& rest, const char* what) {
  if (rest.empty()) refuse(text, fmt::format("the number of {} is missing", what));
  if (!is_digit(rest[0])) {
    refuse(text, fmt::format("expected the number of {}, got {}", what, quoted(rest[0])));
  }
  if (rest[0] == '0') {
    refuse(text, fmt::format("the number of {} {}", what,
                             rest.size() > 1 && is_digit(rest[1]) ? "has a leading zero" : "is 0"));
  }
  std::int64_t value = 0;
  while (!rest.empty() && is_digit(rest[0])) {
    value = std::min<std::int64_t>(value * 10 + (rest[0] - '0'), std::numeric_limits<int>::max());
    rest.remove_prefix(1);
  }
  return static_cast<int>(value);
}

std::string count_edges(int rows, int columns) {
  constexpr int huge = 1'000'000;
  if (rows > huge || columns > huge) return "more than a million";
  const auto r = static_cast<std::int64_t>(rows);
  const auto c = static_cast<std::int64_t>(columns);
  return std::to_string(2 * r * c + r + c);
}

bool fits(int rows, int columns) {
  if (rows <= kLargestSide && columns <= kLargestSide) return true;
  return rows <= kMaximumRows && columns <= widest(rows);
}

}  // namespace

Board::Board(int rows, int columns) : rows_(rows), columns_(columns) {
  if (rows < 1 || columns < 1) {
    throw BadInput("a board has at least one row and one column of boxes, got " + name());
  }
  if (!fits(rows, columns)) {
    throw BadInput(fmt::format("{} has {} edges; {}", name(), count_edges(rows, columns), kLimit));
  }
}

Board Board::parse(std::string_view text) {
  std::string_view rest = text;
  const int rows = read_dimension(text, rest, "rows");
  if (rest.empty()) refuse(text, "'x' and the number of columns are missing");
  if (rest[0] != 'x') refuse(text, fmt::format("expected an 'x', got {}", quoted(rest[0])));
  rest.remove_prefix(1);
  const int columns = read_dimension(text, rest, "columns");
  if (!rest.empty()) refuse(text, "expected nothing after the columns, got " + quoted(rest));
  if (!fits(rows, columns)) {
    throw BadInput(fmt::format("{} has {} edges; {}; a board is ROWSxCOLUMNS, for example 3x4",
                               quoted(text), count_edges(rows, columns), kLimit));
  }
  return Board(rows, columns);
}

std::string Board::name() const {
  return fmt::format("{}x{}", rows_, columns_);
}

void Board::refuse_place(const char* what, int r, int last_row, int c, int last_column) const {
  throw BadInput(fmt::format("{} has no {} in row {}, column {}: rows are 0 to {}, columns 0 to {}",
                             name(), what, r, c, last_row, last_column));
}

void Board::refuse_large() const {
  throw BadInput(fmt::format(
      "{} has {} edges; tables, sweeps and sets of 64 bits end at boards with {} (5x5, 4x6, 3x8, "
      "2x12 and 1x21 are the largest)",
      name(), edges(), kSmallBoardEdges));
}

std::array<int, 4> Board::edges_of(int box) const {
  if (box < 0 || box >= boxes()) {
    throw BadInput(fmt::format("box {}: {} has boxes 0 to {}", box, name(), boxes() - 1));
  }
  const int left = horizontals() + box + box / columns_;
  return {box, box + columns_, left, left + 1};
}

EdgeSet Board::sides(int box) const {
  const auto edges = edges_of(box);
  expect_small();
  EdgeSet sides = 0;
  for (const int edge : edges) sides |= EdgeSet{1} << edge;
  return sides;
}

std::array<int, 2> Board::neighbours(int edge) const {
  if (edge < 0 || edge >= edges()) {
    throw BadInput(fmt::format("edge {}: {} has edges 0 to {}", edge, name(), edges() - 1));
  }
  if (edge < horizontals()) {
    return {edge < columns_ ? -1 : edge - columns_, edge < boxes() ? edge : -1};
  }
  const int vertical = edge - horizontals();
  const int row = vertical / (columns_ + 1), column = vertical % (columns_ + 1);
  const int right = row * columns_ + column;
  return {column > 0 ? right - 1 : -1, column < columns_ ? right : -1};
}

EdgeSet Board::outer() const {
  return incidence(*this).outer;
}

}  // namespace pipo
