// `kaggle`: orientation, row, column; or the JSON of the KU Leuven servers for such agents.
#include <fmt/core.h>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

int read_kaggle_place(Cursor& cursor, const Board& board, bool horizontal,
                      std::string_view between) {
  const int row = cursor.number("a row", 0, board.rows() - (horizontal ? 0 : 1));
  if (between == " ") {
    if (!cursor.skip_spaces()) cursor.refuse_for("a space and a column");
  } else {
    cursor.expect(between, "a comma");
    cursor.skip_spaces();
  }
  const int column = cursor.number("a column", 0, board.columns() - (horizontal ? 1 : 0));
  return horizontal ? board.horizontal(row, column) : board.vertical(row, column);
}

// Reads the JSON object, with its two members in either order. The orientation is read first, since
// it determines the range of the location.
Word read_kaggle_json(Cursor& cursor, const Board& board) {
  const auto pass = [&](std::string_view part, std::string_view what) {
    cursor.expect(part, what);
    cursor.skip_spaces();
  };
  const auto orientation = [&] {
    pass("\"orientation\"", "\"orientation\"");
    pass(":", "a colon");
    const bool horizontal = cursor.take("\"h\"");
    if (!horizontal) cursor.expect("\"v\"", "\"h\" or \"v\"");
    cursor.skip_spaces();
    return horizontal;
  };
  const auto location = [&](Cursor& from, bool horizontal) {
    from.expect("\"location\"", "\"location\"");
    from.skip_spaces();
    from.expect(":", "a colon");
    from.skip_spaces();
    from.expect("[", "a bracket");
    from.skip_spaces();
    const int edge = read_kaggle_place(from, board, horizontal, ",");
    from.skip_spaces();
    from.expect("]", "a closing bracket");
    from.skip_spaces();
    return edge;
  };
  pass("{", "a brace");
  int edge = 0;
  if (cursor.at("\"orientation\"")) {
    const bool horizontal = orientation();
    pass(",", "a comma");
    edge = location(cursor, horizontal);
  } else {
    Cursor at_location = cursor;
    cursor.expect("\"location\"", "\"location\" or \"orientation\"");
    cursor.take_until("]");
    pass("]", "a closing bracket");
    pass(",", "a comma");
    edge = location(at_location, orientation());
  }
  cursor.expect("}", "a closing brace");
  return {edge};
}

Word read_kaggle_edge(Cursor& cursor, const Board& board) {
  if (cursor.at("{")) return read_kaggle_json(cursor, board);
  const bool horizontal = cursor.take('h');
  if (!horizontal) cursor.expect("v", "an h or v");
  if (!cursor.skip_spaces()) cursor.refuse_for("a space and a row");
  return {read_kaggle_place(cursor, board, horizontal, " ")};
}

std::string write_kaggle_edge(const Board& board, const Word& word) {
  const EdgePlace place = place_of(board, word.edge);
  return fmt::format("{} {} {}", place.horizontal ? 'h' : 'v', place.row, place.column);
}

constexpr WordList kKaggleWords{
    .info = {.name = "kaggle",
             .description = "orientation, row, column: 2x2 v 1 1; h 0 0; also as JSON",
             .lists = true},
    .read = read_kaggle_edge,
    .write = write_kaggle_edge,
    .spaces = true};

}  // namespace

const NotationEntry kKaggle = list_entry<kKaggleWords>();

}  // namespace pipo
