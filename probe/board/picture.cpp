#include "pipopipette/picture.hpp"

#include <algorithm>

namespace pipo {
namespace {

std::string_view label(const std::vector<std::string>& labels, int index) {
  const auto i = static_cast<std::size_t>(index);
  return i < labels.size() ? std::string_view(labels[i]) : std::string_view();
}

int length(std::string_view text) {
  return static_cast<int>(text.size());
}

// Return how many characters a label on a vertical edge extends to each side of its column of dots.
// A label of two characters extends to the left, so that the digit of "-2" is in the line's place.
int reach_left(int length) {
  return length / 2;
}
int reach_right(int length) {
  return length > 0 ? length - 1 - length / 2 : 0;
}

// Returns the lines without trailing spaces. A line of spaces only keeps them: an empty row of
// boxes would look like the gap between two pictures without them.
std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    const std::size_t last = line.find_last_not_of(' ');
    text.append(line, 0, last == line.npos ? line.npos : last + 1);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string picture(const Position& position, const Labels& labels) {
  const Board& board = position.board;
  // A drawn edge has no label, since its line is shown instead.
  const auto edge_label = [&](int edge) {
    return position.drawn.contains(edge) ? std::string_view() : label(labels.edges, edge);
  };
  // The length of the longest label on a horizontal, on a vertical, in a box.
  int across = 0, down = 0, inside = 0;
  for (int edge = 0; edge < board.edges(); ++edge) {
    int& longest = edge < board.horizontals() ? across : down;
    longest = std::max(longest, length(edge_label(edge)));
  }
  for (int box = 0; box < board.boxes(); ++box) {
    inside = std::max(inside, length(label(labels.boxes, box)));
  }
  // Every label has at least one space on either side.
  const int beside = inside > 0 ? inside + 2 : down > 0 ? 1 : 0;
  const int interior =  // between two dots
      std::max({2, across > 0 ? across + 2 : 0, reach_left(down) + reach_right(down) + beside});
  const auto dot = [&](int c) { return reach_left(down) + c * (interior + 1); };
  std::vector<std::string> lines(2 * board.rows() + 1,
                                 std::string(dot(board.columns()) + 1 + reach_right(down), ' '));
  const std::string drawn_line(interior, '-');
  const auto put = [&](int line, int column, std::string_view text) {
    lines[line].replace(column, text.size(), text);
  };
  const auto put_centred = [&](int line, int c, std::string_view text) {
    put(line, dot(c) + 1 + (interior - length(text)) / 2, text);
  };
  for (int r = 0; r <= board.rows(); ++r) {
    for (int c = 0; c <= board.columns(); ++c) {
      put(2 * r, dot(c), "+");
      if (c < board.columns()) {
        const int edge = board.horizontal(r, c);
        put_centred(2 * r, c, position.drawn.contains(edge) ? drawn_line : edge_label(edge));
      }
      if (r == board.rows()) continue;
      const int edge = board.vertical(r, c);
      const std::string_view text = position.drawn.contains(edge) ? "|" : edge_label(edge);
      put(2 * r + 1, dot(c) - reach_left(length(text)), text);
      if (c < board.columns()) put_centred(2 * r + 1, c, label(labels.boxes, board.box(r, c)));
    }
  }
  return joined(lines);
}

}  // namespace pipo
