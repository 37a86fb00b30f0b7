// A renumbering of edges that is applied to whole sets, with one table look-up per eight edges.
#pragma once

#include <array>
#include <span>

#include "pipopipette/board.hpp"

namespace pipo {

class EdgeMap {
 public:
  // Edge i becomes bit targets[i].
  explicit EdgeMap(std::span<const int> targets)
      : bytes_((static_cast<int>(targets.size()) + 7) / 8) {
    for (int byte = 0; byte < bytes_; ++byte) {
      for (unsigned value = 0; value < 256; ++value) {
        for (unsigned bit = 0; bit < 8; ++bit) {
          const std::size_t edge = static_cast<std::size_t>(byte) * 8 + bit;
          if ((value >> bit & 1U) == 0 || edge >= targets.size()) continue;
          table_[byte][value] |= EdgeSet{1} << targets[edge];
        }
      }
    }
  }

  EdgeSet operator()(EdgeSet edges) const {
    EdgeSet result = 0;
    for (int byte = 0; byte < bytes_; ++byte) result |= table_[byte][edges >> (8 * byte) & 255];
    return result;
  }

 private:
  int bytes_;
  std::array<std::array<EdgeSet, 256>, 8> table_{};
};

}  // namespace pipo
