#include "probe/notation/json_object.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "probe/notation/cursor.hpp"

namespace pipo {

nlohmann::json parse_object(std::string_view text, bool (*wanted)(std::string_view name)) {
  using nlohmann::json;
  const Cursor cursor(text, NotationForm::json);
  std::vector<std::set<std::string>> names;  // by depth: those of the object being read
  const auto fit = [&](int depth, json::parse_event_t event, const json& parsed) {
    if (depth > kDeepestJson) cursor.refuse_at(0, "this JSON is nested too deeply for a game");
    const auto level = static_cast<std::size_t>(depth);
    if (event == json::parse_event_t::object_start) {
      names.resize(level);
      names.emplace_back();
    }
    if (event != json::parse_event_t::key) return true;
    // Readers disagree on which of two equal names counts.
    const auto& name = parsed.get_ref<const std::string&>();
    if (!names.at(level - 1).insert(name).second) {
      cursor.refuse_at(0, fmt::format("{} occurs twice", parsed.dump()));
    }
    return wanted == nullptr || wanted(name);
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

std::string_view skip_json(Cursor& cursor) {
  const Cursor begin = cursor;
  const auto skip_string = [&] {
    cursor.next();
    while (!cursor.at_end() && !cursor.take('"')) {
      cursor.take('\\');
      cursor.next();
    }
  };
  int depth = 0;
  do {
    const char character = cursor.peek();
    if (character == '"') {
      skip_string();
      continue;
    }
    if (depth == 0 && character != '{' && character != '[') {  // a number or a word
      cursor.take_until(",:]} \t\r\n\"");
      break;
    }
    depth += character == '{' || character == '['   ? 1
             : character == '}' || character == ']' ? -1
                                                    : 0;
    cursor.next();
  } while (depth > 0 && !cursor.at_end());
  return begin.up_to(cursor);
}

bool has_member(std::string_view text, std::span<const std::string_view> names) {
  Cursor cursor(text, NotationForm::json);
  cursor.skip_white_space();
  if (!cursor.take('{')) return false;
  while (true) {
    cursor.skip_white_space();
    if (!cursor.at("\"")) return false;
    const std::string_view name = skip_json(cursor);
    cursor.skip_white_space();
    if (!cursor.take(':')) return false;
    const bool found = std::ranges::any_of(names, [&](std::string_view one) {
      return !one.empty() && name.size() == one.size() + 2 && name.substr(1, one.size()) == one;
    });
    if (found) return true;
    cursor.skip_white_space();
    skip_json(cursor);
    cursor.skip_white_space();
    if (!cursor.take(',')) return false;
  }
}

std::uint64_t whole_number(const nlohmann::json& object, const char* name, std::uint64_t most) {
  const auto found = object.find(name);
  if (found == object.end()) throw BadInput(fmt::format("\"{}\" is missing", name));
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most) {
    throw BadInput(fmt::format("\"{}\" must be a whole number from 0 to {}", name, most));
  }
  return found->get<std::uint64_t>();
}

bool is_horizontal(const nlohmann::json& object) {
  const auto orientation = object.value("orientation", nlohmann::json());
  if (orientation == "h" || orientation == "v") return orientation == "h";
  throw BadInput("\"orientation\" must be \"h\" or \"v\"");
}

}  // namespace pipo
