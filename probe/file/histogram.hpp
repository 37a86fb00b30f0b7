// A histogram of margins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace pipo {

constexpr int kMaximumMargin = 32;

// The number of stored values equal to -32, -31, ... 32.
class Histogram {
 public:
  static constexpr int kSize = 2 * kMaximumMargin + 1;

  std::uint64_t& operator[](int margin) {
    return counts_[static_cast<std::size_t>(margin + kMaximumMargin)];
  }
  std::uint64_t operator[](int margin) const {
    return counts_[static_cast<std::size_t>(margin + kMaximumMargin)];
  }
  std::uint64_t total() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  }
  void add(const Histogram& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  }

  friend bool operator==(const Histogram&, const Histogram&) = default;

 private:
  std::array<std::uint64_t, kSize> counts_{};
};

}  // namespace pipo
