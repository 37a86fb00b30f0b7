// From a position to the entry of a table that has its value: the position is mapped to the board
// of the table and packed by parts (packing), and the stored entry is located (Locator).
//
// A table of 3x4 also covers positions of 4x3. A table with start S covers all positions that have
// a mirror image containing S. Each way of mapping positions to the table is an overlay.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/edge_map.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/cut.hpp"
#include "probe/space/state_space.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// A mapping of positions to a table and the condition for it. An Overlay is small; the packing made
// from its image is large.
struct Overlay {
  Image image;         // from the position's board to the cut's turned board
  EdgeSet needed = 0;  // the start's edges on the position's board

  // Returns the overlays that map positions of `board` to the cut's turned board. Of overlays that
  // need the same edges it returns only one. Returns none for any other board.
  static std::vector<Overlay> all(const Board& board, const Cut& cut);

  // True if the position contains the table's start under this mapping.
  bool covers(EdgeSet drawn) const { return (drawn & needed) == needed; }
};

// Returns the renumbering of edges that turns a position and packs its parts: it maps the edges of
// `board` to the bits of the lower half, then of the upper half, then of the seam.
EdgeMap packing(const Board& board, const Cut& cut, const Image& image);

// A stored entry. The row is counted among the stored rows (see layer_layout.hpp).
struct StoredCell {
  SectionKey key;
  std::uint32_t row = 0;
  std::uint32_t column = 0;

  int layer() const { return key.layer(); }
};

// Locates the stored value of a position. Every probe calls this.
//
// The result is the same as that of StateSpace::locate and KeptRows together, but it needs only
// table look-ups: no allocation, about 50 ns.
class Locator {
 public:
  // `space` and `kept` must outlive this.
  Locator(const StateSpace& space, const KeptRows& kept);

  // Locates a quiet position of the turned board that contains the start, given as packing() packs
  // it. Its outer edges need not be merged.
  StoredCell locate(EdgeSet packed) const;

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
        const auto symbol = static_cast<std::size_t>(configuration >> from & ((1U << bits_) - 1));
        result |= HalfConfiguration{table[(std::size_t(row) << bits_) + symbol]} << from;
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
  int lower_bits_;
  int upper_bits_;
  std::vector<Turns> turns_;  // by merged seam
  Rows lower_;
  Rows upper_;
};

}  // namespace pipo
