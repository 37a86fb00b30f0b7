// Solver: exact values, bounds and lines of play of any position.
#include "pipopipette/solver.hpp"

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <array>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pipopipette/notation.hpp"
#include "python/answers.hpp"
#include "python/arguments.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/errors.hpp"
#include "python/long_work.hpp"
#include "python/open_tables.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

constexpr std::array kWays = {"table", "sweep", "search"};

const char* name_of(Way way) {
  return kWays.at(static_cast<std::size_t>(way));
}

std::optional<Way> way_of(const std::optional<std::string>& name) {
  if (!name) return {};
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    if (*name == kWays[way]) return static_cast<Way>(way);
  }
  throw BadInput("only must be \"table\", \"sweep\" or \"search\", not \"" + *name + "\"");
}

// A solver, the tables it uses, and a mark that keeps folders from being added to them.
struct HeldSolver {
  Solver solver;
  std::shared_ptr<const void> in_use;
};

// The limits of a question, as SolverOptions has them.
struct Limits {
  double seconds;
  std::uint64_t memory;
  int threads;
  std::uint64_t remember;
  std::string scratch;
  std::optional<std::string> only;
};

// Returns the options for work with these limits. Reports are passed to the function `progress`,
// which must outlive them, as a kind and a tuple.
SolverOptions options_of(const Limits& limits, const py::object& progress, LongWork& work) {
  SolverOptions options{.only = way_of(limits.only),
                        .memory = limits.memory,
                        .seconds = limits.seconds,
                        .threads = limits.threads,
                        .remember = limits.remember,
                        .scratch = limits.scratch,
                        .stopped = [&work] { return work.stopped(); }};
  if (progress.is_none()) return options;
  const auto tell = [&work, &progress](int kind, auto report) {
    work.tell(kind, [&progress, report] { report(progress); });
  };
  options.planned = [tell](const SweepPlan& plan) {
    tell(0, [plan](const py::object& to) {
      to("plan", HeldPosition(plan.start), plan.values, plan.memory, plan.seconds, plan.disk);
    });
  };
  options.progress = [tell](const SweepProgress& now) {
    tell(1,
         [now](const py::object& to) { to("sweep", now.layer, now.done, now.total, now.seconds); });
  };
  options.searching = [tell](const SearchProgress& now) {
    tell(2, [now](const py::object& to) {
      to("search", now.bounds.lower, now.bounds.upper, now.positions, now.seconds);
    });
  };
  return options;
}

// The kind of the first position's report in a batch; the others follow it.
constexpr int kFoundKind = 3;

// Calls ask(options) with the limits and reports.
template <typename Ask>
auto ask_with(const Limits& limits, const py::object& progress, Ask ask) {
  LongWork work;
  const SolverOptions options = options_of(limits, progress, work);
  return work.run([&] { return ask(options); });
}

// (value, moves, way, remembered, looked_at, seconds, computed)
py::tuple solution_of(const Solution& solution) {
  return py::make_tuple(solution.answer.value, moves_of(solution.answer), name_of(solution.way),
                        solution.remembered, solution.looked_at, solution.seconds,
                        solution.answer.computed);
}

py::tuple solve(const HeldSolver& held, const py::object& object, const Limits& limits,
                const py::object& progress) {
  const Position position = position_of(object);
  return solution_of(ask_with(limits, progress, [&](const SolverOptions& options) {
    return held.solver.solve(position, options);
  }));
}

// The exception that solve() would raise.
py::object exception_of(const Known& known) {
  try {
    std::rethrow_exception(known.error);
  } catch (const Error& error) {
    return exception_for(error);
  }
}

// (lower, upper, solution or None, exception or None)
py::tuple known_of(const Known& known) {
  const auto& [lower, upper] = known.bounds;
  if (!known.solution) return py::make_tuple(lower, upper, py::none(), exception_of(known));
  return py::make_tuple(lower, upper, solution_of(*known.solution), py::none());
}

py::tuple know(const HeldSolver& held, const py::object& object, const Limits& limits,
               const py::object& progress) {
  const Position position = position_of(object);
  return known_of(ask_with(limits, progress, [&](const SolverOptions& options) {
    return held.solver.know(position, options);
  }));
}

std::vector<Position> positions_of(const py::list& objects) {
  std::vector<Position> positions;
  for (const py::handle object : objects) {
    try {
      positions.push_back(position_of(object));
    } catch (const BadInput& error) {
      throw BadInput("position " + std::to_string(positions.size()) + ": " + error.what());
    }
  }
  return positions;
}

