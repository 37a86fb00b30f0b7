// Computes the values of many quiet positions of one board in omitted layers.
//
// Each position has its own search (LookAhead). In each round, every search continues until it
// needs a value that is not yet known. The values that the searches need next are looked up
// together in kept layers, so that a block is unpacked once a round, not once a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "probe/table/look_ahead.hpp"

namespace pipo {

class BatchLookAhead {
 public:
  // Positions at a time; each takes about a KiB.
  static constexpr std::size_t kMost = std::size_t{1} << 16;

  // `set` must outlive this. Uses `threads` threads, and sorts `round` lookups at a time.
  BatchLookAhead(const TableSet& set, const Board& board, unsigned threads, std::size_t round)
      : set_(set), board_(board), threads_(threads), round_(round) {}

  // Returns their values, or kDamaged for those that need a block that cannot be used. At most
  // kMost positions.
  std::vector<std::int8_t> values(std::span<const EdgeSet> quiet);

 private:
  // Neighbouring positions, whose searches one thread continues.
  struct Part {
    struct Request {
      LookAhead::Wanted wanted;
      std::size_t number = 0;  // of the position
    };
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<KnownBounds> known = {};
    std::vector<Request> requests = {};
  };

  void learn(Part& part, std::span<const std::int8_t> found, std::span<std::int8_t> values) const;
  void search(Part& part, std::span<const EdgeSet> quiet, std::span<std::int8_t> values) const;
  std::vector<std::int8_t> look_up(std::span<const Part> parts) const;

  const TableSet& set_;
  Board board_;
  unsigned threads_;
  std::size_t round_;
};

}  // namespace pipo
