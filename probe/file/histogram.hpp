// A histogram of margins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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
  std::uint64_t total() const;
  void add(const Histogram& other);

  friend bool operator==(const Histogram&, const Histogram&) = default;

 private:
  std::array<std::uint64_t, kSize> counts_{};
};

}  // namespace pipo
