#include "pipo/words/how_solved.hpp"

#include <fmt/core.h>

#include "probe/base/counted.hpp"
#include "probe/base/human_seconds.hpp"

namespace pipo {

std::string how_solved(Way way, const Work& work) {
  if (way == Way::table) return "by a table";
  const std::string time = human_seconds(work.seconds);
  if (way == Way::sweep) {
    return fmt::format("by a sweep of {} in {}", counted(work.looked_at, "value"), time);
  }
  return fmt::format(
      "by a search of {}{} in {}", counted(work.looked_at, "position"),
      work.helped == 0 ? "" : fmt::format(", {} of them by tables and sweeps", work.helped), time);
}

}  // namespace pipo
