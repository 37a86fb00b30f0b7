// Names of components, for explanations and for programs that read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "theory/structure.hpp"

namespace pipo::theory {

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
