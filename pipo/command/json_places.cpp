#include "pipo/command/json_places.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "probe/notation/json_object.hpp"

namespace pipo {
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

}  // namespace pipo
