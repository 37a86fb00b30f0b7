// The theory's findings as identifiers, and in sentences (sentence.hpp): first in a player's words,
// then in detail with the sources.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "theory/explanation.hpp"
#include "theory/sentence.hpp"

namespace pipo::theory {

// Return identifiers for programs: "keep-control", "loony-endgame".
std::string_view word(Stage stage);
std::string_view word(Role role);
std::string_view word(Action action);
std::string_view word(Prospect prospect);

// The exact values of the moves.
struct ExactMoves {
  int value = 0;          // margin for the player to move
  std::vector<int> best;  // the best moves, as DBN indices
  // For each advice of the explanation, if the player follows it; nothing if that is unknown.
  std::vector<std::optional<int>> margins;
};

// Returns the whole explanation in reading order. Exact values, if given, decide which moves it
// calls best.
std::vector<Paragraph> paragraphs(const Explanation& explanation,
                                  const std::optional<ExactMoves>& exact = {});

// Returns the advice as text, such as "open the 4-loop A (h1.0): costs 1 [Allcock, theorem 1.1]".
std::string sentence(const Explanation& explanation, const Advice& advice);

}  // namespace pipo::theory
