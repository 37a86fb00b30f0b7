#include "pipo/words/answer_json.hpp"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "pipo/words/answer_text.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
namespace {

constexpr std::string_view kComputed = R"(,"computed":true)";

void append(std::string& out, int number) {
  std::array<char, 12> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

// Opens the object: the position, its layer and its value.
void append_begin(std::string& out, const Position& position, int value) {
  // Neither positions nor edge names hold a character that JSON would have escaped.
  out.append(R"({"position":")").append(to_string(position));
  out += R"(","layer":)";
  append(out, position.layer());
  out += R"(,"value":)";
  append(out, value);
}

}  // namespace

std::string edges_json(const Board& board, std::span<const int> edges) {
  return edges.empty() ? "[]" : "[\"" + edge_list(board, edges, "\",\"") + "\"]";
}

std::string json_string(std::string_view text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

void append_json(std::string& out, const Answer& answer, const Standing& standing) {
  const Board& board = answer.position.board;
  append_begin(out, answer.position, answer.value);
  out += R"(,"moves":[)";
  for (const MoveValue& move : answer.moves) {
    if (out.back() == '}') out += ',';
    out.append(R"({"edge":")").append(edge_name(board, move.edge));
    out += R"(","index":)";
    append(out, move.edge);
    out += R"(,"captures":)";
    append(out, move.captures);
    out += R"(,"value":)";
    append(out, move.value);
    out += '}';
  }
  out += R"(],"best":[)";
  for (const int edge : answer.best) {
    if (out.back() != '[') out += ',';
    out.append(1, '"').append(edge_name(board, edge)).append(1, '"');
  }
  out += ']';
  if (answer.table.start != 0) {
    out.append(R"(,"table":")").append(folder_name(answer.table)).append(1, '"');
  }
  if (answer.computed) out += kComputed;
  append_standing_json(out, answer.position, standing, answer.value);
  out += "}\n";
}

void append_json(std::string& out, const Position& position, int value, const Standing& standing,
                 bool computed) {
  append_begin(out, position, value);
  if (computed) out += kComputed;
  append_standing_json(out, position, standing, value);
  out += "}\n";
}

void append_json_error(std::string& out, std::string_view position, std::string_view error) {
  out.append(R"({"position":)").append(json_string(position));
  out.append(R"(,"error":)").append(json_string(error)).append("}\n");
}

}  // namespace pipo
