// Claims as JSON, one object per line: the output of `pipo probe --format jsonl`, or part of it.
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pipo/command/claim_reader.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/json_object.hpp"

namespace pipo {
namespace {

using JsonValue = nlohmann::json;

// The names and numbers that lead to a value: {"moves", "0", "edge"}.
using JsonPath = std::vector<std::string>;

// The offsets of the values in a line of JSON, for errors that name a column.
struct JsonPlaces {
  // Up to the first error.
  std::map<JsonPath, std::size_t> values;

  // The first thing that parse_object() refuses although it is well formed: a repeated name, a
  // number beyond all limits, or a value that is nested too deeply.
  std::optional<std::size_t> refused;

  explicit JsonPlaces(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::size_t read = 0;  // up to the last token, or one character more
    const auto next_token = [&] {
      return std::min(text.find_first_not_of(" \t\r\n,:", read), text.size());
    };
    JsonPath path;
    std::vector<std::optional<std::size_t>> counts;  // by depth: elements of the list so far
    const auto note = [&](int, JsonValue::parse_event_t event, const JsonValue& parsed) {
      using Event = JsonValue::parse_event_t;
      if (event == Event::key) {
        path.back() = parsed.get<std::string>();
        if (values.contains(path)) refused = next_token();
      } else if (event == Event::object_end || event == Event::array_end) {
        path.pop_back();
        counts.pop_back();
      } else {
        if (!counts.empty() && counts.back()) path.back() = std::to_string((*counts.back())++);
        values[path] = next_token();
        if (event != Event::value && path.size() == kDeepestJson) refused = next_token();
        if (event != Event::value) {
          path.emplace_back();
          counts.push_back(event == Event::array_start ? std::optional<std::size_t>(0)
                                                       : std::nullopt);
        }
      }
      if (refused) throw Refused();
      read = static_cast<std::size_t>(in.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in));
      return true;
    };
    try {
      std::ignore = JsonValue::parse(in, note);
    } catch (const JsonValue::out_of_range&) {
      refused = next_token();
    } catch (const JsonValue::exception&) {
    } catch (const Refused&) {
    }
  }

 private:
  struct Refused {};
};

// Returns the text of the inside of a JSON string.
std::string decoded(std::string_view raw) {
  const auto text = JsonValue::parse('"' + std::string(raw) + '"', nullptr, false);
  return text.is_string() ? text.get<std::string>() : std::string();
}

// Returns the length of the character or escape sequence at the beginning of the rest of a string.
std::size_t unit_length(std::string_view rest) {
  constexpr std::size_t kHex = 6;  // \u00e9
  if (rest.front() != '\\') return 1;
  if (!rest.substr(1).starts_with('u')) return std::min<std::size_t>(rest.size(), 2);
  const bool first_of_two = rest.size() > 3 && (rest[2] == 'd' || rest[2] == 'D') &&
                            std::string_view("89abAB").find(rest[3]) != std::string_view::npos;
  return std::min(rest.size(), first_of_two ? 2 * kHex : kHex);
}

// Returns the offset in a JSON string, after its quote, of each byte of the text that it stands
// for, and that of the end.
std::vector<std::size_t> places_in_string(std::string_view after_quote) {
  std::vector<std::size_t> places;
  std::size_t at = 0;
  while (at < after_quote.size() && after_quote[at] != '"') {
    const std::size_t length = unit_length(after_quote.substr(at));
    const std::size_t bytes = length == 1 ? 1 : decoded(after_quote.substr(at, length)).size();
    places.insert(places.end(), bytes, at);
    at += length;
  }
  places.push_back(at);
  return places;
}

// A member, an element of it, and a member of that.
struct Place {
  const char* member;
  std::optional<std::size_t> element = {};
  const char* name = nullptr;
};

class JsonClaim {
 public:
  JsonClaim(const ClaimField& line, std::string_view notation)
      : line_(line), notation_(notation), object_(parsed(line)) {}

  Claim read() {
    if (const JsonValue* error = find("error"); error != nullptr && find("value") == nullptr) {
      const std::string said = error->is_string() ? error->get<std::string>() : error->dump();
      refuse_column(column({"error"}), "there is no value, only an error: " + pipo::quoted(said));
    }
    const JsonValue& position = needed("position");
    if (!position.is_string()) refuse({"position"}, "expected a text");
    read_position(position.get_ref<const std::string&>());
    claim_.value = value_of(needed("value"), {"value"}, "");
    if (const JsonValue* best = find("best")) read_best(*best);
    if (const JsonValue* moves = find("moves")) read_moves(*moves);
    return std::move(claim_);
  }

