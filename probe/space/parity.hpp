// The parity of values. A margin is odd if and only if an odd number of boxes is left.
//
// Files therefore store halved values, and this class gives the lowest bit. The completeness of a
// box depends only on the seam, or on the lower half with its border, or on the upper half with its
// border. The parity of an entry is therefore the exclusive or of the parities of its section, its
// row and its column.
#pragma once

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

  // Return one byte per row (column) of the section: 1 if an odd number of boxes of the half is
  // complete. The bytes are computed on the first call and kept for good. Any thread may call
  // these.
  const std::vector<std::uint8_t>& rows(const SectionKey& key) const;
  const std::vector<std::uint8_t>& columns(const SectionKey& key) const;

  // Returns 1 if the number of the board's boxes minus the seam's complete boxes is odd.
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

// Returns 1 if an odd number of boxes is left.
std::uint8_t margin_parity(const Board& board, EdgeSet drawn);

}  // namespace pipo
