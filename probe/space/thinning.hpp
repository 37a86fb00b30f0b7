// Thinning: the entries that a table's files leave out because mirror images repeat their values.
#pragma once

#include <cstdint>

namespace pipo {

// Each kind leaves out everything that the previous kind does, and more.
enum class Thinning : std::uint8_t {
  rows,       // if a seam is its own left-right image: the second of two mirrored rows
  triangles,  // if it is also its own top-bottom image: half of each matrix with a = b
  square,     // on square boards: one of two positions that are each other's diagonal image
};

}  // namespace pipo
