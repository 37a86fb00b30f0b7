// Formats durations for people.
#pragma once

#include <string>

namespace pipo {

// Returns "0.42 s", "12.3 s", "3 min 05 s", "2 h 07 min", or from 48 hours on "82 days 02 h".
std::string human_seconds(double seconds);

}  // namespace pipo
