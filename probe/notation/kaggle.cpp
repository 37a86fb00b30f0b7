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

// Reads a location in JSON, [1,1].
int read_location(Cursor cursor, const Board& board, bool horizontal) {
  cursor.expect("[", "a bracket");
  cursor.skip_spaces();
  const int row = cursor.number("a row", 0, board.rows() - (horizontal ? 0 : 1));
  cursor.skip_spaces();
  cursor.expect(",", "a comma");
  cursor.skip_spaces();
  const int column = cursor.number("a column", 0, board.columns() - (horizontal ? 1 : 0));
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
int read_message(Cursor& cursor, const Board& board, Dictionary& words) {
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
    const int edge = words.read(move).edge;
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

constexpr WordList kKaggleWords{
    .info = {.name = "kaggle",
             .description = "orientation, row, column: 2x2 v 1 1; h 0 0; also as JSON",
             .lists = true},
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const auto [horizontal, row, column] = place_of(board, edge);
      std::vector<Spelling> spellings;
      for (const char* format : {"{} {} {}", "{},{},{}", "{} {},{}", "{},{} {}"}) {
        spellings.push_back(
            {fmt::format(fmt::runtime(format), horizontal ? 'h' : 'v', row, column)});
      }
      return spellings;
    },
    .read = [](Cursor& cursor, const Board& board, Dictionary& words) -> std::optional<int> {
      if (!cursor.at("{")) return std::nullopt;
      return read_message(cursor, board, words);
    },
    .any_case = true,
    .loose = true,
    .spaces = true,
    .commas = true};

}  // namespace

const NotationEntry kKaggle = list_entry<kKaggleWords>();

}  // namespace pipo
