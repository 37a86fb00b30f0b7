// The theory's statements about a position, as data: its components, its controller, its value with
// the theorem that gives it, and the moves to play. theory/sentences.cpp turns it into sentences.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/table_identity.hpp"
#include "probe/board/settle.hpp"
#include "theory/advice.hpp"
#include "theory/midgame.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// The role of the player to move.
enum class Role {
  none,        // the board is full
  opener,      // has to open, now or later: the last to move before the endgame controls it
  controller,  // will be in control with good play
  chooser,     // has boxes on offer and decides who moves next
  unknown,     // too many positions to search
};

// A component of the position after all boxes on offer are taken.
struct Marked {
  std::string mark;               // "A", "B", and so on, by lowest box
  std::string name;               // "4-loop", "7-chain", "dipper(3+4)"
  std::string_view length_class;  // for a chain "short", "long" or "very long", otherwise empty
  Component component;
  std::vector<int> lengths;  // of its strings, or of the loop, ascending
};

// The numbers of a loony endgame: margins for its controller.
struct Numbers {
  int boxes = 0;
  int strings = 0;           // n, strings that will be offered
  int loops = 0;             // m, the most loops that can be offered
  int fully_controlled = 0;  // fcv
  int terminal_bonus = 0;    // tb
  int controlled = 0;        // c
  Derived value;             // v and the theorem that gives it
  // The values by other theorems that apply, with their sources.
  std::vector<Derived> confirmed_by;
};

// The prospects of an opener who enters the endgame with that lead, and the endgames to steer for.
struct Lead {
  int lead = 0;
  Prospect prospect = Prospect::lost;
  std::vector<std::string_view> aims;
};

struct Explanation {
  explicit Explanation(const Position& explained) : position(explained) {}

  Position position;

  // Boxes on offer now, and the quiet position after taking them all, the "rest". Members describe
  // the given position unless their comments name the rest.
  std::vector<CapturedComponent> on_offer;
  WideSettlement settled;

  Structure rest;
  std::vector<Marked> components;  // of the rest, in the structure's order
  std::string formula;             // of the rest: "3+3+4l+8l", with joints "3+dipper(3+4)"
  Stage stage = Stage::before;     // of the rest

  Role role = Role::none;
  Source role_source;

  // The numbers of the rest if it is a loony endgame, otherwise of the endgame after the exchange
  // of its short chains.
  std::optional<Numbers> numbers;
  std::optional<Exchange> exchange;

  // The margin for the player to move, boxes on offer included.
  std::optional<Derived> margin;

  std::optional<NimValue> nim_value;  // nothing if the search would be too large
  ChainFormula chain_formula;

  std::vector<Advice> advice;  // best first; with boxes on offer, then the advice after taking them
  // Empty unless all of these hold:
  //
  // - the position is quiet and before the short chains;
  // - the board has an odd number of boxes;
  // - enough boxes are left for a controlled value below 2;
  // - the player to move will not be the controller.
  std::vector<Lead> leads;

  // If it is not 0, there are no statements on values: see remove_values().
  LastMoveCost last_move_cost = 0;
};

// Functions for values that take a search (search/explain.hpp). Without them, these are unknown.
struct ExplainOptions {
  NimValueOf nim_value = {};
  // Returns v of a loony endgame of a board with more than 64 edges; nothing if that takes too
  // long.
  std::function<std::optional<int>(const Position&)> loony_value = {};
};

// On boards with more than 64 edges, the numbers are those of simple endgames only, and the advice
// is what wins Nimstring.
Explanation explain(const Position& position, const ExplainOptions& options = {});

// Removes the statements that assume that the last move costs nothing: those on margins, on who
// controls the endgame for how much, and the moves that follow from them. What remains holds for
// any cost: components, and Nimstring, which has no points (docs/theory.md).
void remove_values(Explanation& explanation, LastMoveCost last_move_cost);

// The winner, if both players know best play: Left, Right, the player who moves next, or the other
// one. `tied` if one of the outcomes is a tie.
enum class OutcomeClass { left, right, next, previous, tied };

// Returns the class of a game with these outcomes: Left's margin if Left moves first, and if Right
// does (Mao-Peng, section 1).
OutcomeClass outcome_class(int left_outcome, int right_outcome);

// Returns "L", "R", "N", "P" or "tied".
std::string_view word(OutcomeClass outcome);

}  // namespace pipo::theory
