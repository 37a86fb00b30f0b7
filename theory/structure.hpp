// A quiet position of a board of any size as a graph: boxes are nodes, open edges join them, and
// all outer open edges lead to the ground. Its strings, joints, loops and components.
#pragma once

#include <array>
#include <vector>

#include "pipopipette/position.hpp"
#include "theory/multiset.hpp"
#include "theory/stage.hpp"

namespace pipo::theory {

// The stop that all outer open edges lead to; boxes are numbered from 0 on.
constexpr int kGround = -1;

// A maximal path of boxes with two open edges each, between two stops: joints or the ground
// (Sierra, definition 40). Its length may be 0: an open edge that joins two stops.
struct String {
  std::array<int, 2> stops{};  // kGround or the box number of a joint; both the same for a cup
  std::vector<int> boxes;      // from stops[0] to stops[1]
  std::vector<int> edges;      // DBN indices in the same order, one more than boxes

  int length() const { return static_cast<int>(boxes.size()); }
  bool is_long() const { return length() >= kLongChain; }
};

// An independent loop: a cycle of boxes with two open edges each.
struct Loop {
  std::vector<int> boxes;  // in order around the cycle
  std::vector<int> edges;  // edges[i] leads to boxes[i]

  int length() const { return static_cast<int>(boxes.size()); }
};

// A box with three or four open edges.
struct Joint {
  int box = 0;
  int degree = 0;
};

// The shapes that have names (Berlekamp; Sierra, chapters 3 and 5), for strings of any length.
enum class Kind {
  chain,     // a string from ground to ground
  loop,      // a cycle without a joint
  tee,       // "T": three strings from a joint to the ground
  cross,     // "X": four strings from a joint to the ground
  dipper,    // a cup (a string from a joint to itself) and a handle to the ground
  shackles,  // two cups on one joint
  earmuffs,  // two joints with a cup each, and a band between them
  eight,     // two joints with three strings between them
  other,
};

// The boxes connected through open edges; the ground connects nothing.
struct Component {
  Kind kind = Kind::other;
  IndexSet boxes;
  IndexSet edges;
  std::vector<int> strings;  // indices into Structure::strings
  std::vector<int> joints;   // indices into Structure::joints
  int loop = -1;             // index into Structure::loops if kind is loop

  int size() const { return boxes.size(); }
};

struct Structure {
  std::vector<String> strings;
  std::vector<Loop> loops;
  std::vector<Joint> joints;          // by box number
  std::vector<Component> components;  // by lowest box number
  int ground_degree = 0;              // open outer edges

  // Returns the number of boxes not yet claimed.
  int boxes() const;
  // Returns the sum of the stops' degrees, including the ground's (Sierra, definition 40).
  int valence() const;
  // Returns whether every component is an independent chain or loop.
  bool is_simple() const;
  // Returns whether every move gives away a long string or a loop: no string is shorter than three
  // boxes. True of the full board.
  bool is_loony_endgame() const;
  bool is_simple_loony_endgame() const { return is_simple() && is_loony_endgame(); }
  // Returns the lengths of the independent chains and loops; other components are left out.
  Multiset multiset() const;
};

// Returns the stage of a quiet position with this structure, as StageTest does for boards with at
// most 64 edges.
Stage stage_of(const Structure& structure);

// Returns the structure of a quiet position. Throws BadInput if a box is capturable.
Structure structure_of(const Position& quiet);

}  // namespace pipo::theory
