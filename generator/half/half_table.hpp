// Everything the sweep needs to know about one half, made once at start-up: its configurations
// under each state of the border, the moves inside it, and how it reacts to edges drawn in the
// border.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/half/half_geometry.hpp"
#include "probe/space/half_index.hpp"

namespace pipo {

// A move inside a half that never reaches the border. The row of the configuration takes part in
// the maximum with the whole row of its target.
struct InnerMove {
  std::uint32_t target = 0;  // number of the new configuration in the group of its drawn edges
  std::uint8_t drawn = 0;    // edges drawn in all, the move included
  std::int8_t captured = 0;  // boxes the opponent is given
  std::int8_t handout = 0;   // 0, 4 or 8: what the opponent loses by declining the last ones

  friend bool operator==(const InnerMove&, const InnerMove&) = default;
};

// What a half does when a set of edges of its border is drawn and it settles.
//
// On 2x2 a half is a row of two boxes; write its verticals from the left, then the horizontals on
// its far side. Under an open border, 10010 (the outer edges of the left box) answers the left
// border edge by taking that box along the middle vertical: drawn 1, captured 1, target 0, which is
// 11010. 10111 (all outer edges) takes both boxes, the second along its own border edge: drawn 1,
// captured 2, returned 01; the seam has to settle on, so there is no target yet.
struct Reaction {
  std::uint32_t target = 0;    // as above, under the new border; undefined unless returned is 0
  std::uint16_t returned = 0;  // further edges of the border that it draws in return
  std::uint8_t drawn = 0;      // edges drawn inside the half
  std::int8_t captured = 0;    // boxes completed inside the half
};

// The table of one state of the border. Members are the configurations listed under it, in the
// order of HalfIndex, and after them the *run-outs*: a configuration with one more edge drawn
// inside the half that, when it settles, runs out through the border (a loop that hangs on a joint
// whose third edge leads there).
struct BorderTable {
  // [k]: the first configuration with k drawn edges; one more entry at the end.
  std::vector<std::uint32_t> first;
  std::vector<HalfConfiguration> configurations;

  // The moves of configuration i are first_move[i] up to first_move[i + 1].
  std::vector<std::uint32_t> first_move;
  std::vector<InnerMove> moves;
  std::vector<std::uint32_t> drawn_by_moves;  // [k] bit d: some move of that group draws d edges

  std::vector<std::uint32_t> first_runout;  // run-outs of configuration i, as above
  std::vector<std::uint32_t> runout_owner;  // the configuration a run-out starts from

  // Members with equal reactions, as far as the edges returned go, form a class.
  std::vector<std::uint16_t> class_of;                     // by member
  std::vector<std::vector<std::uint16_t>> class_returned;  // [class][set of newly drawn edges]
  int plain_classes = 0;  // classes 0 .. plain_classes - 1 hold configurations, the others run-outs

  // [set of newly drawn edges][member]; empty where some of the set are drawn already.
  std::vector<std::vector<Reaction>> reactions;

  // The same by class: [set of newly drawn edges][class * groups() + k] bit d: some member of the
  // class, of a configuration with k drawn edges, draws d.
  std::vector<std::vector<std::uint32_t>> drawn_by_reactions;

  // Of each configuration, the number of its mirror image in its group under the mirrored border.
  std::vector<std::uint32_t> mirrored;

  // Numbers of edges a configuration may have drawn.
  std::size_t groups() const { return first.size() - 1; }
  std::uint32_t size(int drawn) const {
    return drawn + 1 < static_cast<int>(first.size()) ? first[drawn + 1] - first[drawn] : 0;
  }
  std::uint32_t runout_member(std::uint32_t runout) const {
    return static_cast<std::uint32_t>(configurations.size()) + runout;
  }
};

// What the receiver of k boxes, with d edges drawn in all, may decline (identity B): 0, 4 or 8.
constexpr int handout_of(int captured, int drawn) {
  if (captured < 3) return 0;
  return drawn > captured ? 4 : 8;
}

class HalfTable {
 public:
  // `with_mirror`: the start is its own left-right image, and mirrored numbers will be asked for.
  HalfTable(const HalfIndex& index, bool with_mirror);

  const BorderTable& border(BorderState border) const { return borders_[border]; }
  int maximum_drawn() const { return index_.maximum_drawn(); }

  // Memory held, in bytes.
  std::uint64_t bytes() const;

  // About what a table for these configurations will hold, before it is made.
  static std::uint64_t expected_bytes(const HalfIndex& index);

 private:
  const HalfIndex& index_;
  HalfGeometry geometry_;
  std::vector<BorderTable> borders_;  // by state of the border
};

}  // namespace pipo
