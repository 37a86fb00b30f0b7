// Checks a table against the theorems about endgames.
//
// It covers every stored position, but dismisses nearly all without reading them
// (stored_endgames.hpp). On the endgames it checks every statement of the theory.
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

}  // namespace pipo
