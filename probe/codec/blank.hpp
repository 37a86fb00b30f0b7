// The mark of an entry that nobody will ask for (probe/space/blank_entries.hpp): whatever is
// cheapest to write is written in its place.
#pragma once

#include <cstdint>

namespace pipo {

constexpr std::int8_t kBlank = -128;

}  // namespace pipo
