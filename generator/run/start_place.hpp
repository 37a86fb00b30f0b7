// The position of the start's value in a table.
#pragma once

#include "probe/board/settle.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// A start need not be quiet: its value follows from the quiet position that it settles to.
class StartPlace {
 public:
  explicit StartPlace(const TableSpace& space);

  const SectionKey& section() const { return quiet_.key; }

  // Returns the start's value, given the values of that section.
  int value(const std::int8_t* values) const;

 private:
  Settlement settled_;
  Location quiet_;
  std::size_t columns_;
};

}  // namespace pipo
