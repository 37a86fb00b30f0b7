#include "pipopipette/solver.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "probe/base/enough_stack.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/table/batch.hpp"
#include "probe/table/best_line.hpp"
#include "search/answer.hpp"
#include "solve/batch.hpp"
#include "solve/bound.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"
#include "solve/position_solver.hpp"
#include "solve/solver_state.hpp"

namespace pipo {
namespace {

// Solves the positions that the tables leave to the solver, one by one.
Solution solved_with_tables(const Solver& solver, const Position& position,
                            const SolverOptions& options) {
  SharedTime time(solver, options);
  Solution result;
  result.method = Method::search;
  result.remembered = true;
  std::unordered_map<EdgeSet, int> values;
  for (const EdgeSet quiet : left_by_tables(solver.tables(), position)) {
    const Solution one = time.solve({position.board, quiet});
    values[quiet] = one.answer.value;
    result.looked_at += one.looked_at;
    result.remembered &= one.remembered;
    if (one.method == Method::sweep) result.method = Method::sweep;
    if (one.swept_from && one.swept_from < result.swept_from.value_or(kSmallBoardEdges)) {
      result.swept_from = one.swept_from;
    }
  }
  const Tables& tables = solver.tables();
  result.answer = answer_by(position, tables.last_move_cost(), [&](EdgeSet quiet) {
    const auto found = values.find(quiet);
    return found == values.end() ? tables.value({position.board, quiet}) : found->second;
  });
  return result;
}

// Solves a position. A remembered sweep may have been forgotten since it was chosen;
// then a sweep finds the values again.
Solution solved(const Solver& solver, SolverState& state, const Position& position,
                const SolverOptions& options, Sizing sizing) {
  check_edges(position.board, position.drawn);
  checked_last_move_cost(position.board, state.last_move_cost());
  check_options(options);
  const double begin = steady_seconds();
  const AnswerSource source = source_of_answer(position, solver.tables(), state, options.only);
  Solution solution;
  std::optional<Solution> remembered;
  if (source == AnswerSource::memory) remembered = answer_by_memory(state, position);
  if (source == AnswerSource::table) {
    solution.answer = solver.tables().answer(position);
  } else if (source == AnswerSource::table_moves) {
    solution = solved_with_tables(solver, position, options);
  } else if (remembered) {
    solution = *std::move(remembered);
  } else {
    const SolverOptions begun = begin_question(options, state);
    PositionSolver position_solver(position, begun, state, sizing);
    // A search takes longer than a sweep on some boards, and needs neither its memory nor its
    // threads.
    const bool searchable = !options.only && open_when_settled(position) <= kFewOpen;
    solution = with_enough_stack([&] {
      if (source == AnswerSource::graph) return position_solver.by_graph();
      if (source == AnswerSource::search || (searchable && !may_sweep())) {
        return position_solver.by_search();
      }
      check_threads();
      try {
        return position_solver.by_sweep();
      } catch (const OutOfMemory&) {
        if (!searchable) throw;
      }
      return position_solver.by_search();
    });
  }
  solution.seconds = steady_seconds() - begin;
  return solution;
}

// Looks up move values, and leaves marks where tables cannot answer.
void look_up(const Tables& tables, const Board& board, std::span<const EdgeSet> drawn,
             std::span<std::int8_t> results, int threads) {
  try {
    tables.move_values(board, drawn, results, threads);
  } catch (const DamagedTable&) {
    // Marked with kDamaged.
  } catch (const MissingTable&) {
    // Marked with kNotCovered, or with kDamaged if a file is missing or unreadable.
  }
}

// Marks the moves of a position as unknown.
void mark(EdgeSet drawn, std::span<std::int8_t> row) {
  for (std::size_t edge = 0; edge < row.size(); ++edge) {
    row[edge] = (drawn >> edge & 1) != 0 ? kDrawn : kNotCovered;
  }
}

bool is_unknown(std::int8_t value) {
  return value == kNotCovered || value == kDamaged;
}

}  // namespace

Solver::Solver(Tables tables, SolverOptions options)
    : tables_(std::move(tables)),
      options_(std::move(options)),
      state_(std::make_shared<SolverState>(tables_.last_move_cost())) {
  check_options(options_);
}

Solver::~Solver() = default;
Solver::Solver(const Solver&) = default;
Solver& Solver::operator=(const Solver&) = default;

Solution Solver::solve(const Position& position, const SolverOptions& options) const {
  return solved(*this, *state_, position, options, Sizing::always);
}

Attempt Solver::try_solve(const Position& position, const SolverOptions& options) const {
  const auto without = [&](const Error& error) {
    Attempt known = bounds_because(error, position, tables_.last_move_cost());
    // A table may have the value, and not those of all moves.
    if (!options.only && tables_.covers(position)) {
      known.bounds = Bounds::only(tables_.value(position));
    }
    return known;
  };
  try {
    Solution solution = solved(*this, *state_, position, options, Sizing::in_time);
    return {.bounds = Bounds::only(solution.answer.value), .solution = std::move(solution)};
  } catch (const OutOfResources& error) {
    return without(error);
  } catch (const MissingTable& error) {
    return without(error);
  }
}

void Solver::solve_all(std::span<const Position> positions, const FoundInBatch& found,
                       const SolverOptions& options) const {
  check_options(options);
  for (const auto& [board, drawn] : positions) {
    check_edges(board, drawn);
    checked_last_move_cost(board, tables_.last_move_cost());
  }
  std::vector<std::size_t> to_search, to_sweep;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const AnswerSource source = source_of_answer(positions[i], tables_, *state_, options.only);
    const bool by_sweep = source == AnswerSource::sweep;
    if ((by_sweep || source == AnswerSource::search) && may_sweep()) {
      (by_sweep ? to_sweep : to_search).push_back(i);
    } else {
      if (options.stopped && options.stopped()) throw Stopped("stopped");
      found(i, known_or_why(*this, positions[i], options));
    }
  }
  if (to_search.empty() && to_sweep.empty()) return;
  const SolverOptions begun = begin_question(options, *state_);
  const FoundInBatch tell = begin_question(found, *state_);
  with_enough_stack([&] {
    solve_batch(*this, *state_, positions, to_search, to_sweep, begun, tell);
    return true;
  });
}

