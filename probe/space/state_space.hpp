// The values of a table: sections, their canonical representatives, and the places of positions.
//
// A position is a seam with a configuration of each half. A *section* (seam, a, b) is the matrix of
// all positions with that seam, a edges drawn in the lower half and b edges in the upper half. Its
// rows are configurations of the lower half, its columns those of the upper half, both numbered by
// HalfIndex. Mirror images that map the start to itself map sections to sections. One section of
// each orbit is canonical, and only that one is stored.
#pragma once

#include <cstdint>
#include <functional>
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

  friend auto operator<=>(const SectionKey&, const SectionKey&) = default;
};

// The canonical section of a section's orbit, and the image that maps the section to it.
struct CanonicalSection {
  SectionKey key;
  CutImage image;
};

// One entry of a canonical section.
struct MatrixCell {
  SectionKey key;
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};

// The representative of a seam, and the images that map the seam to it.
struct SeamOrbit {
  SeamState representative = 0;
  std::vector<CutImage> images;  // all such images, those without mirror first
  bool folded = false;  // the representative is its own top-bottom image: only a <= b is stored
  bool self_mirrored = false;  // the representative is its own left-right image
};

class StateSpace {
 public:
  explicit StateSpace(const Board& board, EdgeSet start = 0) : StateSpace(Cut(board, start)) {}
  explicit StateSpace(Cut cut);
  // With other numberings of the halves, which tables on disk never have.
  StateSpace(Cut cut,
             const std::function<std::shared_ptr<const HalfIndex>(const HalfShape&)>& make_half);

  const Cut& cut() const { return cut_; }
  const HalfIndex& half(Side side) const { return side == Side::lower ? *lower_ : *upper_; }
  // Return the approximate memory, in bytes, of the state space of a cut, and of this one.
  static std::uint64_t bytes(const Cut& cut);
  std::uint64_t bytes() const;

  bool halves_alike() const { return lower_ == upper_; }

  // The layers go from the start's number of drawn edges to the number of all edges.
  int first_layer() const;
  int last_layer() const { return cut_.turned().edges(); }

  const SeamOrbit& orbit(SeamState seam) const { return orbits_[seam]; }

  // True if only one of every two mirrored rows of this representative's sections is stored. On
  // boards with one column all rows are stored, since every configuration is its own mirror image.
  bool drops_rows(SeamState representative) const {
    return cut_.columns() > 1 && orbits_[representative].self_mirrored;
  }

  // True if the matrix of this canonical section is symmetric.
  bool symmetric(const SectionKey& key) const {
    return orbits_[key.seam].folded && key.lower == key.upper;
  }

  // The allowed seams that are their own representatives, ascending.
  const std::vector<SeamState>& representatives() const { return representatives_; }

  // Returns the non-empty canonical sections of a layer, ascending by (a, seam). Sections computed
  // from the same sources are thereby near each other.
  std::vector<SectionKey> sections(int layer) const;

  // Returns the non-empty canonical sections of a layer with this representative.
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

  // Returns the location of the value of a quiet, merged position of the turned board.
  MatrixCell locate(EdgeSet turned_quiet) const;

  // Returns the position of the turned board at an entry of any section, canonical or not.
  EdgeSet position(SeamState seam, HalfConfiguration lower, HalfConfiguration upper) const {
    return cut_.join({.seam = seam, .lower = lower, .upper = upper});
  }

  // Return the number of quiet positions with merged outer edges in a layer: all of them, and those
  // in canonical sections, which are counted in full.
  std::uint64_t quiet_positions(int layer) const;
  std::uint64_t section_values(int layer) const;

 private:
  bool is_stored(const SectionKey& key) const;

  Cut cut_;
  std::shared_ptr<const HalfIndex> lower_;
  std::shared_ptr<const HalfIndex> upper_;
  std::vector<SeamOrbit> orbits_;  // by seam; default-constructed if the seam is not allowed
  std::vector<SeamState> representatives_;
  std::vector<SeamState> allowed_;
};

}  // namespace pipo
