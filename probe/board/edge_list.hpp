// Formats a list of edges by their names: "h0.0 v1.1".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pipopipette/board.hpp"
#include "pipopipette/index_set.hpp"

namespace pipo {

std::string edge_list(const Board& board, std::span<const int> edges,
                      std::string_view between = " ");

// Lists the edges in order of their DBN indices.
std::string edge_list(const Board& board, const IndexSet& edges, std::string_view between = " ");

}  // namespace pipo
