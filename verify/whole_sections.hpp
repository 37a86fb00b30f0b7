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

#include "pipopipette/tables.hpp"
#include "probe/table/table_sections.hpp"

namespace pipo {

using SectionMatrix = std::shared_ptr<const std::vector<std::int8_t>>;

class WholeSections {
 public:
  // Both must outlive this. Keeps sections used lately, up to so many bytes.
  WholeSections(const TableSections& sections, const Tables& values, std::size_t cache_bytes)
      : sections_(sections), values_(values), limit_(cache_bytes) {}

  // Returns the values of a section that is not empty, row by row. Any thread may call it. Throws
  // DamagedTable.
  SectionMatrix get(const SectionKey& key);

 private:
  using Name = std::tuple<SeamState, int, int>;
  struct Kept {
    SectionMatrix matrix;
    std::list<Name>::iterator use;
  };

  SectionMatrix read(const SectionKey& key) const;
  std::vector<std::int8_t> canonical(const SectionKey& key) const;
  std::vector<std::uint32_t> numbers(const SectionKey& key, Side side,
                                     const CanonicalSection& canonical) const;

  const TableSections& sections_;
  const Tables& values_;
  std::size_t limit_;
  std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::map<Name, Kept> kept_;
  std::list<Name> used_;  // the latest first
};

}  // namespace pipo
