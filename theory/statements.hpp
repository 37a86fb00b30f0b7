// The theory's statements about a position's exact value, the facts about the position that they
// need, and their check on whole tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "theory/loony_endgame.hpp"
#include "theory/source.hpp"
#include "theory/stage.hpp"

namespace pipo::theory {

// Facts about a position to which some statement applies. The loony endgame is the position itself,
// or what the exchange of its short chains leaves. All values are margins for its controller.
struct EndgameFacts {
  Stage stage = Stage::loony_endgame;
  int boxes = 0;             // not yet claimed, short chains included
  int value = 0;             // V, by recursion over strings and loops
  int controlled = 0;        // CV
  int fully_controlled = 0;  // FCV

  // For a loony endgame:
  int strings = 0, loops = 0;   // n and m, the numbers of strings and loops to be offered
  bool forced_control = false;  // theorem 1 applies: V = CV
  // The least V(G|H) over the offers that Sierra's proposition 70 leaves: of the independent chains
  // and of the loops, only the shortest. And over those that proposition 71 leaves, too: no chain
  // of 5 or more boxes if a loop is no longer.
  int shortest_first_cost = 0;
  int loop_first_cost = 0;

  std::optional<Exchange> exchange;  // for Stage::short_chains

  // For a simple loony endgame: its chains and loops, and the values below.
  std::optional<Multiset> simple;
  int simple_value = 0;                // v(G), by recursion over chains and loops
  int allcock_opening_cost = 0;        // v(G; C) of the component that theorem 1.1 names
  int allcock_control_cost = 0;        // the least v(G; C) if the controller follows theorem 1.3
  int buzzard_ciere_opening_cost = 0;  // v(G; C) of the component that Buzzard and Ciere name
};

// Fills in the numbers that follow from facts.simple.
void add_simple(EndgameFacts& facts, SimpleSolver& solver);

// Computes facts. It remembers its results, so use one object per thread for a whole table.
class Theory {
 public:
  explicit Theory(const Board& board) : stage_test_(board), loony_(board) {}

  const Board& board() const { return loony_.board(); }

  // Returns nothing if no statement applies to the quiet position. That is the case for nearly all
  // positions and takes about 20 ns.
  std::optional<EndgameFacts> facts(EdgeSet quiet);

 private:
  void add_endgame(EndgameFacts& facts, EdgeSet endgame);
  void add_orders(EndgameFacts& facts, EdgeSet endgame, const Structure& structure);

  StageTest stage_test_;
  LoonySolver loony_;
  SimpleSolver simple_;
};

enum class Verdict { not_applicable, holds, mismatch };

struct Statement {
  std::string_view id;    // such as "allcock-4.1": lower case letters, digits, '-' and '.'
  std::string_view text;  // one line
  Source source;
  // `value` is the table's margin for the player to move.
  Verdict (*check)(const EndgameFacts& facts, int value);
};

// Returns all statements, in the order in which a report lists them. They apply only to loony
// endgames and to positions one exchange of short chains before them.
std::span<const Statement> statements();

// The results for one statement.
struct Tally {
  struct Mismatch {
    EdgeSet quiet = 0;
    int value = 0;  // value in the table
  };

  std::uint64_t held = 0;
  std::uint64_t mismatched = 0;
  std::optional<Mismatch> example;  // the mismatch with the lowest set of edges, as a number
};

// Counts the results of all statements. Use one Audit per thread, then merge them. The result does
// not depend on the order of the positions.
class Audit {
 public:
  explicit Audit(const Board& board) : theory_(board), tallies_(statements().size()) {}

  // Checks all statements on a quiet position and the table's margin for the player to move.
  void check(EdgeSet quiet, int value);

  // Adds the results of another audit of the same board.
  void merge(const Audit& other);

  // Returns one tally for each of statements(), in their order.
  const std::vector<Tally>& tallies() const { return tallies_; }
  // Returns the number of positions to which some statement applied.
  std::uint64_t positions() const { return positions_; }

 private:
  Theory theory_;
  std::vector<Tally> tallies_;
  std::uint64_t positions_ = 0;
};

}  // namespace pipo::theory
