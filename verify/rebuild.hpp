// Computes whole sections by the rule of the game, from sections of later layers: to compare them
// with stored ones, or to rebuild the layers that a table omits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/checks.hpp"
#include "verify/half_moves.hpp"
#include "verify/whole_sections.hpp"

namespace pipo {

class SectionRule {
 public:
  // All must outlive this.
  SectionRule(const Table& table, WholeSections& whole)
      : table_(table), halves_(table.space().states()), whole_(whole) {}

  // Returns the values of a canonical section, row by row, computed from later sections, which
  // `whole` has. Any thread may call it. Throws DamagedTable.
  std::vector<std::int8_t> values(const SectionKey& key);

  // Gives `whole` the values of every omitted layer, last layer first. Returns the last layer whose
  // values do not have the content hash that the manifest gives, if there is one. Uses all cores.
  std::optional<int> rebuild(const VerifyProgress& progress);

 private:
  const Table& table_;
  HalfMoves halves_;
  WholeSections& whole_;
};

// Returns the values of the omitted layers, each of which takes a byte while they are rebuilt.
std::uint64_t values_to_rebuild(const Table& table);

}  // namespace pipo
