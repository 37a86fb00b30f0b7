// The twins of sections that are symmetric matrices.
//
// If the seam is its own image both ways and a = b, the four positions (c, u), (mirror u, mirror c)
// and so on have the same value. Of two rows that are each other's mirror images one is kept.
// Number the kept rows, with those that are their own image last. Entry (c, u) is a don't-care
// entry if u, or its image, has a lower number than c.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "probe/space/kept_rows.hpp"

namespace pipo {

class Triangles {
 public:
  // `space` must outlive this.
  Triangles(const StateSpace& space, const KeptRows& kept);

  // Returns the numbers of a section's rows, which are also those of its columns; nothing if the
  // section is not symmetric. An entry is a don't-care entry if its column has a lower number than
  // its row.
  std::span<const std::uint32_t> numbers(const SectionKey& key) const {
    if (!symmetric(key)) return {};
    return numbers_[space_->cut().border(key.seam, Side::lower)]
                   [static_cast<std::size_t>(key.lower)];
  }

  bool symmetric(const SectionKey& key) const {
    return space_->drops_rows(key.seam) && space_->symmetric(key);
  }

 private:
  const StateSpace* space_;
  std::vector<std::vector<std::vector<std::uint32_t>>> numbers_;  // [border][drawn][configuration]
};

}  // namespace pipo
