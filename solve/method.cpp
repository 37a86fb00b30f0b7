#include "solve/method.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <boost/iterator/counting_iterator.hpp>
#include <cmath>
#include <random>
#include <span>

#include "probe/board/settle.hpp"
#include "search/answer.hpp"
#include "search/region.hpp"
#include "solve/solver_state.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

// The typical time of a search with kTypicalStrings strings and loops, and the factor for each
// additional one (docs/performance.md).
constexpr int kTypicalStrings = 32;
constexpr double kTypicalSeconds = 5;
constexpr double kFactor = 1.6;

// A search begins if it is expected to take up to this many times the time that is left, since
// positions differ that much.
constexpr double kHope = 8;

// With at most this many open edges a search takes about a hundredth of a second on any board. With
// more, it can take many times as long as a sweep on boards with few edges, where sweeps begin at
// once: 8 s against 0.13 s on 3x4 with 30 open edges, 4 s against 0.2 s on 4x4.
constexpr int kVeryFewOpen = 24;
constexpr int kEdgesOfQuickSweeps = 40;

}  // namespace

std::string_view word(Method method) {
  constexpr std::array kWords = {"table", "sweep", "search"};
  return kWords.at(static_cast<std::size_t>(method));
}

AnswerSource source_of_answer(const Position& position, const Tables& tables,
                              const SolverState& state, std::optional<Method> only) {
  const auto& [board, drawn] = position;
  if (!board.is_small()) return AnswerSource::graph;
  if (only == Method::table || (!only && tables.covers_moves(position))) return AnswerSource::table;
  if (only == Method::search) return AnswerSource::search;
  if (state.table_of({board, settle(board, drawn).quiet})) return AnswerSource::memory;
  if (only) return AnswerSource::sweep;
  if (!left_by_tables(tables, position).empty()) return AnswerSource::table_moves;
  return has_few_open(position) ? AnswerSource::search : AnswerSource::sweep;
}

std::vector<EdgeSet> left_by_tables(const Tables& tables, const Position& position) {
  if (!position.board.is_small() || !tables.covers(position)) return {};
  std::vector<EdgeSet> left = required_positions(position);
  const std::size_t all = left.size();
  std::erase_if(left, [&](EdgeSet quiet) { return tables.covers({position.board, quiet}); });
  if (2 * left.size() > all) left.clear();
  return left;
}

int open_when_settled(const Position& position) {
  return position.board.edges() - settle(position).quiet.size();
}

bool has_few_open(const Position& position) {
  const int few = position.board.edges() <= kEdgesOfQuickSweeps ? kVeryFewOpen : kFewOpen;
  return open_when_settled(position) <= few;
}

bool would_begin(const Position& position, const Budget& budget) {
  if (!position.board.is_small()) {
    return graph::strings_when_settled(position) <= solvable_strings(budget.seconds_left());
  }
  if (has_few_open(position)) return true;
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

std::string remedy_of(const Position& position, bool more_time, std::optional<int> missing,
                      const Budget& most, const std::string& otherwise) {
  if (!position.board.is_small()) {
    return more_time && would_begin(position, most) ? "draw more edges, or allow more time"
                                                    : "draw more edges";
  }
  if (missing == 0 && more_time) return "allow more time";
  return missing ? when_solvable(missing) : otherwise;
}

int solvable_strings(double seconds) {
  const double more =
      std::log(kHope * std::max(seconds, 1e-3) / kTypicalSeconds) / std::log(kFactor);
  return kTypicalStrings + static_cast<int>(std::min(more, double{graph::kMostBoxes}));
}

double seconds_to_search(int strings) {
  // A little more, since some of the time passes before the search.
  constexpr double kSpare = 1.05;
  const double least = kTypicalSeconds / kHope * std::pow(kFactor, strings - kTypicalStrings);
  return std::ceil(std::max(kSpare * least, 1.0));
}

}  // namespace pipo
