// Claims as JSON, one object per line: the output of `pipo probe --format jsonl`, or part of it.
#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "pipo/command/claim_reader.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/json_object.hpp"

namespace pipo {
namespace {

class JsonClaim {
  using json = nlohmann::json;

 public:
  JsonClaim(const ClaimField& line, std::string_view notation)
      : line_(line), notation_(notation), object_(parsed(line)) {}

  Claim read() {
    if (const json* error = find("error"); error != nullptr && find("value") == nullptr) {
      const std::string said = error->is_string() ? error->get<std::string>() : error->dump();
      refuse_column(column("error"), "there is no value, only an error: " + pipo::quoted(said));
    }
    const json& position = needed("position");
    if (!position.is_string()) refuse("position", "expected a text");
    // The text begins after the quote.
    claim_.position = read_claimed_position(
        {position.get_ref<const std::string&>(), column("position") + 1}, notation_);
    claim_.value = value_of(needed("value"), "value", "");
    if (const json* best = find("best")) read_best(*best);
    if (const json* moves = find("moves")) read_moves(*moves);
    return std::move(claim_);
  }

 private:
  static json parsed(const ClaimField& line) {
    try {
      return parse_object(line.text);
    } catch (const Malformed& malformed) {
      refuse_column(line.column + malformed.offset(), malformed.reason());
    }
  }

  const json* find(const char* name) const {
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
  }

  const json& needed(const char* name) const {
    const json* found = find(name);
    if (found == nullptr) refuse_column(line_.column, fmt::format("\"{}\" is missing", name));
    return *found;
  }

  // Returns where the value of a member begins: after its name and a colon, which follows no other
  // text.
  std::size_t column(std::string_view name) const {
    const std::string key = fmt::format("\"{}\"", name);
    constexpr std::string_view kSpaces = " \t";
    for (std::size_t at = line_.text.find(key); at != line_.text.npos;
         at = line_.text.find(key, at + 1)) {
      const std::size_t colon = line_.text.find_first_not_of(kSpaces, at + key.size());
      if (colon == line_.text.npos || line_.text[colon] != ':') continue;
      return line_.column +
             std::min(line_.text.find_first_not_of(kSpaces, colon + 1), line_.text.size());
    }
    return line_.column;
  }

  [[noreturn]] void refuse(std::string_view member, const std::string& reason) const {
    refuse_column(column(member), fmt::format("\"{}\": {}", member, reason));
  }

  int value_of(const json& value, std::string_view member, const std::string& where) const {
    // Read as signed, a number beyond the signed range would become small.
    const bool whole = value.is_number_unsigned() ? value.get<std::uint64_t>() <= kLargestClaim
                                                  : value.is_number_integer();
    if (!whole || std::abs(value.get<double>()) > kLargestClaim) {
      refuse(member, where + "expected a margin in boxes, a whole number");
    }
    return value.get<int>();
  }

  // Reads an edge by name or by index.
  int edge_of(const json& edge, std::string_view member, const std::string& where) const {
    if (!edge.is_string() && !edge.is_number_unsigned()) {
      refuse(member, where + "expected an edge, \"h0.0\"");
    }
    const std::string text = edge.is_string() ? edge.get<std::string>() : edge.dump();
    try {
      return read_claimed_edge({text, column(member)}, claim_.position);
    } catch (const BadInput& error) {
      throw BadInput(std::string(error.what()) + (where.empty() ? "" : " (" + where + ")"));
    }
  }

  void read_best(const json& best) {
    if (!best.is_array()) refuse("best", "expected a list of edges");
    IndexSet edges;
    for (const json& edge : best) {
      add_claimed_edge(edges, edge_of(edge, "best", ""), claim_.position.board, column("best"));
    }
    claim_.best = edges;
  }

  void read_moves(const json& moves) {
    if (!moves.is_array()) refuse("moves", "expected a list of moves");
    IndexSet edges;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::string where = fmt::format("moves[{}]", i);
      const json& move = moves[i];
      if (!move.is_object() || !move.contains("edge") || !move.contains("value")) {
        refuse("moves", where + ": expected a move, {\"edge\":\"h0.0\",\"value\":1}");
      }
      const int edge = edge_of(move["edge"], "moves", where);
      add_claimed_edge(edges, edge, claim_.position.board, column("moves"));
      claim_.moves.push_back({edge, value_of(move["value"], "moves", where + ": ")});
    }
  }

  ClaimField line_;
  std::string_view notation_;
  json object_;
  Claim claim_;
};

}  // namespace

Claim read_claim_json(const ClaimField& line, std::string_view notation) {
  return JsonClaim(line, notation).read();
}

}  // namespace pipo
