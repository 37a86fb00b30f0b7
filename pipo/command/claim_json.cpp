// Claims as JSON, one object per line: the output of `pipo probe --format jsonl`, or part of it.
#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "pipo/command/claim_reader.hpp"
#include "pipo/command/json_places.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/json_object.hpp"

namespace pipo {
namespace {

// A member, an element of it, and a member of that.
struct Place {
  const char* member;
  std::optional<std::size_t> element = {};
  const char* name = nullptr;

  JsonPlaces::Path path() const {
    JsonPlaces::Path path{member};
    if (element) path.push_back(std::to_string(*element));
    if (name != nullptr) path.emplace_back(name);
    return path;
  }
};

class JsonClaim {
  using json = nlohmann::json;

 public:
  JsonClaim(const ClaimField& line, std::string_view notation)
      : line_(line), notation_(notation), object_(parsed(line)) {}

  Claim read() {
    if (const json* error = find("error"); error != nullptr && find("value") == nullptr) {
      const std::string said = error->is_string() ? error->get<std::string>() : error->dump();
      refuse_column(column({"error"}), "there is no value, only an error: " + pipo::quoted(said));
    }
    const json& position = needed("position");
    if (!position.is_string()) refuse({"position"}, "expected a text");
    read_position(position.get_ref<const std::string&>());
    claim_.value = value_of(needed("value"), {"value"}, "");
    if (const json* best = find("best")) read_best(*best);
    if (const json* moves = find("moves")) read_moves(*moves);
    return std::move(claim_);
  }

 private:
  static json parsed(const ClaimField& line) {
    try {
      return parse_object(line.text);
    } catch (const Malformed& malformed) {
      const auto place = malformed.offset() == 0 ? JsonPlaces(line.text).refused() : std::nullopt;
      refuse_column(line.column + place.value_or(malformed.offset()), malformed.reason());
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

  // Returns the offset of a value in the line.
  std::size_t offset(const Place& place) const {
    return JsonPlaces(line_.text).of(place.path()).value_or(0);
  }
  std::size_t column(const Place& place) const { return line_.column + offset(place); }

  [[noreturn]] void refuse(const Place& place, const std::string& reason) const {
    refuse_column(column(place), fmt::format("\"{}\": {}", place.member, reason));
  }

  // Reads the position; if it is wrong, again with the column of each of its characters.
  void read_position(const std::string& text) {
    try {
      claim_.position = read_claimed_position({text}, notation_);
    } catch (const BadInput&) {
      const std::size_t begin = offset({"position"}) + 1;
      std::vector<std::size_t> columns = places_in_string(line_.text.substr(begin));
      for (std::size_t& one : columns) one += line_.column + begin;
      claim_.position = read_claimed_position({text, columns.front(), columns}, notation_);
    }
  }

  int value_of(const json& value, const Place& place, const std::string& where) const {
    // Read as signed, a number beyond the signed range would become small.
    const bool whole = value.is_number_unsigned() ? value.get<std::uint64_t>() <= kLargestClaim
                                                  : value.is_number_integer();
    if (!whole || std::abs(value.get<double>()) > kLargestClaim) {
      refuse(place, where + "expected a margin in boxes, a whole number");
    }
    return value.get<int>();
  }

  // Reads an edge by name or by index.
  int edge_of(const json& edge, const Place& place, const std::string& where) const {
    if (!edge.is_string() && !edge.is_number_unsigned()) {
      refuse(place, where + "expected an edge, \"h0.0\"");
    }
    const std::string text = edge.is_string() ? edge.get<std::string>() : edge.dump();
    try {
      return read_claimed_edge({text}, claim_.position);
    } catch (const BadInput&) {  // again below, with its column
    }
    try {
      return read_claimed_edge({text, column(place)}, claim_.position);
    } catch (const BadInput& error) {
      throw BadInput(std::string(error.what()) + (where.empty() ? "" : " (" + where + ")"));
    }
  }

  void read_best(const json& best) {
    if (!best.is_array()) refuse({"best"}, "expected a list of edges");
    IndexSet edges;
    for (std::size_t i = 0; i < best.size(); ++i) {
      add_edge(edges, edge_of(best[i], {"best", i}, ""), {"best", i});
    }
    claim_.best = edges;
  }

  void read_moves(const json& moves) {
    if (!moves.is_array()) refuse({"moves"}, "expected a list of moves");
    IndexSet edges;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::string where = fmt::format("moves[{}]", i);
      const json& move = moves[i];
      if (!move.is_object() || !move.contains("edge") || !move.contains("value")) {
        refuse({"moves", i}, where + ": expected a move, {\"edge\":\"h0.0\",\"value\":1}");
      }
      const int edge = edge_of(move["edge"], {"moves", i, "edge"}, where);
      add_edge(edges, edge, {"moves", i, "edge"});
      claim_.moves.push_back({edge, value_of(move["value"], {"moves", i, "value"}, where + ": ")});
    }
  }

  void add_edge(IndexSet& edges, int edge, const Place& place) const {
    const std::size_t at = edges.contains(edge) ? column(place) : 0;
    add_claimed_edge(edges, edge, claim_.position.board, at);
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
