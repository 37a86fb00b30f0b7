// The theory's findings as identifiers, sentences and paragraphs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "theory/explanation.hpp"

namespace pipo {

// Return identifiers for programs: "keep-control", "loony-endgame".
std::string_view word(theory::Stage stage);
std::string_view word(theory::Role role);
std::string_view word(theory::Action action);
std::string_view word(theory::Prospect prospect);

// Returns a sentence without a full stop, such as "open the 4-loop A (h1.0): costs 1 [Allcock,
// theorem 1.1]".
std::string sentence(const theory::Explanation& explanation, const theory::Advice& advice);

// Lines on one subject. A line that begins with two spaces belongs to the previous one.
struct Paragraph {
  std::string title;
  std::vector<std::string> lines;
};

// The exact values of the moves.
struct ExactMoves {
  int value = 0;          // margin for the player to move
  std::vector<int> best;  // the best moves, as DBN indices
  // For each advice of the explanation, if the player follows it; nothing if that is unknown.
  std::vector<std::optional<int>> margins;
};

// Returns the whole explanation in reading order. Exact values, if given, decide which moves it
// calls best.
std::vector<Paragraph> paragraphs(const theory::Explanation& explanation,
                                  const std::optional<ExactMoves>& exact = {});

}  // namespace pipo
