// A part of a section: some consecutive rows and columns of its matrix.
#pragma once

#include <cstdint>

#include "probe/space/state_space.hpp"

namespace pipo {

struct SectionPart {
  SectionKey key;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint32_t first_column = 0;
  std::uint32_t columns = 0;

  std::uint64_t values() const { return std::uint64_t{rows} * columns; }
  std::uint32_t end_row() const { return first_row + rows; }
  std::uint32_t end_column() const { return first_column + columns; }
};

inline SectionPart whole(const StateSpace& space, const SectionKey& key) {
  return {.key = key, .rows = space.rows(key), .columns = space.columns(key)};
}

}  // namespace pipo
