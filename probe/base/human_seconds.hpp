// Times as people read them.
#pragma once

#include <string>

namespace pipo {

// "0.42 s", "12.3 s", "3 min 05 s", "2 h 07 min", from 48 hours on "82 days 02 h"
std::string human_seconds(double seconds);

}  // namespace pipo
