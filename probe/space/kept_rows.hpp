// Which rows of a section are written where the seam is its own left-right image.
//
// In such a section every entry has a twin with the same value: (c, u) and (mirror c, mirror u). Of
// two rows that are each other's mirror images only the one with the lower number is kept. A bitmap
// with running counts says which, and how many were kept before: 0.2 bytes a row.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// The kept rows of one group of configurations (those listed under one border with as many drawn
// edges).
class KeptGroup {
 public:
  KeptGroup() = default;
  KeptGroup(const HalfIndex& half, BorderState border, int drawn);

  // The number of rows kept.
  std::uint32_t count() const { return count_; }

  bool kept(std::uint32_t row) const { return words_[row / 64].bits >> (row % 64) & 1U; }

  // The number of kept rows before this one, which is its own number among the kept ones.
  std::uint32_t compact(std::uint32_t row) const {
    const Word& word = words_[row / 64];
    const std::uint64_t before = word.bits & ((std::uint64_t{1} << (row % 64)) - 1);
    return word.before + static_cast<std::uint32_t>(count_bits(before));
  }

  // `count` kept rows in ascending order, from the first-th on.
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

  // Are only the kept rows of this seam's sections written?
  bool drops_rows(SeamState representative) const { return space_->drops_rows(representative); }

  // The group that gives the rows of a section of a seam that drops some.
  const KeptGroup& group(const SectionKey& key) const {
    const BorderState border = space_->cut().border(key.seam, Side::lower);
    return groups_[border][static_cast<std::size_t>(key.lower)];
  }

 private:
  const StateSpace* space_;
  std::vector<std::vector<KeptGroup>>
      groups_;  // [border][drawn]; empty for borders of no such seam
};

}  // namespace pipo
