// Named start positions.
#pragma once

#include <string_view>

#include "pipopipette/board.hpp"

namespace pipo {

// No edge drawn ("american"), all outer edges drawn ("swedish"), the left and the bottom outer
// edges drawn ("icelandic").
EdgeSet american_start(const Board& board);
EdgeSet swedish_start(const Board& board);
EdgeSet icelandic_start(const Board& board);

// Reads a name above or a position "RxC:BITS" of this board; throws BadInput for anything else.
EdgeSet parse_start(const Board& board, std::string_view text);

}  // namespace pipo
