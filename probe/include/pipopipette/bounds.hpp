// Bounds of a value, and a window of values to compare it with.
#pragma once

namespace pipo {

// A lower and an upper bound of a position's value, both inclusive. Like the value, both have the
// parity of the number of boxes that are left.
struct Bounds {
  int lower = 0;
  int upper = 0;

  static Bounds only(int value) { return {value, value}; }
  bool exact() const { return lower == upper; }

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// A range of values, both ends inclusive. A window asks whether a value is below or above it, or
// which value inside it. With high = low - 1 it asks only whether the value is at least low.
struct Window {
  int low = 0;
  int high = 0;

  // Returns whether the bounds answer the window's question.
  bool settles(const Bounds& bounds) const {
    return bounds.exact() || bounds.upper < low || bounds.lower > high;
  }

  friend bool operator==(const Window&, const Window&) = default;
};

}  // namespace pipo
