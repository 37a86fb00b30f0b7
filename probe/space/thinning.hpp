// How much of what mirror images repeat a table's files leave out.
#pragma once

#include <cstdint>

namespace pipo {

// Each leaves out what the one before does, and more.
enum class Thinning : std::uint8_t {
  rows,       // where a seam is its own left-right image: of two mirrored rows, the second
  triangles,  // where it is its own top-bottom image, too: the half of a matrix with a = b
  square,     // on square boards: of two positions that are each other's image in a diagonal, one
};

}  // namespace pipo
