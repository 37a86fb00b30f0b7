// `arrays`, `arrays-columns` and `arrays-xy`: the two arrays, of horizontal and of vertical edges,
// in which many programs keep a board. The notations differ in which index comes first.
#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/place.hpp"
#include "probe/notation/data.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {
namespace {

// The index by which an array lists its edges first.
enum class FirstIndex { row, column };

struct ArraysFormat {
  NotationInfo info;
  FirstIndex horizontals;
  FirstIndex verticals;
};

// One of the two arrays, as written: lists of equal length, or a single list without rows.
struct EdgeArray {
  std::size_t offset = 0;
  std::size_t lists = 0;   // 0 for a single list
  std::size_t length = 0;  // of each list
  std::vector<bool> drawn = {};
};

// The numbers of rows and columns that a text gives beside its arrays.
struct GivenSides {
  const Datum* rows = nullptr;
  const Datum* columns = nullptr;
};

struct ArrayPair {
  const Datum* horizontals = nullptr;
  const Datum* verticals = nullptr;
  GivenSides sides = {};
};

// Returns whether the name is that of an array of edges: "h", "hEdges", "horizontal_lines", ...
bool names_edges(std::string_view name, std::initializer_list<std::string_view> orientations) {
  const std::string plain = plain_name(name);
  for (const std::string_view orientation : orientations) {
    if (!plain.starts_with(orientation)) continue;
    const std::string_view rest = std::string_view(plain).substr(orientation.size());
    for (const std::string_view word : {"", "s", "line", "lines", "edge", "edges", "wall", "walls",
                                        "arc", "arcs", "segment", "segments", "bar", "bars"}) {
      if (rest == word) return true;
    }
  }
  return false;
}

const Datum* member_for(const Cursor& cursor, const Datum& object,
                        std::initializer_list<std::string_view> orientations) {
  const Datum* found = nullptr;
  for (std::size_t i = 0; i < object.members.size(); ++i) {
    const Datum& member = object.members[i];
    if (!member.is_list() || !names_edges(object.names[i], orientations)) continue;
    if (found != nullptr) {
      cursor.refuse_at(member.offset, fmt::format("{} is a second array of the same edges",
                                                  pipo::quoted(object.names[i])));
    }
    found = &member;
  }
  return found;
}

// Returns the member that is a number and has one of these names, or else `outer`.
const Datum* size_in(const Datum& object, std::initializer_list<std::string_view> names,
                     const Datum* outer) {
  for (std::size_t i = 0; i < object.members.size(); ++i) {
    const Datum& member = object.members[i];
    const bool number = member.kind == Datum::Kind::word && !member.text.empty() &&
                        std::ranges::all_of(member.text, is_figure);
    if (!number || !object.is_object()) continue;
    if (std::ranges::find(names, plain_name(object.names[i])) != names.end()) return &member;
  }
  return outer;
}

// Adds the pairs of arrays in an object and in the objects that it contains. `outer` has the sides
// given around it.
void find_pairs(const Cursor& cursor, const Datum& data, const GivenSides& outer,
                std::vector<ArrayPair>& found) {
  const ArrayPair pair{
      member_for(cursor, data, {"horizontal", "horiz", "hor", "h"}),
      member_for(cursor, data, {"vertical", "vert", "ver", "v"}),
      {size_in(data, {"rows", "numrows", "nrows"}, outer.rows),
       size_in(data, {"columns", "cols", "numcolumns", "numcols", "ncols"}, outer.columns)},
  };
  if (pair.horizontals != nullptr && pair.verticals != nullptr) found.push_back(pair);
  const auto has = [&](std::string_view name) {
    return std::ranges::find(data.names, name) != data.names.end();
  };
  if (has("h_lines") && has("num_rows")) {
    cursor.refuse_at(0, "this is an observation of Kaggle; read it as kaggle-observation");
  }
  for (const Datum& member : data.members) {
    if (member.is_object()) find_pairs(cursor, member, pair.sides, found);
  }
}

ArrayPair pair_in(const Cursor& cursor, const Datum& data) {
  if (data.is_list() && data.members.size() == 2 && data.members[0].is_list() &&
      data.members[1].is_list()) {
    // Two flat lists may as well be two dots, or the rows of a single matrix.
    for (const Datum& array : data.members) {
      if (std::ranges::none_of(array.members, &Datum::is_list)) {
        cursor.refuse_at(array.offset,
                         "a single list of edges needs a name: \"horizontal\" or \"vertical\"");
      }
    }
    return {&data.members[0], &data.members[1], {}};
  }
  std::vector<ArrayPair> found;
  if (data.is_object()) find_pairs(cursor, data, {}, found);
  if (found.empty()) {
    cursor.refuse_at(0, "expected two arrays: \"horizontal\" and \"vertical\", or a list of both");
  }
  if (found.size() > 1) {
    cursor.refuse_at(found[1].horizontals->offset, "these are the arrays of a second board");
  }
  return found.front();
}

// Reads the entries of both arrays. Programs write 0, false or null for an open edge, but a 0
// beside a null may be a player.
class Entries {
 public:
  explicit Entries(const Cursor& cursor) : cursor_(cursor) {}

