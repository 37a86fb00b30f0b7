// Whole sections: read from the files, or computed by the rule of the game from sections of later
// layers, to compare them with stored ones or to rebuild the layers that a table omits.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "probe/table/table_sections.hpp"
#include "verify/checks.hpp"
#include "verify/section_moves.hpp"

namespace pipo {

// The values of any section of a table, canonical or not, as a matrix without gaps.
using SectionMatrix = std::shared_ptr<const std::vector<std::int8_t>>;

class WholeSections {
 public:
  // `sections` must outlive this. Keeps recently used sections, up to this many bytes.
  WholeSections(const TableSections& sections, std::size_t cache_bytes)
      : sections_(sections), limit_(cache_bytes) {}

  // Returns the values of a section that is not empty, row by row. Any thread may call it. Throws
  // DamagedTable. Of an omitted layer, put() must have been called with the canonical section.
  SectionMatrix get(const SectionKey& key);

  // Returns the value of any position of the table, from the section of the quiet position to which
  // it settles.
  int value(const Position& position);

  // Keeps the values of a canonical section of an omitted layer, as long as this exists.
  void put(const SectionKey& key, std::vector<std::int8_t> values);

 private:
  using Name = std::tuple<SeamState, int, int>;
  static Name name_of(const SectionKey& key) { return {key.seam, key.lower, key.upper}; }

  struct Kept {
    SectionMatrix matrix;
    std::list<Name>::iterator use;
  };

  SectionMatrix read(const SectionKey& key);
  SectionMatrix canonical(const SectionKey& key);
  std::vector<std::uint32_t> numbers(const SectionKey& key, Side side,
                                     const CanonicalSection& canonical) const;

  const TableSections& sections_;
  std::size_t limit_;
  std::mutex mutex_;
  std::map<Name, SectionMatrix> rebuilt_;  // of omitted layers
  std::size_t bytes_ = 0;
  std::map<Name, Kept> kept_;
  std::list<Name> used_;  // the latest first
};

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
