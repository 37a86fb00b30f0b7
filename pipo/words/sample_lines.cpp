#include "pipo/words/sample_lines.hpp"

#include <fmt/format.h>

#include <boost/algorithm/string/replace.hpp>

#include "pipo/words/answer_json.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
namespace {

// "h0.0=1,v1.1=-1"
std::string move_list(const Answer& answer, std::string_view between) {
  std::string list;
  for (const MoveValue& move : answer.moves) {
    if (!list.empty()) list += between;
    list += fmt::format("{}={}", edge_name(answer.position.board, move.edge), move.value);
  }
  return list;
}

std::string sampled_position(const Position& position, std::string_view notation) {
  return notation == "dbn" ? to_string(position) : write_game(notation, game_of(position));
}

// Quotes a cell as RFC 4180 defines it.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"") == text.npos) return text;
  return '"' + boost::replace_all_copy(text, "\"", "\"\"") + '"';
}

}  // namespace

std::string sample_header(const SampleForm& form) {
  if (form.format != "csv") return {};
  return form.moves ? "position,value,best,moves\n" : "position,value,best\n";
}

void append_sample(std::string& out, const Answer& answer, const SampleForm& form) {
  if (form.format == "jsonl") return append_json(out, answer);
  const bool csv = form.format == "csv";
  const std::string position = sampled_position(answer.position, form.notation);
  const char* const between = csv ? "," : form.notation == "dbn" ? " " : "\t";
  out += fmt::format("{}{}{}", csv ? csv_cell(position) : position, between, answer.value);
  if (csv || !answer.best.empty()) {
    out += between + edge_list(answer.position.board, answer.best, csv ? " " : ",");
  }
  if (form.moves && (csv || !answer.moves.empty())) {
    out += between + move_list(answer, csv ? " " : ",");
  }
  out += '\n';
}

}  // namespace pipo
