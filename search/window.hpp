// A search that finds out whether a value is below or above a window, or which value inside it.
#pragma once

#include <functional>
#include <optional>

#include "search/depth_first.hpp"

namespace pipo {

// Returns bounds of a position's value that settle the window. `found` is called with the bounds
// after each step, so that they are known even if the search is stopped later.
Bounds search_window(DepthFirstSearch& search, EdgeSet drawn, const Window& window,
                     const std::function<void(const Bounds&)>& found = {});

// Returns the DBN index of a move that the search remembers to be worth at least `at_least`, or
// nothing if it remembers none.
std::optional<int> remembered_move(const DepthFirstSearch& search, EdgeSet drawn, int at_least);

}  // namespace pipo
