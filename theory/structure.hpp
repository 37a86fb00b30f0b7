// A quiet position of a board of any size as a graph: boxes are nodes, open edges join them, and
// all outer open edges lead to the ground. Its strings, joints, loops and components, and the names
// of components, for explanations and for programs that read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/position.hpp"
#include "theory/multiset.hpp"
#include "theory/stage.hpp"
#include "theory/trace.hpp"

namespace pipo::theory {

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

struct Structure : Trace {
  std::vector<Component> components;  // by lowest box number

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

// Returns the identifier of a kind: "chain", "loop", "T", "dipper".
std::string_view word(Kind kind);

// Returns the mark of the component with that index: "A" to "Z", then "AA".
std::string mark_of(int index);

// Returns "short", "long" or "very long" for a chain, and "" for any other component.
std::string_view length_class(const Component& component);

// Returns the lengths of a component's strings, or of the loop, ascending.
std::vector<int> lengths(const Structure& structure, const Component& component);

// Returns "4-loop", "7-chain", "dipper(3+4)" (the lengths of its strings, joints not counted) or
// "other(5 boxes)".
std::string name(const Structure& structure, const Component& component);

// Returns all components, such as "3+3+4l+8l+dipper(3+4)"; "0" if there is none.
std::string formula(const Structure& structure);

}  // namespace pipo::theory
