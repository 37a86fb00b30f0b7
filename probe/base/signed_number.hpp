// Formats margins with their sign.
#pragma once

#include <string>

namespace pipo {

// "+3", "-1", "0"
inline std::string signed_number(int number) {
  return (number > 0 ? "+" : "") + std::to_string(number);
}

}  // namespace pipo
