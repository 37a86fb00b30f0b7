// JSON as other programs write it: foreign, so read with care.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace pipo {

// An object, not deeply nested. Throws Malformed with line and column where it is no JSON.
nlohmann::json parse_object(std::string_view text);

// The member of this name, a whole number from 0 to `most`. Throws BadInput naming it; `where` is
// put before the name: "M[3].".
std::uint64_t whole_number(const nlohmann::json& object, const char* name, std::uint64_t most,
                           std::string_view where = {});

}  // namespace pipo
