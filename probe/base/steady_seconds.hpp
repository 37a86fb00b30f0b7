// A monotonic clock, in seconds since an arbitrary moment, and time limits by it.
#pragma once

#include <chrono>
#include <limits>

namespace pipo {

inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Deadline {
 public:
  // Begins now and ends after this time, in seconds.
  explicit Deadline(double seconds = std::numeric_limits<double>::infinity())
      : end_(steady_seconds() + seconds) {}

  // Returns the seconds that are left; infinite without a limit, negative after the end.
  double left() const { return end_ - steady_seconds(); }
  bool over() const { return left() <= 0; }

 private:
  double end_;
};

}  // namespace pipo
