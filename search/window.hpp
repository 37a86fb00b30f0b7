// Where a value lies, as far as it matters: below a window, above it, or exactly where inside.
#pragma once

#include <functional>
#include <optional>

#include "search/depth_first.hpp"

namespace pipo {

// Bounds of the value of a position that settle where it is. `found` hears of them as they get
// narrower: the search may yet be stopped.
Bounds search_window(DepthFirstSearch& search, EdgeSet drawn, const Window& window,
                     const std::function<void(const Bounds&)>& found = {});

// A move that is remembered to be worth that much, as a DBN index; none where it has been
// forgotten.
std::optional<int> remembered_move(const DepthFirstSearch& search, EdgeSet drawn, int at_least);

}  // namespace pipo