  bool drawn(const Datum& entry) {
    std::string word(entry.text);
    if (const std::size_t point = word.find('.'); point != word.npos && point > 0) {
      if (word.find_first_not_of('0', point + 1) == word.npos) word.resize(point);
    }
    const std::string plain = plain_name(word);
    const auto is = [&](std::initializer_list<std::string_view> words) {
      return entry.kind == Datum::Kind::word && word.find_first_of("-_") == word.npos &&
             std::ranges::find(words, plain) != words.end();
    };
    const bool null = is({"null", "nil", "none", "undefined"});
    const bool zero = is({"0"});
    if (null && !null_) null_ = entry.offset;
    if (zero && !zero_) zero_ = entry.offset;
    if (null_ && zero_) {
      cursor_.refuse_at(std::max(*null_, *zero_),
                        "0 and null are both here; which of them is an open edge is unknown");
    }
    if (null || zero || is({"false"})) return false;
    if (!is({"1", "2", "true", "t"})) {
      cursor_.refuse_at(entry.offset,
                        "expected an edge: 0, false or null if it is open, 1, 2 or true if drawn");
    }
    return true;
  }

 private:
  const Cursor& cursor_;
  std::optional<std::size_t> null_, zero_;  // where the first one is
};

EdgeArray read_array(const Cursor& cursor, const Datum& data, Entries& entries) {
  EdgeArray array{.offset = data.offset};
  const bool lists = std::ranges::any_of(data.members, &Datum::is_list);
  const auto read = [&](const Datum& list) {
    for (const Datum& entry : list.members) array.drawn.push_back(entries.drawn(entry));
  };
  if (!lists) {
    read(data);
    array.length = data.members.size();
    return array;
  }
  array.lists = data.members.size();
  for (const Datum& list : data.members) {
    if (!list.is_list()) cursor.refuse_at(list.offset, "expected a list, as before it");
    if (&list == &data.members.front()) array.length = list.members.size();
    if (list.members.size() != array.length) {
      cursor.refuse_at(list.offset,
                       fmt::format("this list has {} entries, but the first one has {}",
                                   list.members.size(), array.length));
    }
    read(list);
  }
  return array;
}

// Returns the lists, and the length of each, in which a format has the edges of a board.
std::array<std::size_t, 2> shape_of(const Board& board, bool horizontal, FirstIndex first) {
  const auto rows = static_cast<std::size_t>(board.rows() + (horizontal ? 1 : 0));
  const auto columns = static_cast<std::size_t>(board.columns() + (horizontal ? 0 : 1));
  return first == FirstIndex::row ? std::array{rows, columns} : std::array{columns, rows};
}

// Returns the board with these numbers of horizontal and vertical edges, (R + 1) C and R (C + 1).
std::optional<std::array<std::size_t, 2>> sides_for(std::size_t horizontals,
                                                    std::size_t verticals) {
  for (std::size_t columns = 1; columns <= horizontals && columns <= kSmallBoardEdges; ++columns) {
    if (horizontals % columns != 0) continue;
    const std::size_t rows = horizontals / columns - 1;
    if (rows > 0 && rows * (columns + 1) == verticals) return std::array{rows, columns};
  }
  return std::nullopt;
}

Board board_for(const Cursor& cursor, const EdgeArray& horizontals, const EdgeArray& verticals,
                const ArraysFormat& format) {
  const std::size_t offset = horizontals.offset;
  if ((horizontals.lists == 0) != (verticals.lists == 0)) {
    cursor.refuse_at(verticals.offset, "one array has lists, and the other one has edges");
  }
  std::array<std::size_t, 2> sides{};  // rows and columns
  if (horizontals.lists == 0) {
    const auto found = sides_for(horizontals.length, verticals.length);
    if (!found) {
      cursor.refuse_at(offset, fmt::format("no board has {} horizontal and {} vertical edges",
                                           horizontals.length, verticals.length));
    }
    sides = *found;
  } else {
    sides = {horizontals.lists, horizontals.length};
    if (format.horizontals == FirstIndex::column) std::swap(sides[0], sides[1]);
    if (sides[0] < 2 || sides[1] < 1) {
      cursor.refuse_at(offset, fmt::format("{} lists of {} are no horizontal edges of a board",
                                           horizontals.lists, horizontals.length));
    }
    --sides[0];
  }
  if (sides[0] > kSmallBoardEdges || sides[1] > kSmallBoardEdges) {
    cursor.refuse_at(offset, "these are too many edges for a board");
  }
  return cursor.board(offset, static_cast<int>(sides[0]), static_cast<int>(sides[1]));
}

// Refuses sides that are neither those of the board nor its numbers of dots.
void check_sides(const Cursor& cursor, const GivenSides& sides, const Board& board) {
  const auto is = [](const Datum* given, int number) {
    return given == nullptr || given->text == std::to_string(number);
  };
  for (const int dots : {0, 1}) {
    if (is(sides.rows, board.rows() + dots) && is(sides.columns, board.columns() + dots)) return;
  }
  const Datum& first = sides.rows != nullptr ? *sides.rows : *sides.columns;
  cursor.refuse_at(first.offset,
                   fmt::format("the arrays are those of {}, which has other rows or columns than "
                               "given here, in boxes or in dots",
                               board.name()));
}

int edge_of(const Board& board, bool horizontal, FirstIndex first, std::size_t index) {
  const auto length = shape_of(board, horizontal, first)[1];
  int row = static_cast<int>(index / length), column = static_cast<int>(index % length);
  if (first == FirstIndex::column) std::swap(row, column);
  return edge_at(board, EdgePlace{horizontal, row, column});
}

Game read_arrays(std::string_view text, const ArraysFormat& format) {
  Cursor cursor(text, format.info.form);
  const Datum data = read_data(cursor);
  const ArrayPair pair = pair_in(cursor, data);
  Entries entries(cursor);
  const EdgeArray horizontals = read_array(cursor, *pair.horizontals, entries);
  const EdgeArray verticals = read_array(cursor, *pair.verticals, entries);
  const Board board = board_for(cursor, horizontals, verticals, format);
  check_sides(cursor, pair.sides, board);
  const auto shape = shape_of(board, false, format.verticals);
  if (verticals.lists != 0 && std::array{verticals.lists, verticals.length} != shape) {
    cursor.refuse_at(
        verticals.offset,
        fmt::format("expected {} lists of {} vertical edges for {}, got {} of {}", shape[0],
                    shape[1], board.name(), verticals.lists, verticals.length));
  }
  Position position{board, {}};
  const auto draw = [&](const EdgeArray& array, bool horizontal, FirstIndex first) {
    for (std::size_t i = 0; i < array.drawn.size(); ++i) {
      if (array.drawn[i]) position.drawn.insert(edge_of(board, horizontal, first, i));
    }
  };
  draw(horizontals, true, format.horizontals);
  draw(verticals, false, format.verticals);
  return game_of(position);
}

std::string write_arrays(const Game& game, const ArraysFormat& format) {
  const Position& position = game.position();
  const auto array = [&](bool horizontal, FirstIndex first) {
    const auto [lists, length] = shape_of(position.board, horizontal, first);
    std::string text;
    for (std::size_t i = 0; i < lists * length; ++i) {
      text += i % length != 0 ? "," : i == 0 ? "[[" : "],[";
      const int edge = edge_of(position.board, horizontal, first, i);
      text += position.drawn.contains(edge) ? '1' : '0';
    }
    return text + "]]";
  };
  return fmt::format("{{\"horizontal\":{},\"vertical\":{}}}", array(true, format.horizontals),
                     array(false, format.verticals));
}

constexpr ArraysFormat kByRows{
    .info = {.name = "arrays",
             .description =
                 "arrays h[row][column], v[row][column]: {\"h\":[[0],[1]],\"v\":[[1,0]]}",
             .form = NotationForm::json},
    .horizontals = FirstIndex::row,
    .verticals = FirstIndex::row};

constexpr ArraysFormat kByColumns{
    .info = {.name = "arrays-columns",
             .description =
                 "arrays h[row][column], v[column][row]: {\"h\":[[0],[1]],\"v\":[[1],[0]]}",
             .form = NotationForm::json},
    .horizontals = FirstIndex::row,
    .verticals = FirstIndex::column};

constexpr ArraysFormat kByXy{
    .info = {.name = "arrays-xy",
             .description =
                 "arrays h[column][row], v[column][row]: {\"h\":[[0,1]],\"v\":[[1],[0]]}",
             .form = NotationForm::json},
    .horizontals = FirstIndex::column,
    .verticals = FirstIndex::column};

template <const ArraysFormat& format>
constexpr NotationEntry arrays_entry() {
  return {.info = format.info,
          .read = [](std::string_view text) { return read_arrays(text, format); },
          .write = [](const Game& game) { return write_arrays(game, format); }};
}

}  // namespace

const NotationEntry kArrays = arrays_entry<kByRows>();
const NotationEntry kArraysColumns = arrays_entry<kByColumns>();
const NotationEntry kArraysXy = arrays_entry<kByXy>();

}  // namespace pipo
