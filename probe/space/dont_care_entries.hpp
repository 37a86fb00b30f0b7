// The don't-care entries of a section's stored rows: the file has no value for them, since a twin
// entry has the same value. Symmetric sections have them in a triangle (triangles.hpp); tables
// thinned to a square also where the image in the diagonal has the value (diagonal_entries.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "probe/space/diagonal_entries.hpp"
#include "probe/space/thinning.hpp"
#include "probe/space/triangles.hpp"

namespace pipo {

class DontCareEntries {
 public:
  // `space` must outlive this. Thinning::square requires a space with a Diagonal.
  DontCareEntries(const StateSpace& space, const KeptRows& kept, Thinning thinning);

  // True if this section may have don't-care entries.
  bool some(const SectionKey& key) const { return diagonal_ || triangle(key); }

  // True if this is a don't-care entry. Rows and columns are numbered as in the full matrix.
  bool operator()(const SectionKey& key, std::uint32_t row, std::uint32_t column) const;

  // True if a triangle of this section consists of don't-care entries.
  bool triangle(const SectionKey& key) const { return triangles_ && triangles_->symmetric(key); }

  // The don't-care entries of one canonical section; faster for many queries.
  class Section {
   public:
    bool operator()(std::uint32_t row, std::uint32_t column) const {
      return in_triangle(row, column) || has_diagonal_twin(row, column);
    }

    // Return whether this is a don't-care entry as part of a triangle, or because its diagonal
    // image has the value.
    bool in_triangle(std::uint32_t row, std::uint32_t column) const {
      return !numbers_.empty() && numbers_[column] < numbers_[row];
    }
    bool has_diagonal_twin(std::uint32_t row, std::uint32_t column) const {
      return diagonal_ && (*diagonal_)(row, column);
    }

    // Replaces the don't-care entries among the values of a row, from `first_column` on, by
    // kDontCare.
    void mark(std::uint32_t row, std::uint32_t first_column, std::span<std::int8_t> values) const;

   private:
    friend class DontCareEntries;
    std::span<const std::uint32_t> numbers_;  // of the triangle; see Triangles
    std::optional<DiagonalEntries::Section> diagonal_;
  };
  Section section(const SectionKey& key) const;

 private:
  std::optional<Triangles> triangles_;
  std::optional<DiagonalEntries> diagonal_;
};

}  // namespace pipo
