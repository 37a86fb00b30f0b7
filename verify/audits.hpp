// Checks a table against the theorems about endgames, and a table of Nimstring also against a
// search.
//
// An audit covers every stored position, but dismisses nearly all without reading them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pipopipette/position.hpp"
#include "probe/table/table_sections.hpp"
#include "theory/source.hpp"
#include "theory/statements.hpp"
#include "verify/checks.hpp"

namespace pipo {

// The result for one statement.
struct StatementCount {
  theory::Statement statement;
  std::uint64_t applied = 0;  // stored positions that it applies to
  std::uint64_t mismatches = 0;
};

// A position at which the table contradicts a statement.
struct TheoryMismatch {
  theory::Statement statement;
  Position position;
  int table_value = 0;
  theory::Derived expected;  // the value, by the recursion or by exchanging short chains
};

struct TheoryReport {
  std::uint64_t stored = 0;    // stored positions covered: all
  std::uint64_t endgames = 0;  // of these, positions that at least one statement applies to
  std::vector<StatementCount> statements;  // in the order of theory::statements()
  std::optional<TheoryMismatch> first;     // of the first statement that does not hold
};

// Checks all statements on all stored positions, on every core. The report does not depend on the
// number of threads. Throws DamagedTable.
TheoryReport audit_theory(const TableSections& sections, const VerifyProgress& progress = {});

struct NimAudit {
  std::uint64_t stored = 0;    // stored positions covered: all
  std::uint64_t endgames = 0;  // of these, loony endgames

  // Drawn at random; of these, positions that the search could not finish within its limit.
  std::uint64_t drawn = 0;
  std::uint64_t too_large = 0;

  // The statement that a position contradicts, if there is one: the first of those below.
  enum class Contradicted { loony_endgame, chain_formula, search };
  struct Mismatch {
    Contradicted statement = Contradicted::loony_endgame;
    Position position;
    int table_value = 0;  // by the table, and as it should be (game_values.hpp)
    int expected = 0;
  };
  std::optional<Mismatch> first;
};

// Checks, on every core, that
//
// - loony endgames have nim-value 0 (Sierra, corollary 37), and the number of double-crosses that
//   are to come has the parity by which the player who has just moved wins (theorem 47);
// - `count` stored positions, and the start, have the nim-value that a search finds. A search that
//   visits more than `limit` positions is abandoned.
//
// The same seed draws the same positions. Throws DamagedTable.
NimAudit audit_nimstring(const TableSections& sections, std::uint64_t count, std::uint64_t seed,
                         std::size_t limit, const VerifyProgress& progress = {});

}  // namespace pipo
