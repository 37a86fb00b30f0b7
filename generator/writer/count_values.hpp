// Counting margins by value, fast enough to go along with encoding.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "probe/file/histogram.hpp"

namespace pipo {

class ValueCounter {
 public:
  void count(std::span<const std::int8_t> values);

  // The counts so far, without kBlank; throws std::logic_error if another value was no margin
  // (beyond +-32).
  Histogram histogram() const;

 private:
  // Neighbouring values are often equal. Counting each fourth one in a table of its own keeps
  // increments of one counter from waiting for each other.
  std::array<std::array<std::uint32_t, 256>, 4> counts_{};
};

}  // namespace pipo
