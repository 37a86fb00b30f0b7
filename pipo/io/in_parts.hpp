// Many small things done in parallel, what comes of them in their order.
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pipo {

// Calls do_one(i, part) for i from 0 to count - 1, `together` neighbours as one task, one after the
// other, and all with the part of that task. Enough of them make a task worth it, few enough let a
// small number be shared.
template <typename Part, typename DoOne>
std::vector<Part> in_parts(std::size_t count, std::size_t together, DoOne&& do_one) {
  std::vector<Part> parts((count + together - 1) / together);
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t p) {
    const std::size_t end = std::min(count, (p + 1) * together);
    for (std::size_t i = p * together; i < end; ++i) do_one(i, parts[p]);
  });
  return parts;
}

}  // namespace pipo
