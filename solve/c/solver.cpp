// The functions of solver.h.
#include "pipopipette/solver.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipopipette/solver.hpp"
#include "probe/base/error_kinds.hpp"
#include "probe/c/handle.hpp"
#include "solve/c/limits.hpp"

struct pipo_solver : pipo::HandleOf<pipo::Solver> {};

namespace pipo {

SolverOptions options_of(const pipo_limits& limits) {
  // The size in the first version; later members are added at the end.
  constexpr std::size_t kLimitsSize = offsetof(pipo_limits, context) + sizeof(void*);
  check_struct_size(limits.struct_size, kLimitsSize, "pipo_limits");
  if (limits.only < PIPO_METHOD_ANY || limits.only > PIPO_METHOD_SEARCH) {
    throw BadInput("pipo_limits: only is " + std::to_string(limits.only) +
                   ", which is no pipo_method");
  }
  if (limits.threads < 0 || !(limits.seconds >= 0)) {
    throw BadInput("pipo_limits: threads and seconds must not be negative");
  }
  SolverOptions options{.memory = limits.memory,
                        .seconds = limits.seconds,
                        .threads = limits.threads,
                        .remember = limits.remember};
  if (limits.scratch != nullptr) {
    if (*limits.scratch == '\0') throw BadInput("pipo_limits: scratch is an empty text");
    options.scratch = limits.scratch;
  }
  if (limits.only != PIPO_METHOD_ANY)
    options.only = static_cast<Method>(limits.only - PIPO_METHOD_TABLE);
  void* const context = limits.context;
  if (limits.progress != nullptr) {
    options.progress = [call = limits.progress, context](const SweepProgress& now) {
      const pipo_progress progress{sizeof(pipo_progress), now.layer, now.done, now.total,
                                   now.seconds};
      call(&progress, context);
    };
  }
  if (limits.stopped != nullptr) {
    options.stopped = [call = limits.stopped, context] { return call(context) != 0; };
  }
  return options;
}

namespace {

// The sizes of the structures in their first version; later members are added at the end.
constexpr std::size_t kCostSize = offsetof(pipo_cost, seconds) + sizeof(double);
constexpr std::size_t kCostWithStart = offsetof(pipo_cost, swept_from) + sizeof(std::int32_t);
constexpr std::size_t kBoundsSize = offsetof(pipo_bounds, upper) + sizeof(std::int32_t);
constexpr std::size_t kValueBoundsSize = offsetof(pipo_value_bounds, seconds) + sizeof(double);

// Returns the options of a question with these limits, or the solver's own for NULL.
SolverOptions options_for(const Solver& solver, const pipo_limits* limits) {
  return limits == nullptr ? solver.options() : options_of(*limits);
}

void check_answer(const pipo_answer* answer, const pipo_cost* cost) {
  check_pointer(answer, "answer");
  check_struct_size(answer->struct_size, kAnswerSize, "pipo_answer");
  if (cost != nullptr) check_struct_size(cost->struct_size, kCostSize, "pipo_cost");
}

std::int32_t c_method(Method method) {
  return PIPO_METHOD_TABLE + static_cast<std::int32_t>(method);
}

void write_solution(const Solution& from, pipo_answer& answer, pipo_cost* cost) {
  write_answer(from.answer, answer);
  if (cost == nullptr) return;
  cost->method = c_method(from.method);
  cost->remembered = from.remembered ? 1 : 0;
  cost->looked_at = from.looked_at;
  cost->seconds = from.seconds;
  if (cost->struct_size >= kCostWithStart) cost->swept_from = from.swept_from.value_or(-1);
}

// Calls the caller's function with what is known about a position of a batch.
void tell(std::size_t number, const Attempt& known,
          void (*found)(const pipo_attempt* known, void* context), void* context) {
  pipo_answer answer = PIPO_ANSWER_INIT;
  pipo_cost cost = PIPO_COST_INIT;
  pipo_attempt told{.struct_size = sizeof(pipo_attempt),
                    .number = number,
                    .lower = known.bounds.lower,
                    .upper = known.bounds.upper,
                    .answer = nullptr,
                    .cost = nullptr,
                    .why_not = PIPO_OK,
                    .why_not_text = ""};
  if (known.solution) {
    write_solution(*known.solution, answer, &cost);
    told.answer = &answer;
    told.cost = &cost;
  } else {
    told.why_not = c_code(known.code);
    told.why_not_text = known.why_not.c_str();
  }
  found(&told, context);
}

// Throws BadInput if a bound of a window is beyond all values.
void check_bound(std::int32_t bound, const char* name) {
  if (bound >= -kMaximumValue && bound <= kMaximumValue) return;
  throw BadInput(std::string(name) + " is " + std::to_string(bound) + "; give " +
                 std::to_string(-kMaximumValue) + " to " + std::to_string(kMaximumValue));
}

void write_value_bounds(const ValueBounds& from, pipo_value_bounds& to) {
  to.lower = from.bounds.lower;
  to.upper = from.bounds.upper;
  to.move = from.move.value_or(-1);
  to.method = c_method(from.method);
  to.in_time = from.in_time ? 1 : 0;
  to.looked_at = from.looked_at;
  to.helped = from.helped;
  to.seconds = from.seconds;
}

}  // namespace
}  // namespace pipo

