// Nim-values of Nimstring on sums of regions: the nim-value of a sum is the XOR of the regions'
// nim-values. That of a region is the mex over its moves that are not loony (Sierra, propositions
// 20 and 38).
//
// The search asks whether a region has a certain nim-value, for 0, 1 and so on, as Lemoine and
// Viennot do for Sprouts ("Nimbers are inevitable", 2012). One move to that nim-value answers no,
// so most moves need not be looked at.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "search/decomposition.hpp"
#include "search/parts.hpp"

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
  struct Rest;

  int part_value(PartId part);
  int piece_value(const Piece& piece);
  bool have_value(Strings strings, int value);
  bool has_value(const Piece& piece, int value);
  bool leads_to(const Piece& piece, int value);
  std::optional<bool> known_to_have(Strings strings, int value);
  void exclude(Strings piece, int value);
  PartId& entry(Strings piece);
  void poll();

  Decomposition& decomposition_;
  std::size_t memory_bytes_;
  std::vector<int> of_part_;  // -1: not known
  PieceMap of_piece_;         // known and excluded values, packed
  // How often each string was a move to the nim-value sought, weighted by the number of moves.
  std::array<std::uint64_t, Network::kMostStrings> history_{};
  int network_ = 0;  // Decomposition::replaced() when of_piece_ was last cleared
  std::uint64_t nodes_ = 0;
  const std::function<bool()>* stopped_ = nullptr;
};

}  // namespace pipo::graph
