#include "probe/notation/json_object.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "probe/notation/cursor.hpp"

namespace pipo {
namespace {

constexpr int kDeepestObject = 16;

}  // namespace

nlohmann::json parse_object(std::string_view text) {
  using nlohmann::json;
  const Cursor cursor(text, NotationForm::json);
  std::set<std::string> names;
  const auto fit = [&](int depth, json::parse_event_t event, const json& parsed) {
    if (depth > kDeepestObject) cursor.refuse_at(0, "this JSON is nested too deeply for a game");
    // Readers disagree on which of two equal names counts.
    if (event == json::parse_event_t::key && depth == 1 &&
        !names.insert(parsed.get<std::string>()).second) {
      cursor.refuse_at(0, fmt::format("{} occurs twice", parsed.dump()));
    }
    return true;
  };
  try {
    json object = json::parse(text, fit);
    if (!object.is_object()) cursor.refuse_at(0, "expected a JSON object, {...}");
    return object;
  } catch (const json::parse_error& error) {
    const std::size_t offset = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
    cursor.refuse_at(offset, offset == text.size() ? "the JSON is cut off" : "this is not JSON");
  } catch (const json::exception&) {  // a number out of range
    cursor.refuse_at(0, "this is not JSON");
  }
}

std::uint64_t whole_number(const nlohmann::json& object, const char* name, std::uint64_t most,
                           std::string_view where) {
  const auto found = object.find(name);
  if (found == object.end()) throw BadInput(fmt::format("{}\"{}\" is missing", where, name));
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most) {
    throw BadInput(fmt::format("{}\"{}\" must be a whole number from 0 to {}", where, name, most));
  }
  return found->get<std::uint64_t>();
}

}  // namespace pipo
