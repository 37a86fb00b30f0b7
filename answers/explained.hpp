// A position explained: what the theory says, and the exact values if they can be found. As data,
// text and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/question.hpp"
#include "pipopipette/solver.hpp"
#include "probe/file/layer_json.hpp"
#include "solve/limits.hpp"
#include "theory/explanation.hpp"

namespace pipo {

// The exact values.
struct Exact {
  Answer answer;
  Method method = Method::table;
  // For each advice of the explanation, the margin for the player to move if they follow it,
  // including boxes on offer; nothing if the limits end before it is found. Advice is ordered by
  // these margins and `best` follows from them; an advice covers only moves of one margin.
  std::vector<std::optional<int>> margins;
};

// The margins of the player to move at the end: if they move next, as they do, and if the opponent
// moved instead. A position has the same value for both players, so both are known if one is.
struct Outcomes {
  int next = 0;
  int second = 0;
  bool whole_game = false;  // the score is known and included

  // Returns the class, the player to move being Left.
  theory::OutcomeClass which() const { return theory::outcome_class(next, second); }
};

struct Explained {
  theory::Explanation theory;
  std::optional<Exact> exact;
  std::string why_not = {};  // the reason if there are no exact values
  bool damaged = false;      // the table that covers the position is damaged
  TurnAndScore turn_and_score;

  // Returns the margin for the player to move: exact, otherwise the theory's if it has one.
  std::optional<int> value() const;
  // Returns nothing if the value is unknown or the board is full.
  std::optional<Outcomes> outcome() const;
};

// Explains by the theory alone, which takes up to a few tenths of a second.
Explained explained_by_theory(const Position& position, const TurnAndScore& turn_and_score,
                              LastMoveCost last_move_cost);

// Adds the exact values. `time` limits the search for those of each advice. Throws Stopped.
void add_exact(Explained& explained, Solution solution, SharedTime& time);

// Does both. `time` limits the work on the exact values. Throws Stopped, BadInput, and what Tables
// throws except for missing and damaged tables.
Explained explained(const Position& position, SharedTime time,
                    const TurnAndScore& turn_and_score = {});

// Returns many lines: the position, a picture with its components marked, the exact value, then the
// theory.
std::string explained_text(const Explained& explained);

Json explained_json(const Explained& explained);

// Returns a picture of the position with a letter in every box: that of its component, or "*" for a
// box on offer. Complete boxes stay empty.
std::string marked_picture(const theory::Explanation& explanation);

}  // namespace pipo
