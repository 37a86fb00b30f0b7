// `row-column` and `column-row`: edges by two numbers with an orientation, h:0:1, or by their two
// dots, (0,0)-(0,1). Programs write this in many ways; the notations differ only in which number
// comes first. Members of JSON have names, so that both notations read them in the same way.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "probe/base/quote.hpp"
#include "probe/board/place.hpp"
#include "probe/notation/data.hpp"
#include "probe/notation/list.hpp"

namespace pipo {
namespace {

struct Coordinate {
  int value = 0;
  std::size_t offset = 0;
};

struct Coordinates {
  Coordinate row, column;
};

// Reads the edges of one list.
class CoordinateReader {
 public:
  CoordinateReader(Cursor& cursor, const Board& board, bool row_first)
      : cursor_(cursor), board_(board), row_first_(row_first), begin_(cursor.offset()) {}

  int read() {
    const char next = cursor_.peek();
    if (next == '{' || next == '(' || next == '[') return of_datum(read_datum(cursor_));
    if (is_figure(next)) return of_numbers();
    return of_letter();
  }

 private:
  // "h:0:1", "H-0-1", "h(0,1)", "h[0][1]", "horizontal_0_1".
  int of_letter() {
    const Datum word = letters();
    const auto horizontal = orientation(word);
    if (!horizontal) cursor_.refuse_at(begin_, "expected h, v, a dot or {");
    if (cursor_.at("(") || cursor_.at("[")) {
      const Datum first = read_datum(cursor_);
      if (first.members.size() == 2) return placed(*horizontal, pair_of(first));
      const Datum second = cursor_.at("[") ? read_datum(cursor_) : Datum();
      if (first.members.size() != 1 || second.members.size() != 1) {
        cursor_.refuse_at(first.offset, "expected two numbers, (0,1) or [0][1]");
      }
      return placed(*horizontal,
                    ordered(number_of(first.members[0]), number_of(second.members[0])));
    }
    const char separator = take_separator();
    if (separator == '\0') cursor_.refuse_for("a separator of numbers, as in h:0:1");
    const Coordinate first = number();
    if (!cursor_.take(separator)) {
      cursor_.refuse_for(fmt::format("{} and a second number", pipo::quoted(separator)));
    }
    return placed(*horizontal, ordered(first, number()));
  }

  // "0:1:h", "0,1,h", or the two dots "0,0 0,1", "0,0-0,1".
  int of_numbers() {
    const Coordinate first = number();
    const char separator = cursor_.take(',') ? ',' : take_separator();
    if (separator == '\0') cursor_.refuse_for("a comma and a second number");
    if (separator == ',') cursor_.skip_spaces();
    const Coordinates dot = ordered(first, number());
    Cursor ahead = cursor_;
    if (ahead.take(separator)) {
      if (separator == ',') ahead.skip_spaces();
      if (!is_figure(ahead.peek())) {
        cursor_ = ahead;
        const auto horizontal = orientation(letters());
        if (!horizontal) cursor_.refuse_for("h or v");
        return placed(*horizontal, dot);
      }
    }
    if (separator != ',') cursor_.refuse_for(fmt::format("{} and h or v", pipo::quoted(separator)));
    return between(dot, second_dot());
  }

  int of_datum(const Datum& datum) {
    if (datum.is_object()) return of_object(datum);
    const auto& members = datum.members;
    if (members.size() == 2 && members[0].is_list() && members[1].is_list()) {
      return between(pair_of(members[0]), pair_of(members[1]));
    }
    if (members.size() == 3) {
      if (const auto horizontal = orientation(members[0])) {
        return placed(*horizontal, ordered(number_of(members[1]), number_of(members[2])));
      }
      if (const auto horizontal = orientation(members[2])) {
        return placed(*horizontal, ordered(number_of(members[0]), number_of(members[1])));
      }
    }
    const Coordinates dot = pair_of(datum);
    return between(dot, second_dot());
  }

  // {"type":"h","row":0,"col":1}, {"from":[0,0],"to":[0,1]}.
  int of_object(const Datum& object) {
    const Datum* from = member(object, {"from", "start"});
    const Datum* to = member(object, {"to", "end"});
    if (from != nullptr && to != nullptr) return between(dot_of(*from), dot_of(*to));
    const Datum* type = member(object, {"type", "orientation", "direction", "dir", "kind"});
    if (type == nullptr) cursor_.refuse_at(object.offset, "expected \"type\" with h or v");
    const auto horizontal = orientation(*type);
    if (!horizontal) cursor_.refuse_at(type->offset, "expected h, v, horizontal or vertical");
    return placed(*horizontal, named(object));
  }

  Coordinates named(const Datum& object) {
    const Datum* row = member(object, {"row", "r", "y"});
    const Datum* column = member(object, {"column", "col", "c", "x"});
    if (row == nullptr || column == nullptr) {
      cursor_.refuse_at(object.offset, "expected \"row\" and \"col\", or \"x\" and \"y\"");
    }
    return {number_of(*row), number_of(*column)};
  }

  Coordinates dot_of(const Datum& dot) { return dot.is_object() ? named(dot) : pair_of(dot); }

  const Datum* member(const Datum& object, std::initializer_list<std::string_view> names) {
    const Datum* found = nullptr;
    for (std::size_t i = 0; i < object.members.size(); ++i) {
      const std::string name = plain_name(object.names[i]);
      if (std::ranges::find(names, name) == names.end()) continue;
      if (found != nullptr) {
        cursor_.refuse_at(
            object.members[i].offset,
            fmt::format("{} says again what is said before it", pipo::quoted(object.names[i])));
      }
      found = &object.members[i];
    }
    return found;
  }

