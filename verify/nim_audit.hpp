// Checks a table of Nimstring against the theory: the nim-value and the chain formula of every
// loony endgame, and the search of theory/nimstring at random positions.
#pragma once

#include <cstdint>
#include <optional>

#include "probe/table/table_sections.hpp"
#include "verify/checks.hpp"

namespace pipo {

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
