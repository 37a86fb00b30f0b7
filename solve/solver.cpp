#include "pipopipette/solver.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "probe/base/enough_stack.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/settle.hpp"
#include "probe/table/best_line.hpp"
#include "search/answer_by.hpp"
#include "search/bounds.hpp"
#include "solve/batch.hpp"
#include "solve/enclosing.hpp"
#include "solve/large_board.hpp"
#include "solve/left_by_tables.hpp"
#include "solve/question.hpp"
#include "solve/remembered.hpp"
#include "solve/shared_time.hpp"
#include "solve/solving.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

Way way_without_table(const Position& position, const SolverOptions& options) {
  const bool few = open_when_settled(position) <= kFewOpen;
  return options.only.value_or(few ? Way::search : Way::sweep);
}

// Solves the positions that the tables leave to the solver, one by one.
Solution solved_with_tables(const Solver& solver, const Position& position,
                            const std::vector<EdgeSet>& left, const SolverOptions& options,
                            Remedy remedy) {
  SharedTime time(solver, options, remedy == Remedy::yes);
  Solution result;
  result.way = Way::search;
  std::unordered_map<EdgeSet, int> values;
  for (const EdgeSet quiet : left) {
    const Solution one = time.solve({position.board, quiet});
    values[quiet] = one.answer.value;
    result.looked_at += one.looked_at;
    if (one.way == Way::sweep) result.way = Way::sweep;
  }
  result.answer = answer_by(position, [&](EdgeSet quiet) {
    const auto found = values.find(quiet);
    return found == values.end() ? solver.tables().value({position.board, quiet}) : found->second;
  });
  return result;
}

Solution solved(const Solver& solver, Remembered& remembered, const Position& position,
                const SolverOptions& options, Remedy remedy) {
  const Tables& tables = solver.tables();
  check_edges(position.board, position.drawn);
  check_options(options);
  const double begin = steady_seconds();
  const auto timed = [begin](Solution solution) {
    solution.seconds = steady_seconds() - begin;
    return solution;
  };
  if (!position.board.is_small()) {
    const SolverOptions begun = begin_question(options, remembered);
    return timed(with_enough_stack([&] { return solve_large_board(position, begun, remembered); }));
  }
  if (options.only.value_or(Way::table) == Way::table &&
      (options.only || tables.covers_moves(position))) {
    return timed({.answer = tables.answer(position), .way = Way::table});
  }
  if (options.only != Way::search) {
    if (auto solution = answer_by_memory(remembered, position)) return timed(*std::move(solution));
  }
  if (!options.only) {
    const std::vector<EdgeSet> left = left_by_tables(tables, position);
    if (!left.empty()) {
      return timed(solved_with_tables(solver, position, left, options, remedy));
    }
  }
  const SolverOptions begun = begin_question(options, remembered);
  Solving solving(position, begun, remembered, remedy);
  return timed(with_enough_stack([&] {
    if (way_without_table(position, options) == Way::search) return solving.by_search();
    check_threads();
    return solving.by_sweep();
  }));
}

}  // namespace

Solver::Solver(Tables tables, SolverOptions options)
    : tables_(std::move(tables)),
      options_(std::move(options)),
      remembered_(std::make_shared<Remembered>()) {
  check_options(options_);
}

Solver::~Solver() = default;
Solver::Solver(const Solver&) = default;
Solver& Solver::operator=(const Solver&) = default;

Solution Solver::solve(const Position& position, const SolverOptions& options) const {
  return solved(*this, *remembered_, position, options, Remedy::yes);
}

Known Solver::know(const Position& position, const SolverOptions& options) const {
  const auto without = [&](const Error& error) {
    Known known = bounds_because(error, position);
    // A table may have the value, and not those of all moves.
    if (!options.only && tables_.covers(position)) {
      known.bounds = Bounds::only(tables_.value(position));
    }
    return known;
  };
  try {
    Solution solution = solved(*this, *remembered_, position, options, Remedy::no);
    return {.bounds = Bounds::only(solution.answer.value), .solution = std::move(solution)};
  } catch (const OutOfResources& error) {
    return without(error);
  } catch (const MissingTable& error) {
    return without(error);
  }
}

void Solver::know_all(std::span<const Position> positions, const FoundInBatch& found,
                      const SolverOptions& options) const {
  check_options(options);
  for (const auto& [board, drawn] : positions) check_edges(board, drawn);
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto& [board, drawn] = positions[i];
    const bool known =
        !board.is_small() || options.only == Way::table ||
        (!options.only &&
         (tables_.covers_moves(positions[i]) || !left_by_tables(tables_, positions[i]).empty())) ||
        (options.only != Way::search && remembered_->table_of({board, settle(board, drawn).quiet}));
    if (!known) {
      left.push_back(i);
      continue;
    }
    if (options.stopped && options.stopped()) throw Stopped("stopped");
    found(i, known_or_why(*this, positions[i], options));
  }
  if (left.empty()) return;
  if (!may_sweep()) {
    for (const std::size_t i : left) found(i, known_or_why(*this, positions[i], options));
    return;
  }
  const SolverOptions begun = begin_question(options, *remembered_);
  const FoundInBatch tell = begin_question(found, *remembered_);
  with_enough_stack([&] {
    solve_batch(*this, *remembered_, positions, left, begun, tell);
    return true;
  });
}

std::vector<MoveValue> Solver::line(const Position& position, const SolverOptions& options) const {
  check_options(options);
  SharedTime time(*this, options);
  return best_line(position, [&](const Position& now) { return time.solve(now).answer; });
}

Enclosure Solver::enclose(const Position& position, const Window& window,
                          const SolverOptions& options) const {
  check_edges(position.board, position.drawn);
  check_options(options);
  if (std::min(window.low, window.high) < -kMaximumValue ||
      std::max(window.low, window.high) > kMaximumValue) {
    throw BadInput(fmt::format("the window from {} to {} has a bound beyond {} and {}", window.low,
                               window.high, -kMaximumValue, kMaximumValue));
  }
  if (window.low > window.high + 1) {
    throw BadInput(fmt::format("the window from {} to {} is empty; give the lower bound first",
                               window.low, window.high));
  }
  const double begin = steady_seconds();
  if (!position.board.is_small()) {
    const SolverOptions begun = begin_question(options, *remembered_);
    Enclosure found = with_enough_stack(
        [&] { return enclose_large_board(position, window, begun, *remembered_); });
    found.seconds = steady_seconds() - begin;
    return found;
  }
  // No value of a small board is beyond these bounds, so the question stays the same.
  const Window asked{std::clamp(window.low, -kSmallBoardEdges, kSmallBoardEdges),
                     std::clamp(window.high, -kSmallBoardEdges, kSmallBoardEdges)};
  const Way way = !options.only && tables_.covers_moves(position)
                      ? Way::table
                      : way_without_table(position, options);
  if (way == Way::table || (way == Way::sweep && options.only)) {
    return enclosed_by(solve(position, options));
  }
  if (!options.only) {
    if (auto solution = answer_by_memory(*remembered_, position)) {
      solution->seconds = steady_seconds() - begin;
      return enclosed_by(*solution);
    }
  }
  const SolverOptions begun = begin_question(options, *remembered_);
  Enclosure found = with_enough_stack([&] {
    if (options.only != Way::search) check_threads();
    return enclosed(position, asked, tables_, *remembered_, begun);
  });
  found.seconds = steady_seconds() - begin;
  return found;
}

}  // namespace pipo
