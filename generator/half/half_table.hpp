// Everything the sweep needs to know about one half: its configurations under each state of the
// border, the moves inside it, and its reactions to edges drawn in the border. Made once at
// start-up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "generator/half/half_geometry.hpp"
#include "probe/base/narrow.hpp"
#include "probe/base/poll.hpp"
#include "probe/space/half_index.hpp"

namespace pipo {

// A move inside a half that never reaches the border. The sweep raises the configuration's whole
// row by the whole row of the move's target.
struct InnerMove {
  std::uint32_t target = 0;  // number of the new configuration in the group of its drawn edges
  std::uint8_t drawn = 0;    // edges drawn, including the move
  std::int8_t captured = 0;  // boxes given to the opponent
  std::int8_t handout = 0;   // 0, 4 or 8: what the opponent loses by declining the last boxes

  friend bool operator==(const InnerMove&, const InnerMove&) = default;
};

// The reaction of a half to a set of newly drawn edges of its border: what it draws and captures
// when it settles.
//
// On 2x2 a half is a row of two boxes. Write its verticals from the left, then the horizontals on
// its far side. Under an open border, 10010 (the outer edges of the left box) answers the left
// border edge by taking that box along the middle vertical: drawn 1, captured 1, target 0, which is
// 11010. 10111 (all outer edges) takes both boxes, the second along its own border edge: drawn 1,
// captured 2, returned 01. The seam then has to settle further, so there is no target yet.
struct Reaction {
  std::uint32_t target = 0;    // as in InnerMove, under the new border; undefined unless returned
                               // is 0
  std::uint16_t returned = 0;  // further border edges that the half draws in return
  std::uint8_t drawn = 0;      // edges drawn inside the half
  std::int8_t captured = 0;    // boxes completed inside the half
};

// Neighbouring configurations of a group, by number, from `first` up to `end`.
struct ConfigurationRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

// A part of a group: a range of neighbouring configurations, all of the same size but the last one
// of the group. If sections are not divided, a group is one part.
using PartNumber = std::uint16_t;

// The size of parts if groups are not divided, and the least size. All sizes are powers of two.
constexpr std::uint32_t kUndivided = std::uint32_t{1} << 31;
constexpr std::uint32_t kLeastPart = 512;

constexpr std::uint64_t kMostParts = std::numeric_limits<PartNumber>::max();

// Returns the number of parts of a group with this many configurations, 0 if it is empty. Throws
// std::length_error if there are more than kMostParts.
constexpr PartNumber parts_of(std::uint32_t configurations, std::uint32_t part_size) {
  return narrow<PartNumber>((std::uint64_t{configurations} + part_size - 1) / part_size);
}

// Returns the part of a configuration, by its number in its group.
constexpr PartNumber part_of(std::uint32_t number, std::uint32_t part_size) {
  return static_cast<PartNumber>(number / part_size);
}

// Edges drawn by moves or reactions, and the part of the new group that they lead to.
struct Reached {
  std::uint8_t drawn = 0;
  PartNumber part = 0;

  friend auto operator<=>(const Reached&, const Reached&) = default;
};

// The moves of a part that draw this many edges and lead to one part, and ascending ranges of that
// part that hold all their targets. Few configurations are targets of moves that capture many
// boxes.
struct MovesThatReach {
  Reached reached;
  std::vector<ConfigurationRange> targets;  // counted from the part's first configuration
};

// A list for each class and part of a table.
class ReachedLists {
 public:
  // Lists the pairs (list, reached) in any order, for lists 0 .. lists - 1.
  ReachedLists() = default;
  ReachedLists(std::size_t lists, std::vector<std::pair<std::uint32_t, Reached>> pairs);

  std::span<const Reached> list(std::size_t number) const {
    return {reached_.data() + first_[number], reached_.data() + first_[number + 1]};
  }
  std::uint64_t bytes() const;

 private:
  std::vector<std::uint32_t> first_;
  std::vector<Reached> reached_;  // each once, in a list
};

// The table of one state of the border. Its members are the configurations listed under it, in the
// order of HalfIndex, followed by the *run-outs*. A run-out is a configuration with one more edge
// drawn inside the half that settles through the border: a loop attached to a joint whose third
// edge leads there.
struct BorderTable {
  // [k]: the first configuration with k drawn edges, and the first part; one more entry at the end.
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> first_part;
  std::vector<HalfConfiguration> configurations;