 private:
  static JsonValue parsed(const ClaimField& line) {
    try {
      return parse_object(line.text);
    } catch (const Malformed& malformed) {
      const auto place = malformed.offset() == 0 ? JsonPlaces(line.text).refused : std::nullopt;
      refuse_column(line.column + place.value_or(malformed.offset()), malformed.reason());
    }
  }

  const JsonValue* find(const char* name) const {
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
  }

  const JsonValue& needed(const char* name) const {
    const JsonValue* found = find(name);
    if (found == nullptr) refuse_column(line_.column, fmt::format("\"{}\" is missing", name));
    return *found;
  }

  std::size_t column(const Place& place) const {
    JsonPath path{place.member};
    if (place.element) path.push_back(std::to_string(*place.element));
    if (place.name != nullptr) path.emplace_back(place.name);
    const JsonPlaces places(line_.text);
    const auto found = places.values.find(path);
    return line_.column + (found == places.values.end() ? 0 : found->second);
  }

  [[noreturn]] void refuse(const Place& place, const std::string& reason) const {
    refuse_column(column(place), fmt::format("\"{}\": {}", place.member, reason));
  }

  // Reads the position; if it is wrong, again with the column of each of its characters.
  void read_position(const std::string& text) {
    try {
      claim_.position = read_claimed_position({text}, notation_);
    } catch (const BadInput&) {
      const std::size_t begin = column({"position"}) + 1;
      std::vector<std::size_t> columns = places_in_string(line_.text.substr(begin - line_.column));
      for (std::size_t& one : columns) one += begin;
      claim_.position = read_claimed_position({text, columns.front(), columns}, notation_);
    }
  }

  int value_of(const JsonValue& value, const Place& place, const std::string& where) const {
    // Read as signed, a number beyond the signed range would become small.
    const bool whole = value.is_number_unsigned() ? value.get<std::uint64_t>() <= kLargestClaim
                                                  : value.is_number_integer();
    if (!whole || std::abs(value.get<double>()) > kLargestClaim) {
      refuse(place, where + "expected a margin in boxes, a whole number");
    }
    return value.get<int>();
  }

  // Reads an edge by name or by index, and adds it to the set.
  int edge_of(const JsonValue& edge, IndexSet& edges, const Place& place,
              const std::string& where) const {
    if (!edge.is_string() && !edge.is_number_unsigned()) {
      refuse(place, where + "expected an edge, \"h0.0\"");
    }
    const std::string text = edge.is_string() ? edge.get<std::string>() : edge.dump();
    std::optional<int> found;
    try {
      found = read_claimed_edge({text}, claim_.position);
    } catch (const BadInput&) {  // again below, with its column
    }
    try {
      if (!found) found = read_claimed_edge({text, column(place)}, claim_.position);
    } catch (const BadInput& error) {
      throw BadInput(std::string(error.what()) + (where.empty() ? "" : " (" + where + ")"));
    }
    const std::size_t at = edges.contains(*found) ? column(place) : 0;
    add_claimed_edge(edges, *found, claim_.position.board, at);
    return *found;
  }

  void read_best(const JsonValue& best) {
    if (!best.is_array()) refuse({"best"}, "expected a list of edges");
    claim_.best.emplace();
    for (std::size_t i = 0; i < best.size(); ++i) {
      edge_of(best[i], *claim_.best, {"best", i}, "");
    }
  }

  void read_moves(const JsonValue& moves) {
    if (!moves.is_array()) refuse({"moves"}, "expected a list of moves");
    IndexSet edges;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::string where = fmt::format("moves[{}]", i);
      const JsonValue& move = moves[i];
      if (!move.is_object() || !move.contains("edge") || !move.contains("value")) {
        refuse({"moves", i}, where + ": expected a move, {\"edge\":\"h0.0\",\"value\":1}");
      }
      const int edge = edge_of(move["edge"], edges, {"moves", i, "edge"}, where);
      claim_.moves.push_back({edge, value_of(move["value"], {"moves", i, "value"}, where + ": ")});
    }
  }

  ClaimField line_;
  std::string_view notation_;
  JsonValue object_;
  Claim claim_;
};

}  // namespace

Claim read_claim_json(const ClaimField& line, std::string_view notation) {
  return JsonClaim(line, notation).read();
}

}  // namespace pipo
