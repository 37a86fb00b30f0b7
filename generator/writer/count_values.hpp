// Counts margins by value, fast enough to run along with encoding.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "probe/file/histogram.hpp"

namespace pipo {

class ValueCounter {
 public:
  void count(std::span<const std::int8_t> values);

  // Returns the counts so far, without kDontCare. Throws std::logic_error if another counted value
  // is no margin (beyond +-32).
  Histogram histogram() const;

 private:
  // Neighbouring values are often equal. Every fourth value is counted in the same table, so that
  // increments of one counter do not wait for each other.
  std::array<std::array<std::uint32_t, 256>, 4> counts_{};
};

}  // namespace pipo
