// Reads JSON that other programs wrote, which is untrusted input.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "probe/notation/cursor.hpp"

namespace pipo {

// The deepest nesting of objects and lists.
constexpr int kDeepestJson = 16;

// Reads a JSON object. Throws Malformed with line and column for malformed or deeply nested JSON,
// and for a repeated name. If `wanted` is given, it leaves out all members, at any depth, whose
// name it refuses.
nlohmann::json parse_object(std::string_view text, bool (*wanted)(std::string_view name) = nullptr);

// Skips the JSON value that begins at the cursor and returns its text. The end is found by quotes
// and brackets alone, so the value may be malformed.
std::string_view skip_json(Cursor& cursor);

// True if the text begins with an object that has one of these names among its members. Empty names
// do not count. The object may be malformed or cut off.
bool has_member(std::string_view text, std::span<const std::string_view> names);

// Returns the member with this name, a whole number from 0 to `most`. Throws BadInput naming it.
std::uint64_t whole_number(const nlohmann::json& object, const char* name, std::uint64_t most);

// Returns whether the member "orientation" is "h". Throws BadInput unless it is "h" or "v".
bool is_horizontal(const nlohmann::json& object);

// Calls action(). Puts the place, for example "M[3]", before the message of a BadInput.
template <typename Action>
auto at_place(const std::string& place, Action action) {
  try {
    return action();
  } catch (const BadInput& error) {
    throw BadInput(place + ": " + error.what());
  }
}

}  // namespace pipo
