// Claims as JSON, one object per line: the output of `pipo probe --format jsonl`, or part of it.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipo/command/claim_reader.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/json_object.hpp"

namespace pipo {

// The places of the values in a line of JSON, for errors that name a column.
class JsonPlaces {
 public:
  // The names and numbers that lead to a value: {"moves", "0", "edge"}.
  using Path = std::vector<std::string>;

  // Reads a text that is JSON, at least up to what parse_object() refuses.
  explicit JsonPlaces(std::string_view text);

  // Returns the offset of a value, if there is one. If a name occurs twice, the last one counts.
  std::optional<std::size_t> of(const Path& path) const;

  // Returns the offset of the first thing that a reader of objects refuses although it is well
  // formed: a repeated name of the outermost object, a number beyond all limits, or a value that is
  // nested too deeply. Nothing behind it has a place.
  std::optional<std::size_t> refused() const { return refused_; }

 private:
  struct End {};  // thrown at the end of what can be read

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces();
  [[noreturn]] void refuse(std::size_t offset);
  std::string read_string();
  void read_number();
  void read_value();
  void read_object();
  void read_array();

  std::string_view text_;
  std::size_t at_ = 0;
  Path path_;
  std::map<Path, std::size_t> places_;
  std::optional<std::size_t> refused_;
};

// Returns the offset in a JSON string, after its quote, of each byte of the text that it stands
// for, and that of the end.
std::vector<std::size_t> places_in_string(std::string_view after_quote);

namespace {

// Returns the length of the character or escape sequence at the beginning of the rest of a string.
std::size_t unit_length(std::string_view rest) {
  constexpr std::size_t kHex = 6;  // \u00e9
  if (rest.front() != '\\') return 1;
  if (!rest.substr(1).starts_with('u')) return std::min<std::size_t>(rest.size(), 2);
  const bool first_of_two = rest.size() > 3 && (rest[2] == 'd' || rest[2] == 'D') &&
                            std::string_view("89abAB").find(rest[3]) != std::string_view::npos;
  return std::min(rest.size(), first_of_two ? 2 * kHex : kHex);
}

std::string decoded(std::string_view raw) {
  const auto text = nlohmann::json::parse('"' + std::string(raw) + '"', nullptr, false);
  return text.is_string() ? text.get<std::string>() : std::string();
}

}  // namespace

JsonPlaces::JsonPlaces(std::string_view text) : text_(text) {
  try {
    read_value();
  } catch (const End&) {
  }
}

std::optional<std::size_t> JsonPlaces::of(const Path& path) const {
  const auto found = places_.find(path);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

void JsonPlaces::skip_spaces() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
}

void JsonPlaces::refuse(std::size_t offset) {
  refused_ = offset;
  throw End();
}

// Returns the text of the string here, and moves past it.
std::string JsonPlaces::read_string() {
  if (next() != '"') throw End();
  const std::size_t begin = ++at_;
  while (next() != '"') {
    if (at_ >= text_.size()) throw End();
    at_ += next() == '\\' ? 2 : 1;
  }
  ++at_;
  return decoded(text_.substr(begin, at_ - 1 - begin));
}

void JsonPlaces::read_number() {
  const std::size_t begin = at_;
  at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
  if (at_ == begin) throw End();
  const std::string number(text_.substr(begin, at_ - begin));
  if (std::isinf(std::strtod(number.c_str(), nullptr))) refuse(begin);
}

void JsonPlaces::read_value() {
  skip_spaces();
  places_[path_] = at_;
  switch (next()) {
    case '{':
      return read_object();
    case '[':
      return read_array();
    case '"':
      static_cast<void>(read_string());
      return;
    default:
      return read_number();
  }
}

void JsonPlaces::read_object() {
  if (static_cast<int>(path_.size()) >= kDeepestJson) refuse(at_);
  std::vector<std::string> names;
  do {
    ++at_;
    skip_spaces();
    if (next() == '}') break;
    const std::size_t begin = at_;
    std::string name = read_string();
    if (path_.empty() && std::ranges::find(names, name) != names.end()) refuse(begin);
    names.push_back(name);
    skip_spaces();
    if (next() != ':') throw End();
    ++at_;
    path_.push_back(std::move(name));
    read_value();
    path_.pop_back();
    skip_spaces();
  } while (next() == ',');
  if (next() != '}') throw End();
  ++at_;
}

void JsonPlaces::read_array() {
  if (static_cast<int>(path_.size()) >= kDeepestJson) refuse(at_);
  std::size_t count = 0;
  do {
    ++at_;
    skip_spaces();
    if (next() == ']') break;
    path_.push_back(std::to_string(count++));
    read_value();
    path_.pop_back();
    skip_spaces();
  } while (next() == ',');
  if (next() != ']') throw End();
  ++at_;
}

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
