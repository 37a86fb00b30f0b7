// Parses JSON of limited depth, so that handling it cannot overflow the stack.
#pragma once

#include <string_view>

#include "probe/file/layer_json.hpp"

namespace pipo::fuzz {

// Returns a discarded value (is_discarded()) if the text is malformed or deeper than 20.
inline Json shallow_json(std::string_view text) {
  struct TooDeep {};
  const auto shallow = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > 20) throw TooDeep{};
    return true;
  };
  try {
    return Json::parse(text, shallow, false);
  } catch (const TooDeep&) {
    return Json::value_t::discarded;
  }
}

}  // namespace pipo::fuzz
