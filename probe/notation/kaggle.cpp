// `kaggle`: orientation, row, column, as agents on Kaggle answer; or the JSON messages of such
// agents and of those at KU Leuven.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "probe/board/place.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/list.hpp"

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

// Reads an object up to its closing brace. Returns the members that name an edge, each at the
// beginning of its value.
std::map<std::string_view, Cursor> read_members(Cursor& cursor) {
  constexpr std::array<std::string_view, 4> kRead = {"\"move\"", "\"orientation\"", "\"location\"",
                                                     "\"type\""};
  std::map<std::string_view, Cursor> members;
  cursor.expect("{", "a brace");
  do {
    cursor.skip_spaces();
    const Cursor at_name = cursor;
    if (!cursor.at("\"")) cursor.refuse_for("the name of a member, in quotes");
    const std::string_view name = skip_json(cursor);
    cursor.skip_spaces();
    cursor.expect(":", "a colon");
    cursor.skip_spaces();
    const Cursor at_value = cursor;
    if (!nlohmann::json::accept(skip_json(cursor))) at_value.refuse("this is not JSON");
    if (std::ranges::find(kRead, name) != kRead.end() && !members.emplace(name, at_value).second) {
      at_name.refuse(fmt::format("{} occurs twice", name));
    }
    cursor.skip_spaces();
  } while (cursor.take(','));
  if (!cursor.at("}")) cursor.refuse_for("a closing brace or a comma");
  return members;
}

// Reads {"move": "v 1 1"}, or {"location":[1,1],"orientation":"v"} in a message to or from the
// servers at KU Leuven. The orientation is read first, since it determines the range of the
// location.
int read_message(Cursor& cursor, const WordList& words, const Board& board) {
  const auto members = read_members(cursor);
  const auto find = [&](std::string_view name) {
    const auto found = members.find(name);
    return found == members.end() ? nullptr : &found->second;
  };
  const Cursor* const orientation = find("\"orientation\"");
  const Cursor* const location = find("\"location\"");
  const Cursor* const type = find("\"type\"");
  if (type != nullptr && !type->at("\"action\"") && !type->at("\"end\"")) {
    type->refuse_for("a message with an edge, of type \"action\" or \"end\"");
  }
  if (const Cursor* const at_move = find("\"move\"")) {
    if (location != nullptr || orientation != nullptr) {
      at_move->refuse("this message gives an edge in two ways");
    }
    Cursor move = *at_move;
    move.expect("\"", "a move in quotes");
    const int edge = read_word(move, words, board).edge;
    move.expect("\"", "the end of the move");
    cursor.next();
    return edge;
  }
  if (orientation == nullptr) cursor.refuse_for("\"orientation\" or \"move\"");
  if (location == nullptr) cursor.refuse_for("\"location\"");
  const bool horizontal = orientation->at("\"h\"");
  if (!horizontal && !orientation->at("\"v\"")) orientation->refuse_for("\"h\" or \"v\"");
  cursor.next();
  return read_location(*location, board, horizontal);
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
    .read = [](Cursor& cursor, const WordList& words, const Board& board) -> std::optional<int> {
      if (!cursor.at("{")) return std::nullopt;
      return read_message(cursor, words, board);
    },
    .any_case = true,
    .loose = true,
    .spaces = true,
    .commas = true};

}  // namespace

const NotationEntry kKaggle = list_entry<kKaggleWords>();

}  // namespace pipo
