// Where the value of a position stands, found fast.
//
// Gives what StateSpace::locate, KeptRows and BlankEntries give together, by table look-ups only:
// no allocation, about 50 ns. Every probe passes here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/space/blank_entries.hpp"
#include "probe/space/kept_rows.hpp"
#include "probe/space/state_space.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

// The row counts stored rows (see layer_layout.hpp).
struct StoredLocation {
  SectionKey key;
  std::uint32_t row = 0;
  std::uint32_t column = 0;

  int layer() const { return key.layer(); }
};

class Locator {
 public:
  // `space` and `kept` must outlive this.
  Locator(const StateSpace& space, const KeptRows& kept, Thinning thinning);

  // Parts of a quiet position of the turned board that contains the start; outer edges need not be
  // merged.
  StoredLocation locate(const Parts& parts) const;

  // The same, but the row counts all rows of the section; it is one that is kept.
  Location locate_in_matrix(const Parts& parts) const;

 private:
  // How the parts of positions with some seam become those of a canonical section.
  struct Turn {
    SeamState representative = 0;
    bool swap = false;
    bool mirror = false;
    bool drops_rows = false;
    bool triangle = false;
  };
  // By the order of the numbers of edges in the lower and the upper half: less, equal, greater.
  using Turns = std::array<Turn, 3>;

  // Row by row of a half: the bits with outer edges merged, as they are and mirrored.
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
        const std::uint32_t symbol = configuration >> from & ((1U << bits_) - 1);
        result |= table[(static_cast<std::uint32_t>(row) << bits_) + symbol] << from;
      }
      return result;
    }

    int rows_;
    int bits_;
    std::vector<std::uint32_t> merged_;  // [row][bits]
    std::vector<std::uint32_t> mirrored_;
  };

  const Turn& turn_of(const Parts& parts) const;
  bool diagonal_comes_first(const Parts& image, const Parts& parts) const;
  Location locate_in_section(const Parts& parts) const;
  void take_kept(Parts& halves, bool triangle) const;

  const StateSpace* space_;
  const KeptRows* kept_;
  std::optional<Diagonal> diagonal_;
  std::vector<Turns> turns_;  // by merged seam
  Rows lower_;
  Rows upper_;
};

}  // namespace pipo
