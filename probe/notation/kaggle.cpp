// `kaggle`: orientation, row, column, as agents on Kaggle answer; or the JSON messages of such
// agents and of those at KU Leuven.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "probe/notation/json_object.hpp"
#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

bool read_orientation(Cursor& cursor) {
  if (cursor.take('h') || cursor.take('H')) return true;
  if (!cursor.take('V')) cursor.expect("v", "an h or v");
  return false;
}

// Skips spaces, a comma, or both.
bool skip_comma(Cursor& cursor) {
  const bool spaces = cursor.skip_spaces();
  const bool comma = cursor.take(',');
  cursor.skip_spaces();
  return spaces || comma;
}

int read_row(Cursor& cursor, const Board& board, bool horizontal) {
  return cursor.number("a row", 0, board.rows() - (horizontal ? 0 : 1));
}

int read_column(Cursor& cursor, const Board& board, bool horizontal) {
  return cursor.number("a column", 0, board.columns() - (horizontal ? 1 : 0));
}

// Reads "v 1 1" or "v, 1, 1".
int read_move(Cursor& cursor, const Board& board) {
  const bool horizontal = read_orientation(cursor);
  if (!skip_comma(cursor)) cursor.refuse_for("a space and a row");
  const int row = read_row(cursor, board, horizontal);
  if (!skip_comma(cursor)) cursor.refuse_for("a space and a column");
  const int column = read_column(cursor, board, horizontal);
  return edge_at(board, EdgePlace{horizontal, row, column});
}

// Reads a location in JSON, [1,1].
int read_location(Cursor cursor, const Board& board, bool horizontal) {
  cursor.expect("[", "a bracket");
  cursor.skip_spaces();
  const int row = read_row(cursor, board, horizontal);
  cursor.skip_spaces();
  cursor.expect(",", "a comma");
  cursor.skip_spaces();
  const int column = read_column(cursor, board, horizontal);
  cursor.skip_spaces();
  cursor.expect("]", "a closing bracket");
  return edge_at(board, EdgePlace{horizontal, row, column});
}

// The members of a message that name an edge, each at the beginning of its value.
struct Members {
  std::optional<Cursor> move;
  std::optional<Cursor> orientation;
  std::optional<Cursor> location;
  std::optional<Cursor> type;
};

// Reads one member of an object. Ignores all but those that name an edge.
void read_member(Cursor& cursor, Members& members) {
  const Cursor at_name = cursor;
  if (!cursor.at("\"")) cursor.refuse_for("the name of a member, in quotes");
  const std::string_view name = skip_json(cursor);
  cursor.skip_spaces();
  cursor.expect(":", "a colon");
  cursor.skip_spaces();
  const Cursor at_value = cursor;
  const std::string_view value = skip_json(cursor);
  if (!nlohmann::json::accept(value)) at_value.refuse("this is not JSON");
  std::optional<Cursor>* const member = name == "\"move\""          ? &members.move
                                        : name == "\"orientation\"" ? &members.orientation
                                        : name == "\"location\""    ? &members.location
                                        : name == "\"type\""        ? &members.type
                                                                    : nullptr;
  if (member == nullptr) return;
  if (*member) at_name.refuse(fmt::format("{} occurs twice", name));
  *member = at_value;
}

// Reads {"move": "v 1 1"}, or {"location":[1,1],"orientation":"v"} in a message to or from the
// servers at KU Leuven. The orientation is read first, since it determines the range of the
// location.
int read_message(Cursor& cursor, const Board& board) {
  Members members;
  cursor.expect("{", "a brace");
  cursor.skip_spaces();
  while (true) {
    read_member(cursor, members);
    cursor.skip_spaces();
    if (cursor.at("}")) break;
    cursor.expect(",", "a closing brace or a comma");
    cursor.skip_spaces();
  }
  if (members.type && !members.type->at("\"action\"") && !members.type->at("\"end\"")) {
    members.type->refuse_for("a message with an edge, of type \"action\" or \"end\"");
  }
  if (members.move) {
    if (members.location || members.orientation) {
      members.move->refuse("this message gives an edge in two ways");
    }
    Cursor move = *members.move;
    move.expect("\"", "a move in quotes");
    const int edge = read_move(move, board);
    move.expect("\"", "the end of the move");
    cursor.next();
    return edge;
  }
  if (!members.orientation) cursor.refuse_for("\"orientation\" or \"move\"");
  if (!members.location) cursor.refuse_for("\"location\"");
  const bool horizontal = members.orientation->at("\"h\"");
  if (!horizontal && !members.orientation->at("\"v\"")) {
    members.orientation->refuse_for("\"h\" or \"v\"");
  }
  cursor.next();
  return read_location(*members.location, board, horizontal);
}

Word read_kaggle_edge(Cursor& cursor, const Board& board) {
  return {cursor.at("{") ? read_message(cursor, board) : read_move(cursor, board)};
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
    .spaces = true,
    .commas = true};

}  // namespace

const NotationEntry kKaggle = list_entry<kKaggleWords>();

}  // namespace pipo
