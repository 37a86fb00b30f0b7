// Edges by their names, one behind the other: "h0.0 v1.1".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pipopipette/board.hpp"

namespace pipo {

std::string edge_list(const Board& board, std::span<const int> edges,
                      std::string_view between = " ");

// In order of their DBN indices.
std::string edge_list(const Board& board, EdgeSet edges, std::string_view between = " ");

}  // namespace pipo
