// Named start positions, on boards of any size, and what may follow them in the name of a table.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "pipopipette/position.hpp"

namespace pipo {

// No edge drawn ("american"), all outer edges drawn ("swedish"), the left and the bottom outer
// edges drawn ("icelandic").
IndexSet american_start(const Board& board);
IndexSet swedish_start(const Board& board);
IndexSet icelandic_start(const Board& board);

// Reads a start of this board. Accepted are
//
// - one of the names above;
// - a position "RxC:BITS" of the board, or of the transposed board, which is then transposed;
// - an edge set as start_name() writes it, "0x1f", of the board or its transpose, whichever has no
//   more rows than columns.
//
// Throws BadInput for anything else.
IndexSet parse_start(const Board& board, std::string_view text);

// Begins the ending of the name of a table whose last move has a cost.
inline constexpr std::string_view kCostEnding = "-last";

// Takes the ending "-last2" off the name of a table whose last move has a cost. Returns the cost,
// or nothing if there is no such ending.
std::optional<std::uint64_t> take_cost(std::string_view& name);

}  // namespace pipo
