// The values of any section of a table, canonical or not, as a matrix without gaps.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "probe/table/table_sections.hpp"

namespace pipo {

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

}  // namespace pipo
