// What the theory says about a position, as data: what it is made of, who controls it, what it is
// worth and by which theorem, and what to play. pipo/words turns it into
// sentences.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/board/settle.hpp"
#include "theory/advice.hpp"
#include "theory/midgame.hpp"
#include "theory/short_chains.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// What the player to move is.
enum class Role {
  none,        // the board is full
  opener,      // has to open, or will have to: who moves last before the endgame controls it
  controller,  // will be in control, if he plays for it
  chooser,     // has boxes on offer and decides who moves next
  unknown,     // too many positions to search
};

// A component of the position once all boxes on offer are taken.
struct Marked {
  std::string mark;               // "A", "B", and so on, by lowest box
  std::string name;               // "4-loop", "7-chain", "dipper(3+4)"
  std::string_view length_class;  // of a chain: "short", "long" or "very long"; else empty
  Component component;
  std::vector<int> lengths;  // of its strings, or of the loop, ascending
};

// The numbers of a loony endgame, margins for its controller.
struct Numbers {
  int boxes = 0;
  int strings = 0;           // n, that will be offered
  int loops = 0;             // m, the most that can be offered
  int fully_controlled = 0;  // fcv
  int terminal_bonus = 0;    // tb
  int controlled = 0;        // c
  Derived value;             // v, and the theorem that gives it
  // A simple endgame: the other theorems' values and where they come from.
  std::vector<Derived> confirmed_by;
};

// What an opener who enters the endgame with that lead can expect, and should steer for.
struct Lead {
  int lead = 0;
  Prospect prospect = Prospect::lost;
  std::vector<std::string_view> aims;
};

struct Explanation {
  explicit Explanation(const Position& explained) : position(explained) {}

  Position position;

  // Boxes on offer now, and the quiet position after taking them all; everything below is about
  // that position where it says "rest", and about the given one otherwise.
  std::vector<CapturedComponent> on_offer;
  Settlement settled;

  Structure rest;
  std::vector<Marked> components;  // of the rest, in the structure's order
  std::string formula;             // of the rest: "3+3+4l+8l", with joints "3+dipper(3+4)"
  Stage stage = Stage::before;     // of the rest

  Role role = Role::none;
  Source role_source;

  // The rest when it is a loony endgame, or what the exchange of its short chains leads to.
  std::optional<Numbers> numbers;
  std::optional<Exchange> exchange;

  // For the player to move, boxes on offer included.
  std::optional<Derived> margin;

  std::optional<NimValue> nim_value;  // nothing when the search would be too large
  ChainFormula chain_formula;

  std::vector<Advice> advice;  // best first; with boxes on offer, then what to do after taking them
  std::vector<Lead> leads;     // before the short chains, on boards with an odd number of boxes,
                               // with boxes enough left for a controlled value below 2, unless
                               // the player to move will be the controller
};

struct ExplainOptions {
  // How many positions the search for nim-values may remember: half a second or so.
  std::size_t nimstring_limit = NimstringSolver::kDefaultLimit;
};

Explanation explain(const Position& position, const ExplainOptions& options = {});

}  // namespace pipo::theory
