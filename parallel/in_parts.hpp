// Runs many small tasks in parallel and returns their results in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "parallel/threads.hpp"

namespace pipo {

// Calls do_one(i, part) for i from 0 to count - 1. `together` neighbours are one task: they run one
// after the other and share the task's part. `together` should be large enough to be worth a task,
// and small enough to split small counts.
template <typename Part, typename DoOne>
std::vector<Part> in_parts(std::size_t count, std::size_t together, DoOne&& do_one) {
  std::vector<Part> parts((count + together - 1) / together);
  parallel_loop(std::size_t{0}, parts.size(), [&](std::size_t p) {
    const std::size_t end = std::min(count, (p + 1) * together);
    for (std::size_t i = p * together; i < end; ++i) do_one(i, parts[p]);
  });
  return parts;
}

}  // namespace pipo
