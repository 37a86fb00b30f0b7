// The mark of a don't-care entry (probe/space/dont_care_entries.hpp). The encoder writes the
// cheapest value in its place.
#pragma once

#include <cstdint>

namespace pipo {

constexpr std::int8_t kDontCare = -128;

}  // namespace pipo
