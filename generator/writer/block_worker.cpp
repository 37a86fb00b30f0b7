#include "generator/writer/block_worker.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <stdexcept>

#include "probe/codec/dont_care.hpp"

namespace pipo {

void ValueCounter::count(std::span<const std::int8_t> values) {
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4) {
    for (std::size_t j = 0; j < 4; ++j) ++counts_[j][static_cast<std::uint8_t>(values[i + j])];
  }
  for (; i < values.size(); ++i) ++counts_[0][static_cast<std::uint8_t>(values[i])];
}

Histogram ValueCounter::histogram() const {
  Histogram histogram;
  for (int value = kDontCare + 1; value < 128; ++value) {
    std::uint64_t total = 0;
    for (const auto& counts : counts_) total += counts[static_cast<std::uint8_t>(value)];
    if (total == 0) continue;
    if (std::abs(value) > kMaximumMargin) {
      throw std::logic_error(fmt::format("a value of {} is no margin of any board", value));
    }
    histogram[value] += total;
  }
  return histogram;
}

}  // namespace pipo
