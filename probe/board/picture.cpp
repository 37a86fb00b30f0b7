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

// Returns the label of an open edge. A drawn edge has none, since its line is shown instead.
std::string_view edge_label(const Position& position, const Labels& labels, int edge) {
  return position.drawn.contains(edge) ? std::string_view() : label(labels.edges, edge);
}

// Return how many characters a label on a vertical edge extends to each side of its column of dots.
// A label of two characters extends to the left, so that the digit of "-2" is in the line's place.
int reach_left(int length) {
  return length / 2;
}
int reach_right(int length) {
  return length > 0 ? length - 1 - length / 2 : 0;
}

// A sheet of characters with the grid of dots on it.
class Sheet {
 public:
  Sheet(const Position& position, const Labels& labels);

  void write_horizontal(int r, int c, bool drawn, std::string_view text) {
    if (drawn) lines_[2 * r].replace(dot(c) + 1, interior_, interior_, '-');
    put_centred(2 * r, c, text);
  }
  void write_vertical(int r, int c, bool drawn, std::string_view text) {
    put(2 * r + 1, dot(c) - reach_left(length(text)), drawn ? "|" : text);
  }
  void write_box(int r, int c, std::string_view text) { put_centred(2 * r + 1, c, text); }

  // Returns the lines without trailing spaces. A line of spaces only keeps them.
  std::string text() const;

 private:
  int dot(int c) const { return margin_ + c * (interior_ + 1); }
  void put(int line, int column, std::string_view text) {
    lines_[line].replace(column, text.size(), text);
  }
  void put_centred(int line, int c, std::string_view text) {
    put(line, dot(c) + 1 + (interior_ - length(text)) / 2, text);
  }

  int margin_;    // before the first dot
  int interior_;  // between two dots
  std::vector<std::string> lines_;
};

Sheet::Sheet(const Position& position, const Labels& labels) {
  const Board& board = position.board;
  // The length of the longest label on a horizontal, on a vertical, in a box.
  int across = 0, down = 0, inside = 0;
  for (int edge = 0; edge < board.edges(); ++edge) {
    int& longest = edge < board.horizontals() ? across : down;
    longest = std::max(longest, length(edge_label(position, labels, edge)));
  }
  for (int box = 0; box < board.boxes(); ++box) {
    inside = std::max(inside, length(label(labels.boxes, box)));
  }
  // Every label has at least one space on either side.
  const int beside = inside > 0 ? inside + 2 : down > 0 ? 1 : 0;
  margin_ = reach_left(down);
  interior_ =
      std::max({2, across > 0 ? across + 2 : 0, reach_left(down) + reach_right(down) + beside});
  lines_.resize(2 * board.rows() + 1,
                std::string(dot(board.columns()) + 1 + reach_right(down), ' '));
  for (int r = 0; r <= board.rows(); ++r) {
    for (int c = 0; c <= board.columns(); ++c) lines_[2 * r][dot(c)] = '+';
  }
}

std::string Sheet::text() const {
  std::string result;
  for (const std::string& line : lines_) {
    // An empty row of boxes keeps its spaces; without them it would look like the gap between two
    // pictures.
    const std::size_t last = line.find_last_not_of(' ');
    result.append(line, 0, last == line.npos ? line.npos : last + 1);
    result += '\n';
  }
  return result;
}

}  // namespace

std::string picture(const Position& position, const Labels& labels) {
  const Board& board = position.board;
  Sheet sheet(position, labels);
  for (int r = 0; r <= board.rows(); ++r) {
    for (int c = 0; c < board.columns(); ++c) {
      const int edge = board.horizontal(r, c);
      sheet.write_horizontal(r, c, position.drawn.contains(edge),
                             edge_label(position, labels, edge));
    }
  }
  for (int r = 0; r < board.rows(); ++r) {
    for (int c = 0; c <= board.columns(); ++c) {
      const int edge = board.vertical(r, c);
      sheet.write_vertical(r, c, position.drawn.contains(edge), edge_label(position, labels, edge));
      if (c < board.columns()) sheet.write_box(r, c, label(labels.boxes, board.box(r, c)));
    }
  }
  return sheet.text();
}

}  // namespace pipo