std::vector<MoveValue> Solver::line(const Position& position, const SolverOptions& options) const {
  check_options(options);
  SharedTime time(*this, options);
  return best_line(position, [&](const Position& now) { return time.solve(now).answer; });
}

ValueBounds Solver::bound(const Position& position, const Window& window,
                          const SolverOptions& options) const {
  check_edges(position.board, position.drawn);
  checked_last_move_cost(position.board, tables_.last_move_cost());
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
  const AnswerSource source = source_of_answer(position, tables_, *state_, options.only);
  if (source == AnswerSource::table || source == AnswerSource::memory ||
      options.only == Method::sweep) {
    return value_bounds_of(solve(position, options));
  }
  const double begin = steady_seconds();
  const SolverOptions begun = begin_question(options, *state_);
  ValueBounds found = with_enough_stack([&] {
    if (source == AnswerSource::graph) return bound_large_board(position, window, begun, *state_);
    if (options.only != Method::search) check_threads();
    // No value of a small board is beyond these bounds, so the question stays the same.
    const Window asked{std::clamp(window.low, -kSmallBoardEdges, kSmallBoardEdges),
                       std::clamp(window.high, -kSmallBoardEdges, kSmallBoardEdges)};
    return bound_small_board(position, asked, tables_, *state_, begun);
  });
  found.seconds = steady_seconds() - begin;
  found.last_move_cost = tables_.last_move_cost();
  return found;
}

void Solver::move_values(const Board& board, std::span<const EdgeSet> drawn,
                         std::span<std::int8_t> results, const SolverOptions& options) const {
  board.expect_small();
  checked_last_move_cost(board, tables_.last_move_cost());
  check_options(options);
  const auto edges = static_cast<std::size_t>(board.edges());
  if (results.size() != drawn.size() * edges) {
    throw BadInput(std::to_string(drawn.size()) + " positions with " + std::to_string(edges) +
                   " edges, but room for " + std::to_string(results.size()) + " results");
  }
  for (const EdgeSet one : drawn) check_edges(board, one);
  const auto row = [&](std::size_t i) { return results.subspan(i * edges, edges); };
  for (std::size_t i = 0; i < drawn.size(); ++i) mark(drawn[i], row(i));
  if (options.only.value_or(Method::table) == Method::table) {
    const std::size_t piece = kDefaultBatch / edges;
    for (std::size_t from = 0; from < drawn.size(); from += piece) {
      if (options.stopped && options.stopped()) throw Stopped("stopped");
      const std::size_t count = std::min(piece, drawn.size() - from);
      look_up(tables_, board, drawn.subspan(from, count),
              results.subspan(from * edges, count * edges), options.threads);
    }
    if (options.only) return;
  }
  std::vector<Position> left;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (std::ranges::none_of(row(i), is_unknown)) continue;
    left.push_back({board, drawn[i]});
    numbers.push_back(i);
  }
  const auto write = [&](std::size_t number, const Attempt& known) {
    if (!known.solution) return;
    for (const MoveValue& move : known.solution->answer.moves) {
      row(numbers[number])[static_cast<std::size_t>(move.edge)] =
          static_cast<std::int8_t>(move.value);
    }
  };
  solve_all(left, write, options);
}

}  // namespace pipo
