// Numbers the items of several layers consecutively: those of the first layer, then those of the
// next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace pipo {

class LayerNumbers {
 public:
  // Numbers the items of layers; `sizes` has the number of items in each layer, from `first` on.
  LayerNumbers(int first, std::vector<std::uint64_t> sizes)
      : first_(first), sizes_(std::move(sizes)) {
    for (const std::uint64_t size : sizes_) {
      // A sum of 2^64, which only a board with 64 edges reaches, overflows; the last item then has
      // no number.
      if (__builtin_add_overflow(total_, size, &total_)) {
        total_ = std::numeric_limits<std::uint64_t>::max();
      }
    }
  }

  std::uint64_t total() const { return total_; }

  struct Place {
    int layer = 0;
    std::uint64_t number = 0;  // within the layer
  };
  // Returns the place of an item, 0 <= number < total().
  Place place(std::uint64_t number) const {
    std::size_t i = 0;
    for (; number >= sizes_[i]; ++i) number -= sizes_[i];
    return {first_ + static_cast<int>(i), number};
  }

 private:
  int first_;
  std::vector<std::uint64_t> sizes_;
  std::uint64_t total_ = 0;
};

}  // namespace pipo
