// Reads JSON that other programs wrote, which is untrusted input.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace pipo {

// Reads a JSON object. Throws Malformed with line and column for malformed or deeply nested JSON,
// and for a repeated name.
nlohmann::json parse_object(std::string_view text);

// Returns the member with this name, a whole number from 0 to `most`. Throws BadInput naming it;
// the message has `where` before the name, for example "M[3]: ".
std::uint64_t whole_number(const nlohmann::json& object, const char* name, std::uint64_t most,
                           std::string_view where = {});

}  // namespace pipo
