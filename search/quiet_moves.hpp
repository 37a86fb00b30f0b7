// The moves of a quiet position, one for each string and loop (identity B of settle.hpp), found by
// following the captures that each of them offers. The code is written for speed and independent
// of settle(); tests compare the two.
#pragma once

#include <array>
#include <cstdint>

#include "search/field.hpp"

namespace pipo {

struct QuietMove {
  EdgeSet open = 0;  // the open edges after the opponent has taken all offered boxes
  std::int8_t edge = 0;
  std::int8_t captured = 0;  // k: the boxes given away
  std::int8_t handout = 0;   // cost of declining the last of them: 0 (impossible), 4 or 8
};

class QuietMoves {
 public:
  // Finds the moves of the quiet position with these open edges.
  QuietMoves(const Field& field, EdgeSet open);

  const QuietMove* begin() const { return moves_.data(); }
  const QuietMove* end() const { return moves_.data() + count_; }

 private:
  std::array<QuietMove, kSmallBoardEdges> moves_;
  std::size_t count_ = 0;
};

}  // namespace pipo
