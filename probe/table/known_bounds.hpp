// Bounds of the values of quiet positions with merged outer edges, as a search learns them.
//
// A hash table with open addressing and 16 bytes an entry: most searches learn about fifty values,
// and a batch runs many searches at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pipopipette/board.hpp"

namespace pipo {

class KnownBounds {
 public:
  struct Bounds {
    int low = -kSmallBoardEdges;
    int high = kSmallBoardEdges;
  };

  // Returns the bounds of a position; beyond every margin if nothing is known.
  Bounds of(EdgeSet merged) const;

  // Adds a position about which nothing is known. Returns whether it is new.
  bool add(EdgeSet merged);

  // Narrow the bounds of a position.
  void raise(EdgeSet merged, int low) { narrow(merged, {.low = low}); }
  void lower(EdgeSet merged, int high) { narrow(merged, {.high = high}); }
  void set(EdgeSet merged, int value) { narrow(merged, {.low = value, .high = value}); }

 private:
  static constexpr std::int8_t kEmpty = 127;  // no bound
  struct Entry {
    EdgeSet merged = 0;
    std::int8_t low = kEmpty;
    std::int8_t high = 0;

    bool empty() const { return low == kEmpty; }
  };

  void narrow(EdgeSet merged, const Bounds& bounds);
  std::size_t slot_of(EdgeSet merged) const;
  void grow();

  std::vector<Entry> entries_;  // a power of two, or none
  std::size_t count_ = 0;
};

}  // namespace pipo
