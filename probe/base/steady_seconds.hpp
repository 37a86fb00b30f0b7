// A monotonic clock, in seconds since an arbitrary moment.
#pragma once

#include <chrono>

namespace pipo {

inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace pipo
