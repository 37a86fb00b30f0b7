// A region of a quiet position: the boxes that are connected through other boxes. Regions touch
// each other only at the ground, so a move in one of them changes no other.
//
// A region is stored by its strings alone, whose boxes have two open edges each. Where the region
// lies does not matter: isomorphic regions have the same canonical form.
#pragma once

#include <compare>
#include <cstddef>
#include <vector>

#include "probe/board/settle.hpp"
#include "search/graph.hpp"

namespace pipo::graph {

// The number of the ground among the stops of a region. Joints are numbered from 1 on.
constexpr int kGroundStop = 0;

// A string between two stops, or an open edge between them if `length` is 0.
struct String {
  int from = kGroundStop, to = kGroundStop;  // from <= to
  int length = 0;                            // boxes

  friend auto operator<=>(const String&, const String&) = default;
};

struct Region {
  int loop = 0;                 // the boxes of an independent loop, which has nothing else
  int joints = 0;               // boxes with three or more open edges
  std::vector<String> strings;  // in ascending order

  // Returns the number of boxes.
  int boxes() const;

  friend auto operator<=>(const Region&, const Region&) = default;
};

struct RegionHash {
  std::size_t operator()(const Region& region) const;
};

// The strings and loops of a quiet position, with their edges.
struct Trace {
  Region strings;                       // of all regions, in the order in which they were found
  std::vector<std::vector<int>> edges;  // of each string, from stop to stop
  std::vector<int> loops;               // the number of boxes of each
};
Trace trace(const Graph& graph, const EdgeFlags& quiet);

// Returns the number of strings and loops of the settled position, which indicates how long solving
// it takes.
int strings_when_settled(const Position& position);

// Returns for each joint, by its number, one that all joints of its region share.
std::vector<int> roots_of(const Region& strings);

// Returns the regions that these strings and joints make up, none in canonical form. A joint may
// have only two open edges: the strings there are joined.
std::vector<Region> regions_of(Region strings);

// Returns the region with its joints numbered in an order that depends only on its shape.
//
// It refines the numbering by the strings at each joint and tries all joints where several look
// alike. With very many symmetries it stops early. Two isomorphic regions may then get different
// forms, each of which is still isomorphic to the given region.
Region canonical(const Region& region);

// Returns whether some region has so many symmetries that comparing shapes saves more time than it
// takes: those of complete graphs do, those of boards do not.
bool has_many_symmetries(const Graph& graph, const EdgeFlags& open);

// Returns the handout of a move on a string that offers k boxes. A player who offers two of one
// string cuts it in its middle, so that both have to be taken. This cannot be done if one of them
// is a joint. Then two edges join it to the other box, and a third one leads on; no board has this.
inline Handout handout_of_string(int captured, bool joint_captured) {
  return captured >= 3 || (captured == 2 && joint_captured) ? Handout::two_boxes : Handout::none;
}

// A move of a quiet region: the number of boxes that it offers, and the rest of the region after
// their capture. The rule for its value is identity B of probe/board/settle.hpp.
struct RegionMove {
  int captured = 0;  // k
  Handout handout = Handout::none;
  std::vector<Region> rest;  // not canonical

  friend auto operator<=>(const RegionMove&, const RegionMove&) = default;
};

// Returns one move for each string, or for the loop.
std::vector<RegionMove> moves(const Region& region);

}  // namespace pipo::graph
