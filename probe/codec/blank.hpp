// The mark of a blank entry, a don't-care value (probe/space/blank_entries.hpp). The encoder writes
// whatever costs least in its place.
#pragma once

#include <cstdint>

namespace pipo {

constexpr std::int8_t kBlank = -128;

}  // namespace pipo
