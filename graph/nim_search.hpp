// Nim-values of Nimstring on sums of regions: the nim-value of a sum is the XOR of the regions'
// nim-values. That of a region is the mex over its moves that are not loony (Sierra, propositions
// 20 and 38).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "graph/decomposition.hpp"
#include "graph/piece_map.hpp"

namespace pipo::graph {

class NimSearch {
 public:
  // Creates a search in sums of this decomposition, which must outlive it. It remembers results
  // within about this memory, and forgets them all at the limit.
  explicit NimSearch(Decomposition& decomposition,
                     std::size_t memory_bytes = std::size_t{64} << 20);

  // Returns the nim-value of a quiet position. Polls `stopped` now and then; throws SearchStopped
  // when it returns true.
  int value(const Sum& sum, const std::function<bool()>& stopped = {});

  // Returns the number of regions searched so far.
  std::uint64_t nodes() const { return nodes_; }

 private:
  int part_value(PartId part);
  int value_of_strings(Strings strings);
  int piece_value(const Piece& piece);
  void poll();

  Decomposition& decomposition_;
  std::size_t memory_bytes_;
  std::vector<int> of_part_;  // -1: not known
  PieceMap of_piece_;
  int network_ = 0;  // Decomposition::replaced() when of_piece_ was last cleared
  std::uint64_t nodes_ = 0;
  const std::function<bool()>* stopped_ = nullptr;
};

}  // namespace pipo::graph
