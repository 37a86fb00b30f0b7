// Which values a table holds, and where: sections, their canonical representatives, and the place
// of a position.
//
// A position is a seam with a configuration of each half. A *section* (seam, a, b) is the matrix of
// all positions with that seam, a edges drawn in the lower half and b in the upper; rows are lower
// configurations, columns upper ones, both by HalfIndex. Mirror images that fix the start map
// sections onto sections; one of each orbit is canonical, and only that is stored.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/space/cut.hpp"
#include "probe/space/half_index.hpp"

namespace pipo {

struct SectionKey {
  SeamState seam = 0;
  int lower = 0;  // a: edges drawn in the lower half
  int upper = 0;  // b: edges drawn in the upper half

  int layer() const { return count_bits(seam) + lower + upper; }

  friend bool operator==(const SectionKey&, const SectionKey&) = default;
};

// The canonical section an orbit is stored as, and the image that leads to it.
struct CanonicalSection {
  SectionKey key;
  CutImage image;
};

// One entry of a canonical section.
struct Location {
  SectionKey key;
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};

// A seam and the images that take it to its representative.
struct SeamOrbit {
  SeamState representative = 0;
  std::vector<CutImage> images;  // all that lead there, those without mirror first
  bool folded = false;  // the representative is its own top-bottom image: only a <= b is stored
  bool self_mirrored = false;  // the representative is its own left-right image
};

class StateSpace {
 public:
  explicit StateSpace(const Board& board, EdgeSet start = 0);

  const Cut& cut() const { return cut_; }
  const HalfIndex& half(Side side) const { return side == Side::lower ? *lower_ : *upper_; }
  // Memory that the state space of such a cut holds.
  static std::uint64_t bytes(const Cut& cut);

  bool halves_alike() const { return lower_ == upper_; }

  // Layers run from the start's number of drawn edges to all edges.
  int first_layer() const;
  int last_layer() const { return cut_.turned().edges(); }

  const SeamOrbit& orbit(SeamState seam) const { return orbits_[seam]; }

  // Are only some rows of this representative's sections stored, one of each two mirror images?
  // Boards of one column store every row: there each configuration is its own mirror image.
  bool drops_rows(SeamState representative) const {
    return cut_.columns() > 1 && orbits_[representative].self_mirrored;
  }

  // Is this canonical section's matrix symmetric?
  bool symmetric(const SectionKey& key) const {
    return orbits_[key.seam].folded && key.lower == key.upper;
  }

  // Allowed seams that are their own representative, ascending.
  const std::vector<SeamState>& representatives() const { return representatives_; }

  // The non-empty canonical sections of a layer, ascending by (a, seam): sections that are made
  // from the same ones stand near each other.
  std::vector<SectionKey> sections(int layer) const;

  // Those of a representative among them.
  std::vector<SectionKey> sections(int layer, SeamState representative) const;

  std::uint32_t rows(const SectionKey& key) const {
    return static_cast<std::uint32_t>(
        half(Side::lower).size(cut_.border(key.seam, Side::lower), key.lower));
  }
  std::uint32_t columns(const SectionKey& key) const {
    return static_cast<std::uint32_t>(
        half(Side::upper).size(cut_.border(key.seam, Side::upper), key.upper));
  }

  CanonicalSection canonical(const SectionKey& key) const;

  // Where the value of a quiet, merged position of the turned board stands.
  Location locate(EdgeSet turned_quiet) const;

  // The position of the turned board at an entry of any section (canonical or not).
  EdgeSet position(SeamState seam, HalfConfiguration lower, HalfConfiguration upper) const {
    return cut_.join({.seam = seam, .lower = lower, .upper = upper});
  }

  // Quiet positions with merged outer edges of a layer, before and after mirror images (sections in
  // full).
  std::uint64_t quiet_positions(int layer) const;
  std::uint64_t section_values(int layer) const;

 private:
  bool is_stored(const SectionKey& key) const;

  Cut cut_;
  std::shared_ptr<const HalfIndex> lower_;
  std::shared_ptr<const HalfIndex> upper_;
  std::vector<SeamOrbit> orbits_;  // by seam; default-constructed where the seam is not allowed
  std::vector<SeamState> representatives_;
  std::vector<SeamState> allowed_;
};

}  // namespace pipo