  Coordinates second_dot() {
    cursor_.skip_spaces();
    if (!cursor_.take("->") && !cursor_.take('-') && !cursor_.take(':')) cursor_.take(',');
    cursor_.skip_spaces();
    if (cursor_.at("(") || cursor_.at("[")) return pair_of(read_datum(cursor_));
    if (!is_figure(cursor_.peek())) cursor_.refuse_for("the second dot of an edge");
    const Coordinate first = number();
    cursor_.expect(",", "a comma");
    cursor_.skip_spaces();
    return ordered(first, number());
  }

  Datum letters() {
    Datum word{.offset = cursor_.offset()};
    Cursor inside = cursor_;
    std::size_t length = 0;
    for (; std::isalpha(static_cast<unsigned char>(cursor_.peek())) != 0; ++length) cursor_.next();
    word.text = inside.take_next(length);
    return word;
  }

  char take_separator() {
    for (const char separator : {':', '-', '_', '/'}) {
      if (cursor_.take(separator)) return separator;
    }
    return '\0';
  }

  // Returns whether this is a horizontal edge; nothing if it is no orientation.
  static std::optional<bool> orientation(const Datum& datum) {
    const std::string name = plain_name(datum.text);
    for (const bool horizontal : {true, false}) {
      const std::string_view whole = horizontal ? "horizontal" : "vertical";
      if (name == whole || name == whole.substr(0, 1)) return horizontal;
    }
    return std::nullopt;
  }

  Coordinate number() {
    const std::size_t offset = cursor_.offset();
    return {cursor_.number("a number", 0, kMostCoordinate), offset};
  }

  Coordinate number_of(const Datum& datum) {
    Cursor at_number(datum.text, NotationForm::line);
    try {
      const int value = at_number.number("a number", 0, kMostCoordinate);
      if (at_number.at_end()) return {value, datum.offset};
    } catch (const Malformed&) {
    }
    cursor_.refuse_at(datum.offset, fmt::format("expected a number from 0 to {}", kMostCoordinate));
  }

  Coordinates pair_of(const Datum& list) {
    if (!list.is_list() || list.members.size() != 2) {
      cursor_.refuse_at(list.offset, "expected a dot or an edge, (0,1) or (h,0,1)");
    }
    return ordered(number_of(list.members[0]), number_of(list.members[1]));
  }

  Coordinates ordered(const Coordinate& first, const Coordinate& second) const {
    return row_first_ ? Coordinates{first, second} : Coordinates{second, first};
  }

  void check(const Coordinate& coordinate, std::string_view what, int most) {
    if (coordinate.value <= most) return;
    cursor_.refuse_at(coordinate.offset, fmt::format("expected {} from 0 to {}, got {}", what, most,
                                                     coordinate.value));
  }

  int placed(bool horizontal, const Coordinates& place) {
    check(place.row, "a row", board_.rows() - (horizontal ? 0 : 1));
    check(place.column, "a column", board_.columns() - (horizontal ? 1 : 0));
    return edge_at(board_, EdgePlace{horizontal, place.row.value, place.column.value});
  }

  int between(const Coordinates& one, const Coordinates& other) {
    for (const Coordinates& dot : {one, other}) {
      check(dot.row, "a row", board_.rows());
      check(dot.column, "a column", board_.columns());
    }
    const int down = std::abs(one.row.value - other.row.value);
    const int across = std::abs(one.column.value - other.column.value);
    if (down + across != 1) cursor_.refuse_at(begin_, "these two dots are not neighbours");
    return edge_at(board_, EdgePlace{across == 1, std::min(one.row.value, other.row.value),
                                     std::min(one.column.value, other.column.value)});
  }

  static constexpr int kMostCoordinate = kSmallBoardEdges;

  Cursor& cursor_;
  const Board& board_;
  bool row_first_;
  std::size_t begin_;
};

std::string with_numbers(const Board& board, int edge, bool row_first) {
  const auto [horizontal, row, column] = place_of(board, edge);
  return fmt::format("{}:{}:{}", horizontal ? 'h' : 'v', row_first ? row : column,
                     row_first ? column : row);
}

// Words have more spellings than can be listed, so the reader reads them all.
template <bool row_first>
constexpr WordList coordinate_words(const NotationInfo& info) {
  return {.info = info,
          .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
            return {{with_numbers(board, edge, row_first)}};
          },
          .read = [](Cursor& cursor, const WordList&, const Board& board) -> std::optional<int> {
            return CoordinateReader(cursor, board, row_first).read();
          },
          .commas = true,
          .brackets = true};
}

constexpr WordList kRowColumnWords = coordinate_words<true>(
    {.name = "row-column",
     .description = "orientation or two dots, rows first: 2x3 h:1:2; (0,0)-(0,1)",
     .lists = true});

constexpr WordList kColumnRowWords = coordinate_words<false>(
    {.name = "column-row",
     .description = "orientation or two dots, columns (x) first: 2x3 h:2:1; (0,0)-(1,0)",
     .lists = true});

}  // namespace

const NotationEntry kRowColumn = list_entry<kRowColumnWords>();
const NotationEntry kColumnRow = list_entry<kColumnRowWords>();

}  // namespace pipo