// Returns what is known about each position. Calls found(number, known) for each once it is known,
// unless it is None.
py::list know_all(const HeldSolver& held, const py::list& objects, const Limits& limits,
                  const py::object& progress, const py::object& found) {
  const std::vector<Position> positions = positions_of(objects);
  std::vector<Known> known(positions.size());
  LongWork work;
  const SolverOptions options = options_of(limits, progress, work);
  const auto write = [&](std::size_t number, Known one) {
    known[number] = std::move(one);
    if (found.is_none()) return;
    work.tell(kFoundKind + static_cast<int>(number),
              [&, number] { found(number, known_of(known[number])); });
  };
  work.run([&] {
    held.solver.know_all(positions, write, options);
    return true;
  });
  py::list list;
  for (const Known& one : known) list.append(known_of(one));
  return list;
}

// An array of shape (positions, edges).
Values solved_move_values(const HeldSolver& held, const Masks& masks, const py::object& board_text,
                          const Limits& limits, const py::object& progress) {
  const Board board = board_of(board_text);
  const std::span<const EdgeSet> drawn = masks_in(masks);
  check_masks(board, drawn);
  Values array({static_cast<py::ssize_t>(drawn.size()), static_cast<py::ssize_t>(board.edges())});
  const std::span results(array.mutable_data(), static_cast<std::size_t>(array.size()));
  ask_with(limits, progress, [&](const SolverOptions& options) {
    held.solver.move_values(board, drawn, results, options);
    return true;
  });
  return array;
}

py::list solved_line(const HeldSolver& held, const py::object& object, const Limits& limits,
                     const py::object& progress) {
  const Position position = position_of(object);
  return line_of(position.board, ask_with(limits, progress, [&](const SolverOptions& options) {
                   return held.solver.line(position, options);
                 }));
}

// (lower, upper, edge, its name, way, looked_at, helped, seconds, in_time)
py::tuple enclose(const HeldSolver& held, const py::object& object, int low, int high,
                  const Limits& limits, const py::object& progress) {
  const Position position = position_of(object);
  const Enclosure found = ask_with(limits, progress, [&](const SolverOptions& options) {
    return held.solver.enclose(position, {low, high}, options);
  });
  const auto name = found.move ? py::object(py::str(edge_name(position.board, *found.move)))
                               : py::object(py::none());
  return py::make_tuple(found.bounds.lower, found.bounds.upper, found.move, name,
                        name_of(found.way), found.looked_at, found.helped, found.seconds,
                        found.in_time);
}

std::unique_ptr<HeldSolver> make_solver(const OpenTables* open) {
  if (open == nullptr) {
    return std::make_unique<HeldSolver>(
        HeldSolver{Solver(Tables(std::vector<std::filesystem::path>{})), nullptr});
  }
  auto [tables, in_use] = open->share();
  return std::make_unique<HeldSolver>(HeldSolver{Solver(std::move(tables)), std::move(in_use)});
}

}  // namespace

void bind_solver(py::module_& module) {
  py::class_<Limits>(module, "Limits")
      .def(py::init([](double seconds, std::uint64_t memory, int threads, std::uint64_t remember,
                       const py::bytes& scratch, std::optional<std::string> only) {
             return Limits{seconds, memory, threads, remember, scratch, std::move(only)};
           }),
           py::arg("seconds"), py::arg("memory"), py::arg("threads"), py::arg("remember"),
           py::arg("scratch"), py::arg("only"))
      .def_readonly("seconds", &Limits::seconds)
      .def_readonly("memory", &Limits::memory)
      .def_readonly("threads", &Limits::threads)
      .def_readonly("remember", &Limits::remember)
      .def_property_readonly("scratch",
                             [](const Limits& limits) { return py::bytes(limits.scratch); });
  py::class_<HeldSolver>(module, "HeldSolver")
      .def(py::init(&make_solver), py::arg("tables"))
      .def("solve", &solve, py::arg("position"), py::arg("limits"), py::arg("progress"))
      .def("know", &know, py::arg("position"), py::arg("limits"), py::arg("progress"))
      .def("know_all", &know_all, py::arg("positions"), py::arg("limits"), py::arg("progress"),
           py::arg("found"))
      .def("move_values", &solved_move_values, py::arg("masks").noconvert(), py::arg("board"),
           py::arg("limits"), py::arg("progress"))
      .def("line", &solved_line, py::arg("position"), py::arg("limits"), py::arg("progress"))
      .def("enclose", &enclose, py::arg("position"), py::arg("low"), py::arg("high"),
           py::arg("limits"), py::arg("progress"));
}

}  // namespace pipo::python
