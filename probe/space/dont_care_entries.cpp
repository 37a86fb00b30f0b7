#include "probe/space/dont_care_entries.hpp"

#include "probe/codec/dont_care.hpp"

namespace pipo {

DontCareEntries::DontCareEntries(const StateSpace& space, const KeptRows& kept, Thinning thinning) {
  if (thinning != Thinning::rows) triangles_.emplace(space, kept);
  if (thinning == Thinning::square) diagonal_.emplace(space);
}

bool DontCareEntries::operator()(const SectionKey& key, std::uint32_t row,
                                 std::uint32_t column) const {
  if (triangles_) {
    const auto numbers = triangles_->numbers(key);
    if (!numbers.empty() && numbers[column] < numbers[row]) return true;
  }
  return diagonal_ && (*diagonal_)(key, row, column);
}

DontCareEntries::Section DontCareEntries::section(const SectionKey& key) const {
  Section section;
  if (triangles_) section.numbers_ = triangles_->numbers(key);
  if (diagonal_) section.diagonal_ = diagonal_->section(key);
  return section;
}

void DontCareEntries::Section::mark(std::uint32_t row, std::uint32_t first_column,
                                    std::span<std::int8_t> values) const {
  if (!numbers_.empty()) {
    const std::uint32_t* const numbers = numbers_.data() + first_column;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = numbers[i] < numbers_[row] ? kDontCare : values[i];
    }
  }
  if (diagonal_) diagonal_->mark(row, first_column, values);
}

}  // namespace pipo
