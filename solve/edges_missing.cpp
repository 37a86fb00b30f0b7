#include "solve/edges_missing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/iterator/counting_iterator.hpp>
#include <random>
#include <span>
#include <vector>

#include "graph/board_graph.hpp"
#include "solve/large_board.hpp"
#include "solve/way.hpp"

namespace pipo {

bool would_begin(const Position& position, const Budget& budget) {
  if (!position.board.is_small()) {
    return graph::strings_when_settled(position) <= solvable_strings(budget.seconds_left());
  }
  if (open_when_settled(position) <= kFewOpen) return true;
  if (memory_to_size(position) > budget.memory()) return false;
  SweepSize size = size_of_sweep(position, budget.memory(), budget.processor_seconds_left());
  size.memory = size.most_memory;
  return budget.fits(size);
}

std::optional<int> edges_missing(const Position& position, const Budget& budget) {
  if (!position.board.is_small()) {
    return would_begin(position, budget) ? std::optional(0) : std::nullopt;
  }
  std::vector<int> open = position.open().members();
  std::ranges::shuffle(open, std::mt19937(1));
  const auto too_large = [&](int more) {
    Position later = position;
    for (const int edge : std::span(open).first(static_cast<std::size_t>(more))) {
      later.drawn.insert(edge);
    }
    return !budget.fits(size_of_sweep(later, budget.memory(), kAnyTime, budget.poll_caller()));
  };
  const boost::counting_iterator<int> none(0), end(static_cast<int>(open.size()) + 1);
  const auto enough = std::partition_point(none, end, too_large);
  if (enough == end) return {};
  return *enough;
}

std::string when_solvable(std::optional<int> missing) {
  if (!missing) return "allow more memory or time";
  const int count = std::max(*missing, 1);
  return fmt::format("it can be solved when about {} more {} drawn", count,
                     count == 1 ? "edge is" : "edges are");
}

}  // namespace pipo