extern "C" {

pipo_code pipo_solver_open(const pipo_tables* tables, const pipo_limits* limits,
                           pipo_solver** solver) {
  return pipo::open_handle(solver, [&] {
    return pipo::Solver(tables == nullptr ? pipo::Tables(std::vector<std::filesystem::path>{})
                                          : pipo::opened(*tables),
                        limits == nullptr ? pipo::SolverOptions() : pipo::options_of(*limits));
  });
}

void pipo_solver_close(pipo_solver** solver) {
  pipo::close_handle(solver);
}

pipo_code pipo_solver_error_code(const pipo_solver* solver) {
  return pipo::code_of(solver);
}

const char* pipo_solver_error_text(const pipo_solver* solver) {
  return pipo::text_of(solver);
}

pipo_code pipo_solve(const pipo_solver* solver, pipo_position position, const pipo_limits* limits,
                     pipo_answer* answer, pipo_cost* cost) {
  return pipo::guarded(solver, [&] {
    pipo::check_answer(answer, cost);
    const pipo::Solver& asked = pipo::opened(*solver);
    pipo::write_solution(asked.solve(pipo::position_of(position), pipo::options_for(asked, limits)),
                         *answer, cost);
  });
}

pipo_code pipo_try_solve(const pipo_solver* solver, pipo_position position,
                         const pipo_limits* limits, pipo_bounds* bounds, pipo_answer* answer,
                         pipo_cost* cost, pipo_code* why_not) {
  return pipo::guarded(solver, [&] {
    pipo::check_answer(answer, cost);
    pipo::check_pointer(bounds, "bounds");
    pipo::check_struct_size(bounds->struct_size, pipo::kBoundsSize, "pipo_bounds");
    pipo::check_pointer(why_not, "why_not");
    const pipo::Solver& asked = pipo::opened(*solver);
    const pipo::Attempt known =
        asked.try_solve(pipo::position_of(position), pipo::options_for(asked, limits));
    bounds->lower = known.bounds.lower;
    bounds->upper = known.bounds.upper;
    *why_not = PIPO_OK;
    if (known.solution) {
      pipo::write_solution(*known.solution, *answer, cost);
    } else {
      *why_not = solver->fail(pipo::c_code(known.code), known.why_not.c_str());
    }
  });
}

pipo_code pipo_solver_line(const pipo_solver* solver, pipo_position position,
                           const pipo_limits* limits, pipo_move* moves, size_t* count) {
  return pipo::guarded(solver, [&] {
    pipo::check_pointer(moves, "moves");
    pipo::check_pointer(count, "count");
    const pipo::Solver& asked = pipo::opened(*solver);
    *count = pipo::write_moves(
        asked.line(pipo::position_of(position), pipo::options_for(asked, limits)), moves);
  });
}

pipo_code pipo_solver_move_values(const pipo_solver* solver, int32_t rows, int32_t columns,
                                  const uint64_t* drawn, size_t count, const pipo_limits* limits,
                                  int8_t* values) {
  return pipo::guarded(solver, [&] {
    const pipo::Board board = pipo::board_of(rows, columns);
    const auto asked = pipo::array_of(drawn, count, "drawn");
    const auto edges = static_cast<std::size_t>(board.edges());
    const auto results = pipo::array_of(values, count * edges, "values");
    try {
      const pipo::Solver& opened = pipo::opened(*solver);
      opened.move_values(board, asked, results, pipo::options_for(opened, limits));
    } catch (const pipo::Stopped&) {
      throw;
    } catch (...) {
      // Nothing is left that could be taken for a value.
      std::ranges::fill(results, pipo::kNotCovered);
      throw;
    }
  });
}

pipo_code pipo_solve_all(const pipo_solver* solver, const pipo_position* positions, size_t count,
                         const pipo_limits* limits,
                         void (*found)(const pipo_attempt* known, void* context), void* context) {
  return pipo::guarded(solver, [&] {
    const pipo::Solver& asked = pipo::opened(*solver);
    if (found == nullptr) throw pipo::BadInput("found is a null pointer");
    std::vector<pipo::Position> read;
    for (const pipo_position& one : pipo::array_of(positions, count, "positions")) {
      read.push_back(pipo::position_of(one));
      pipo::check_edges(read.back().board, read.back().drawn);
    }
    asked.solve_all(
        read,
        [&](std::size_t number, const pipo::Attempt& known) {
          pipo::tell(number, known, found, context);
        },
        pipo::options_for(asked, limits));
  });
}

pipo_code pipo_solver_bound(const pipo_solver* solver, pipo_position position, int32_t low,
                            int32_t high, const pipo_limits* limits, pipo_value_bounds* bounds) {
  return pipo::guarded(solver, [&] {
    pipo::check_pointer(bounds, "bounds");
    pipo::check_struct_size(bounds->struct_size, pipo::kValueBoundsSize, "pipo_value_bounds");
    pipo::check_bound(low, "low");
    pipo::check_bound(high, "high");
    const pipo::Solver& asked = pipo::opened(*solver);
    pipo::write_value_bounds(
        asked.bound(pipo::position_of(position), {low, high}, pipo::options_for(asked, limits)),
        *bounds);
  });
}

}  // extern "C"
