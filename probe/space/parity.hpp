// The parity of every value is known beforehand: a margin is odd just if an odd number of boxes is
// left.
//
// So files hold values halved, and the last bit comes from here. Whether a box is complete shows in
// the seam, in the lower half with its border, or in the upper half with its border; so the parity
// of an entry is that of its section, exclusive-or that of its row, exclusive-or that of its
// column.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "probe/space/state_space.hpp"

namespace pipo {

class Parities {
 public:
  // `space` must outlive this.
  explicit Parities(const StateSpace& space);

  // One byte a row (column) of the section, 1 where an odd number of boxes of the half is complete.
  // Made when first asked for, kept for good; any thread may ask.
  const std::vector<std::uint8_t>& rows(const SectionKey& key) const;
  const std::vector<std::uint8_t>& columns(const SectionKey& key) const;

  // 1 where the board's boxes less the seam's complete ones are odd in number.
  std::uint8_t section(const SectionKey& key) const;

 private:
  struct Group {
    std::once_flag made;
    std::vector<std::uint8_t> parities;
  };

  const std::vector<std::uint8_t>& group(Side side, BorderState border, int drawn) const;

  const StateSpace* space_;
  std::vector<std::unique_ptr<Group[]>> groups_[2];  // [side][border][drawn]
};

// 1 where an odd number of boxes is left.
std::uint8_t margin_parity(const Board& board, EdgeSet drawn);

}  // namespace pipo
