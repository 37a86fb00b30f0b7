// The ways to check a table by the rule of the game: some positions, every stored position, every
// position.
//
// All of them run on every core, give the same result each time, and stop at the first mismatch.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "probe/table/table.hpp"
#include "probe/table/table_sections.hpp"
#include "verify/one_step.hpp"
#include "verify/progress.hpp"

namespace pipo {

// A table, and the same table to be asked for values.
struct CheckedTable {
  const TableSections& sections;
  const Tables& values;

  const Table& table() const { return sections.table(); }
};

struct CheckResult {
  std::uint64_t stored = 0;      // stored positions checked
  std::uint64_t not_stored = 0;  // positions checked whose value follows from stored ones
  std::optional<Mismatch> mismatch;
};

// `count` stored positions drawn at random, and from each of them one that is not quiet, reached by
// drawing random edges. The same seed draws the same positions.
CheckResult check_sample(const CheckedTable& checked, std::uint64_t count, std::uint64_t seed,
                         const VerifyProgress& progress = {});

// Every stored position, from the full board to the start: the mismatch reported is one whose
// successors are all right. If identity (A), settling, and (C), merging outer edges, hold, this
// proves every value.
CheckResult check_stored(const CheckedTable& checked, const VerifyProgress& progress = {});

// Every position that contains the start, quiet or not: proves every value that the table can give
// without any of the identities. One byte a position: only for boards with at most kMostFreeEdges
// edges besides the start's.
constexpr int kMostFreeEdges = 24;
int free_edges(const TableIdentity& table);
CheckResult check_every_position(const CheckedTable& checked, const VerifyProgress& progress = {});

}  // namespace pipo