  // The moves of configuration i are first_move[i] up to first_move[i + 1].
  std::vector<std::uint32_t> first_move;
  std::vector<InnerMove> moves;
  std::vector<std::vector<MovesThatReach>> moves_by_reached;  // [part_index()]

  std::vector<std::uint32_t> first_runout;  // run-outs of configuration i, as above
  std::vector<std::uint32_t> runout_owner;  // the configuration that a run-out starts from

  // Members that return the same edges for every set of newly drawn edges form a class.
  std::vector<std::uint16_t> class_of;                     // by member
  std::vector<std::vector<std::uint16_t>> class_returned;  // [class][set of newly drawn edges]
  int plain_classes = 0;  // classes 0 .. plain_classes - 1 hold configurations, the others run-outs

  // [set of newly drawn edges][member]; empty if some of the set are already drawn.
  std::vector<std::vector<Reaction>> reactions;

  // [set of newly drawn edges]: what members of a class reach, by list_of() of their configuration;
  // the same of the mirror images of their targets, if these may be in other parts.
  std::vector<ReachedLists> reached_by_reactions;
  std::vector<ReachedLists> mirrors_reached;

  // [configuration]: the number of its mirror image in its group under the mirrored border.
  std::vector<std::uint32_t> mirrored;

  // The number of groups, one for each possible number of drawn edges, and of parts of all groups.
  std::size_t groups() const { return first.size() - 1; }
  std::size_t parts() const { return first_part.back(); }

  // The number of a group's part among all parts, and the list of a class and part.
  std::size_t part_index(int drawn, PartNumber part) const {
    return first_part[static_cast<std::size_t>(drawn)] + part;
  }
  std::size_t list_of(std::size_t of_class, int drawn, PartNumber part) const {
    return of_class * parts() + part_index(drawn, part);
  }
  std::span<const Reached> reached(BorderState newly, bool mirror, std::size_t list) const {
    const bool other = mirror && !mirrors_reached.empty();
    return (other ? mirrors_reached : reached_by_reactions)[newly].list(list);
  }
  std::uint32_t size(int drawn) const {
    return drawn + 1 < static_cast<int>(first.size()) ? first[drawn + 1] - first[drawn] : 0;
  }
  // The configurations of a part, by their numbers in this table.
  ConfigurationRange part(int drawn, PartNumber part, std::uint32_t part_size) const {
    const std::uint32_t begin = first[static_cast<std::size_t>(drawn)] + part * part_size;
    const std::uint32_t group_end = first[static_cast<std::size_t>(drawn) + 1];
    return {begin, begin + std::min(part_size, group_end - begin)};
  }
  std::uint32_t runout_member(std::uint32_t runout) const {
    return static_cast<std::uint32_t>(configurations.size()) + runout;
  }
};

// The cost for the opponent of declining the end of k captured boxes, with d edges drawn in all
// (identity B): 0, 4 or 8.
constexpr int handout_of(int captured, int drawn) {
  if (captured < 3) return 0;
  return drawn > captured ? 4 : 8;
}

class HalfTable {
 public:
  // `with_mirror`: also fills BorderTable::mirrored, for a start that is its own left-right image.
  HalfTable(const HalfIndex& index, bool with_mirror, std::uint32_t part_size = kUndivided,
            const Poll& poll = {});

  const BorderTable& border(BorderState border) const { return borders_[border]; }
  int maximum_drawn() const { return index_.maximum_drawn(); }
  std::uint32_t part_size() const { return part_size_; }

  // The most pairs of drawn edges and part that the moves of one part reach.
  std::size_t most_reached() const;

  // Memory held by the long lists, in bytes.
  std::uint64_t bytes() const;

  // Estimates bytes() before the table is made.
  static std::uint64_t expected_bytes(const HalfIndex& index);

 private:
  void list_reached(BorderState border, bool with_mirror, const Poll& poll);
  ReachedLists reached(const BorderTable& table, std::size_t newly,
                       const BorderTable* mirrored) const;

  const HalfIndex& index_;
  std::uint32_t part_size_;
  HalfGeometry geometry_;
  std::vector<BorderTable> borders_;  // by state of the border
};

}  // namespace pipo
