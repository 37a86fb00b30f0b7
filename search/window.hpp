// Where a value lies, as far as it matters: below a window, above it, or exactly where inside.
#pragma once

#include <functional>
#include <optional>

#include "search/depth_first.hpp"

namespace pipo {

struct Window {
  int low = 0;
  int high = 0;
};

// Bounds of the value of a position, so narrow that they are below the window, above it, or one
// number in it. `found` hears of bounds as they get narrower; the search may still be stopped.
Bounds search_window(DepthFirstSearch& search, EdgeSet drawn, const Window& window,
                     const std::function<void(const Bounds&)>& found = {});

// A move that is remembered to be worth that much, as a DBN index; none where it has been
// forgotten.
std::optional<int> remembered_move(const DepthFirstSearch& search, EdgeSet drawn, int at_least);

}  // namespace pipo
