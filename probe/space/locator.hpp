// Locates the stored value of a position. Every probe calls this.
//
// The result is the same as that of StateSpace::locate and KeptRows together, but it needs only
// table look-ups: no allocation, about 50 ns.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "probe/space/kept_rows.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// A stored entry. The row is counted among the stored rows (see layer_layout.hpp).
struct StoredLocation {
  SectionKey key;
  std::uint32_t row = 0;
  std::uint32_t column = 0;

  int layer() const { return key.layer(); }
};

class Locator {
 public:
  // `space` and `kept` must outlive this.
  Locator(const StateSpace& space, const KeptRows& kept);

  // Locates a quiet position of the turned board that contains the start. Its outer edges need not
  // be merged.
  StoredLocation locate(const Parts& parts) const;

 private:
  // The transformation of positions with a given seam into positions of a canonical section.
  struct Turn {
    SeamState representative = 0;
    bool swap = false;
    bool mirror = false;
    bool drops_rows = false;
  };
  // By the comparison of the edges drawn in the lower and in the upper half: less, equal, greater.
  using Turns = std::array<Turn, 3>;

  // Merges the outer edges of a half, and optionally mirrors it, by look-ups row by row.
  class Rows {
   public:
    explicit Rows(const HalfIndex& half);
    HalfConfiguration merged(HalfConfiguration configuration) const {
      return replaced(configuration, merged_);
    }
    HalfConfiguration mirrored(HalfConfiguration configuration) const {
      return replaced(configuration, mirrored_);
    }

   private:
    HalfConfiguration replaced(HalfConfiguration configuration,
                               const std::vector<std::uint32_t>& table) const {
      HalfConfiguration result = 0;
      for (int row = 0, from = 0; row < rows_; ++row, from += bits_) {
        const std::uint64_t symbol = configuration >> from & ((1U << bits_) - 1);
        result |= HalfConfiguration{table[(std::uint64_t(row) << bits_) + symbol]} << from;
      }
      return result;
    }

    int rows_;
    int bits_;
    std::vector<std::uint32_t> merged_;  // [row][bits]
    std::vector<std::uint32_t> mirrored_;
  };

  const StateSpace* space_;
  const KeptRows* kept_;
  std::vector<Turns> turns_;  // by merged seam
  Rows lower_;
  Rows upper_;
};

}  // namespace pipo
