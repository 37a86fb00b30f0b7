// Where the value of a table's start stands.
#pragma once

#include "probe/board/settle.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// A start need not be quiet: its value follows from that of the quiet position it settles to.
class StartPlace {
 public:
  explicit StartPlace(const TableSpace& space);

  const SectionKey& section() const { return quiet_.key; }

  // From the values of that section.
  int value(const std::int8_t* values) const;

 private:
  Settlement settled_;
  Location quiet_;
  std::size_t columns_;
};

}  // namespace pipo
