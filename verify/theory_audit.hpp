// A table held against the theorems about endgames.
//
// Every stored position is gone through, but nearly all are dismissed unseen: they are the pairs of
// a configuration of the lower half and one of the upper, and where the boxes of one half already
// show that a position is no endgame, all its pairs are done with at once. What is left is tested,
// and of what passes the values are read and every statement of the theory is checked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipopipette/position.hpp"
#include "probe/endgame/source.hpp"
#include "probe/endgame/statements.hpp"
#include "probe/table/table_sections.hpp"
#include "verify/progress.hpp"

namespace pipo {

// How one statement fared.
struct StatementCount {
  endgame::Statement statement;
  std::uint64_t applied = 0;  // stored positions it says something of
  std::uint64_t mismatches = 0;
};

// A position at which the table contradicts a statement.
struct TheoryMismatch {
  endgame::Statement statement;
  Position position;
  int table_value = 0;
  endgame::Derived expected;  // the value, by the recursion or by exchanging short chains
};

struct TheoryReport {
  std::uint64_t stored = 0;    // stored positions gone through: all
  std::uint64_t endgames = 0;  // of them, those that at least one statement says something of
  std::vector<StatementCount> statements;  // in the order of endgame::statements()
  std::optional<TheoryMismatch> first;     // of the first statement that does not hold
};

// Checks all statements on all stored positions, on every core. The report does not depend on the
// number of threads. Throws DamagedTable.
TheoryReport audit_theory(const TableSections& sections, const VerifyProgress& progress = {});

}  // namespace pipo
