// What is certain of a value that need not be known: that it lies between two numbers.
#pragma once

namespace pipo {

// Both have the parity of the boxes that are left, as the value has.
struct Bounds {
  int lower = 0;
  int upper = 0;

  static Bounds only(int value) { return {value, value}; }
  bool exact() const { return lower == upper; }

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// A range of values, both ends included: what matters is whether a value is below, above, or which
// one of these. With high = low - 1, only whether it is at least low.
struct Window {
  int low = 0;
  int high = 0;

  // Do the bounds say that?
  bool settles(const Bounds& bounds) const {
    return bounds.exact() || bounds.upper < low || bounds.lower > high;
  }
};

}  // namespace pipo
