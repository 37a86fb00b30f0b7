// The moves of a quiet position, one for each string and loop (identity B of settle.hpp), by
// following what each of them gives away. Written for speed and apart from settle(), which it is
// checked against.
#pragma once

#include <array>
#include <cstdint>

#include "search/field.hpp"

namespace pipo {

struct QuietMove {
  EdgeSet open = 0;  // what is open when the opponent has taken what he can
  std::int8_t edge = 0;
  std::int8_t captured = 0;  // k: the boxes given away
  std::int8_t handout = 0;   // what declining the last of them costs: 0, 4 or 8
};

class QuietMoves {
 public:
  // Those of the quiet position in which these edges are open.
  QuietMoves(const Field& field, EdgeSet open);

  const QuietMove* begin() const { return moves_.data(); }
  const QuietMove* end() const { return moves_.data() + count_; }

 private:
  std::array<QuietMove, kMaximumEdges> moves_;
  std::size_t count_ = 0;
};

}  // namespace pipo
