// Solver: exact values, bounds and lines of play of any position.
#include "pipopipette/solver.hpp"

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <array>
#include <memory>
#include <string>

#include "pipopipette/error_kinds.hpp"
#include "pipopipette/notation.hpp"
#include "python/answers.hpp"
#include "python/arguments.hpp"
#include "python/bindings.hpp"
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
  std::optional<std::string> only;
};

// Calls ask(options) with the limits. Reports are passed to the function `progress` as a kind and a
// tuple.
template <typename Ask>
auto ask_with(const Limits& limits, const py::object& progress, Ask ask) {
  LongWork work;
  SolverOptions options{.only = way_of(limits.only),
                        .memory = limits.memory,
                        .seconds = limits.seconds,
                        .threads = limits.threads,
                        .remember = limits.remember,
                        .stopped = [&work] { return work.stopped(); }};
  if (!progress.is_none()) {
    const auto tell = [&](int kind, auto report) {
      work.tell(kind, [&progress, report] { report(progress); });
    };
    options.planned = [tell](const SweepPlan& plan) {
      tell(0, [plan](const py::object& to) {
        to("plan", HeldPosition(plan.start), plan.values, plan.memory, plan.seconds);
      });
    };
    options.progress = [tell](const SweepProgress& now) {
      tell(1, [now](const py::object& to) {
        to("sweep", now.layer, now.done, now.total, now.seconds);
      });
    };
    options.searching = [tell](const SearchProgress& now) {
      tell(2, [now](const py::object& to) {
        to("search", now.bounds.lower, now.bounds.upper, now.positions, now.seconds);
      });
    };
  }
  return work.run([&] { return ask(options); });
}

// (value, moves, way, remembered, looked_at, seconds)
py::tuple solution_of(const Solution& solution) {
  return py::make_tuple(solution.answer.value, moves_of(solution.answer), name_of(solution.way),
                        solution.remembered, solution.looked_at, solution.seconds);
}

py::tuple solve(const HeldSolver& held, const py::object& object, const Limits& limits,
                const py::object& progress) {
  const Position position = position_of(object);
  return solution_of(ask_with(limits, progress, [&](const SolverOptions& options) {
    return held.solver.solve(position, options);
  }));
}

// (lower, upper, solution or None, the name of the exception, its message)
py::tuple know(const HeldSolver& held, const py::object& object, const Limits& limits,
               const py::object& progress) {
  const Position position = position_of(object);
  const Known known = ask_with(limits, progress, [&](const SolverOptions& options) {
    return held.solver.know(position, options);
  });
  const auto solution =
      known.solution ? py::object(solution_of(*known.solution)) : py::object(py::none());
  return py::make_tuple(known.bounds.lower, known.bounds.upper, solution,
                        kind_of(known.code).python, text_for_people(known.why_not));
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
                       std::optional<std::string> only) {
             return Limits{seconds, memory, threads, remember, std::move(only)};
           }),
           py::arg("seconds"), py::arg("memory"), py::arg("threads"), py::arg("remember"),
           py::arg("only"));
  py::class_<HeldSolver>(module, "HeldSolver")
      .def(py::init(&make_solver), py::arg("tables"))
      .def("solve", &solve, py::arg("position"), py::arg("limits"), py::arg("progress"))
      .def("know", &know, py::arg("position"), py::arg("limits"), py::arg("progress"))
      .def("line", &solved_line, py::arg("position"), py::arg("limits"), py::arg("progress"))
      .def("enclose", &enclose, py::arg("position"), py::arg("low"), py::arg("high"),
           py::arg("limits"), py::arg("progress"));
}

}  // namespace pipo::python
