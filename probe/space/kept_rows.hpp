// The rows that files keep of a section whose seam is its own left-right image.
//
// In such a section every entry has a twin with the same value: (c, u) and (mirror c, mirror u). Of
// two rows that are each other's mirror images only the one with the lower number is kept. A bitmap
// with running counts shows which rows are kept, and how many precede each: 0.25 bytes per row.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// The kept rows of one group of configurations, which are those listed under one border with the
// same number of drawn edges.
class KeptGroup {
 public:
  KeptGroup() = default;
  KeptGroup(const HalfIndex& half, BorderState border, int drawn);

  // The number of kept rows.
  std::uint32_t count() const { return count_; }

  bool kept(std::uint32_t row) const { return words_[row / 64].bits >> (row % 64) & 1U; }

  // Returns the number of kept rows before this one, which is its index among the kept rows.
  std::uint32_t compact(std::uint32_t row) const {
    const Word& word = words_[row / 64];
    const std::uint64_t before = word.bits & ((std::uint64_t{1} << (row % 64)) - 1);
    return word.before + static_cast<std::uint32_t>(count_bits(before));
  }

  // Returns `count` kept rows in ascending order, beginning with the one of index `first`.
  std::vector<std::uint32_t> rows(std::uint32_t first, std::uint32_t count) const;

 private:
  struct Word {
    std::uint64_t bits = 0;
    std::uint32_t before = 0;
  };
  std::vector<Word> words_;
  std::uint32_t count_ = 0;
};

class KeptRows {
 public:
  explicit KeptRows(const StateSpace& space);

  // True if only the kept rows of this seam's sections are stored.
  bool drops_rows(SeamState representative) const { return space_->drops_rows(representative); }

  // Returns the group of a section's rows. The section's seam must drop rows.
  const KeptGroup& group(const SectionKey& key) const {
    const BorderState border = space_->cut().border(key.seam, Side::lower);
    return groups_[border][static_cast<std::size_t>(key.lower)];
  }

 private:
  const StateSpace* space_;
  std::vector<std::vector<KeptGroup>>
      groups_;  // [border][drawn]; empty for a border if no seam with it drops rows
};

}  // namespace pipo
