// Counts margins by value, fast enough to run along with encoding.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "probe/file/histogram.hpp"

namespace pipo {

// By value as an unsigned byte.
using ValueCounts = std::array<std::uint64_t, 256>;

// The loop, compiled for one instruction set.
struct ValueCounting {
  std::string_view instructions;

  // Adds the counts of the values of rows of `columns` values each, at most 256.
  void (*count)(std::span<const std::int8_t* const> rows, std::size_t columns, ValueCounts& counts);
};

// Returns the versions that this processor can run, the widest first; there is always at least one.
const std::vector<const ValueCounting*>& available_value_counting();

class ValueCounter {
 public:
  // Counts values as ValueCounting::count does.
  void count(std::span<const std::int8_t* const> rows, std::size_t columns) {
    static const ValueCounting& widest = *available_value_counting().front();
    widest.count(rows, columns, counts_);
  }

  // Returns the counts so far. Throws std::logic_error if a value is not a margin (beyond +-32).
  Histogram histogram() const;

 private:
  ValueCounts counts_{};
};

}  // namespace pipo
