// A time limit.
#pragma once

#include <limits>

#include "probe/base/steady_seconds.hpp"

namespace pipo {

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
