// The words for everything an explanation holds: the one place where the theory's findings become
// English. No function prints.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/endgame/explanation.hpp"

namespace pipo::endgame {

// Identifiers for output that programs read: "T", "keep-control", "loony-endgame" and so on.
std::string_view word(Kind kind);
std::string_view word(Stage stage);
std::string_view word(Role role);
std::string_view word(Action action);
std::string_view word(Prospect prospect);

// "A" to "Z", then "AA": the mark of the component with that index.
std::string mark_of(int index);

// "short", "long" or "very long" for a chain; empty for anything else.
std::string_view length_class(const Component& component);

// The lengths of its strings, or of the loop, ascending.
std::vector<int> lengths(const Structure& structure, const Component& component);

// "4-loop", "7-chain", "dipper(3+4)" by its strings' lengths (joints not counted), "other(5
// boxes)".
std::string name(const Structure& structure, const Component& component);

// All components: "3+3+4l+8l+dipper(3+4)"; "0" for none.
std::string formula(const Structure& structure);

// One sentence without a full stop, such as "open the 4-loop A (h1.0): costs 1 [Allcock,
// theorem 1.1]".
std::string sentence(const Explanation& explanation, const Advice& advice);

// Lines on one subject. A line that begins with two spaces belongs to the one before it.
struct Paragraph {
  std::string title;
  std::vector<std::string> lines;
};

// What exact values say of the moves, where somebody knows them.
struct ExactMoves {
  int value = 0;             // margin for the player to move
  std::vector<int> best;     // the best moves, as DBN indices
  std::vector<int> margins;  // for each advice of the explanation, of who follows it
};

// The whole explanation in reading order. Where exact values are known, what is best goes by them.
std::vector<Paragraph> paragraphs(const Explanation& explanation,
                                  const std::optional<ExactMoves>& exact = {});

}  // namespace pipo::endgame
