// Solver: exact values, bounds and lines of play of any position.
#include "pipopipette/solver.hpp"

#include <pybind11/stl.h>

#include <array>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pipopipette/notation.hpp"
#include "python/arguments.hpp"
#include "python/bindings.hpp"
#include "python/long_work.hpp"
#include "python/open_tables.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

constexpr std::array kMethods = {"table", "sweep", "search"};

const char* name_of(Method method) {
  return kMethods.at(static_cast<std::size_t>(method));
}

Method method_of(const py::object& name) {
  const std::string text = py::str(name);
  for (std::size_t method = 0; method < kMethods.size(); ++method) {
    if (text == kMethods[method]) return static_cast<Method>(method);
  }
  throw BadInput("only must be \"table\", \"sweep\" or \"search\", not \"" + text + "\"");
}

// A solver with the limits of its questions, and a mark that keeps folders from being added to the
// tables it uses.
struct HeldSolver {
  Solver solver;
  SolverOptions limits;
  std::shared_ptr<const void> in_use;
};

constexpr std::array kQuestion = {"seconds", "memory", "threads", "remember",
                                  "scratch", "only",   "progress"};

// Sets a limit. Returns whether there is one with this name.
bool set_limit(SolverOptions& limits, std::string_view name, const py::object& value) {
  const auto bytes = [&] { return checked_by<std::uint64_t>("byte_number", value, name); };
  if (name == "seconds") {
    limits.seconds = checked_by<double>("second_number", value);
  } else if (name == "memory") {
    limits.memory = bytes();
  } else if (name == "threads") {
    limits.threads = checked_by<int>("thread_number", value);
  } else if (name == "remember") {
    limits.remember = bytes();
  } else if (name == "scratch") {
    limits.scratch = path_of(checked_by<py::bytes>("scratch_folder", value));
  } else {
    return false;
  }
  return true;
}

void check_callable(const py::object& function, const char* name) {
  if (function.is_none() || PyCallable_Check(function.ptr()) != 0) return;
  throw py::type_error(std::string(name) + " must be a function, not " +
                       Py_TYPE(function.ptr())->tp_name);
}

// A question: the limits that it gives, or else those of the solver, and the function to which
// progress is reported, or None.
struct Question {
  Question(const HeldSolver& held, const py::kwargs& given) : options(held.limits) {
    for (const auto& [key, object] : given) {
      const std::string name = py::str(key);
      const auto value = py::reinterpret_borrow<py::object>(object);
      if (std::ranges::find(kQuestion, name) == kQuestion.end()) refuse(name);
      if (value.is_none()) continue;
      if (name == "progress") {
        check_callable(value, "progress");
        progress = value;
      } else if (name == "only") {
        options.only = method_of(value);
      } else {
        set_limit(options, name, value);
      }
    }
  }

  // Calls ask(options) in another thread and returns its result.
  template <typename Ask>
  auto ask(Ask ask) {
    LongWork work;
    report_to(work);
    return work.run([&] { return ask(options); });
  }

  // Has the options report to the function `progress`, by `work`.
  void report_to(LongWork& work) {
    options.stopped = [&work] { return work.stopped(); };
    if (progress.is_none()) return;
    const auto tell = [this, &work](int kind, auto report) {
      work.tell(kind, [this, report] { progress(report()); });
    };
    options.planned = [tell](const SweepPlan& plan) {
      tell(0, [plan] {
        return result("SweepPlan", HeldPosition(plan.start), plan.values, plan.memory, plan.seconds,
                      plan.disk);
      });
    };
    options.progress = [tell](const SweepProgress& now) {
      tell(1,
           [now] { return result("SweepProgress", now.layer, now.done, now.total, now.seconds); });
    };
    options.searching = [tell](const SearchProgress& now) {
      tell(2, [now] {
        return result("SearchProgress", now.bounds.lower, now.bounds.upper, now.positions,
                      now.seconds);
      });
    };
  }

  SolverOptions options;
  py::object progress = py::none();

 private:
  [[noreturn]] static void refuse(const std::string& name) {
    std::string known;
    for (const char* one : kQuestion) known += std::string(known.empty() ? "" : ", ") + one;
    throw py::type_error("'" + name + "' is not an argument of a question; there are " + known);
  }
};

// The kind of the first position's report in a batch; the others follow it.
constexpr int kFoundKind = 3;

py::object solution_of(const Solution& solution) {
  const Answer& answer = solution.answer;
  return result("Solution", answer.value, moves_of(answer.position.board, answer.moves),
                name_of(solution.method), solution.remembered, solution.looked_at, solution.seconds,
                answer.computed, answer.atlas, solution.swept_from);
}

py::object solve(const HeldSolver& held, const py::object& object, const py::kwargs& limits) {
  Question question(held, limits);
  const Position position = position_of(object);
  return solution_of(question.ask(
      [&](const SolverOptions& options) { return held.solver.solve(position, options); }));
}

// The exception that solve() would raise.
py::object exception_of(const Attempt& known) {
  try {
    std::rethrow_exception(known.error);
  } catch (const Error& error) {
    return exception_for(error);
  }
}

py::object known_of(const Attempt& known) {
  const auto& [lower, upper] = known.bounds;
  return known.solution ? result("Attempt", lower, upper, solution_of(*known.solution), py::none())
                        : result("Attempt", lower, upper, py::none(), exception_of(known));
}

py::object try_solve(const HeldSolver& held, const py::object& object, const py::kwargs& limits) {
  Question question(held, limits);
  const Position position = position_of(object);
  return known_of(question.ask(
      [&](const SolverOptions& options) { return held.solver.try_solve(position, options); }));
}

std::vector<Position> positions_of(const py::iterable& objects) {
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

py::list solve_all(const HeldSolver& held, const py::iterable& objects, const py::object& found,
                   const py::kwargs& limits) {
  Question question(held, limits);
  check_callable(found, "found");
  const std::vector<Position> positions = positions_of(objects);
  std::vector<Attempt> known(positions.size());
  LongWork work;
  question.report_to(work);
  const auto write = [&](std::size_t number, Attempt one) {
    known[number] = std::move(one);
    if (found.is_none()) return;
    work.tell(kFoundKind + static_cast<int>(number),
              [&, number] { found(number, known_of(known[number])); });
  };
  work.run([&] {
    held.solver.solve_all(positions, write, question.options);
    return true;
  });
  py::list list;
  for (const Attempt& one : known) list.append(known_of(one));
  return list;
}

// An array of shape (positions, edges).
Values solved_move_values(const HeldSolver& held, const py::object& positions,
                          const py::object& board_text, const py::kwargs& limits) {
  Question question(held, limits);
  const auto masks = checked_by<Masks>("masks_of", positions, board_text);
  const Board board = board_of(board_text);
  const std::span<const EdgeSet> drawn = masks_in(masks);
  check_masks(board, drawn);
  Values array({static_cast<py::ssize_t>(drawn.size()), static_cast<py::ssize_t>(board.edges())});
  const std::span results(array.mutable_data(), static_cast<std::size_t>(array.size()));
  question.ask([&](const SolverOptions& options) {
    held.solver.move_values(board, drawn, results, options);
    return true;
  });
  return array;
}

py::list solved_line(const HeldSolver& held, const py::object& object, const py::kwargs& limits) {
  Question question(held, limits);
  const Position position = position_of(object);
  return moves_of(position.board, question.ask([&](const SolverOptions& options) {
    return held.solver.line(position, options);
  }));
}

py::object bound(const HeldSolver& held, const py::object& object, const py::object& low,
                 const py::object& high, const py::kwargs& limits) {
  const auto bound = [](const py::object& number) {
    return checked_by<int>("whole_number", number, "a bound", -kMaximumValue, kMaximumValue);
  };
  const Window window{bound(low), bound(high)};
  Question question(held, limits);
  const Position position = position_of(object);
  const ValueBounds found = question.ask(
      [&](const SolverOptions& options) { return held.solver.bound(position, window, options); });
  const auto name = found.move ? py::object(py::str(edge_name(position.board, *found.move)))
                               : py::object(py::none());
  return result("ValueBounds", found.bounds.lower, found.bounds.upper, found.move, name,
                name_of(found.method), found.looked_at, found.helped, found.seconds, found.in_time);
}

std::unique_ptr<HeldSolver> make_solver(const py::object& tables, const py::kwargs& limits) {
  std::optional<std::pair<Tables, std::shared_ptr<const void>>> shared;
  if (py::isinstance<OpenTables>(tables)) {
    shared = tables.cast<const OpenTables&>().share();
  } else if (tables.is_none()) {
    shared.emplace(Tables(std::vector<std::filesystem::path>{}), nullptr);
  } else {
    throw py::type_error(std::string("tables must be Tables or None, not ") +
                         Py_TYPE(tables.ptr())->tp_name);
  }
  auto held = std::make_unique<HeldSolver>(
      HeldSolver{Solver(std::move(shared->first)), {}, std::move(shared->second)});
  for (const auto& [key, object] : limits) {
    const std::string name = py::str(key);
    const auto value = py::reinterpret_borrow<py::object>(object);
    if (name == "scratch" && value.is_none()) continue;
    if (!set_limit(held->limits, name, value)) {
      throw py::type_error("'" + name + "' is not a limit of a Solver");
    }
  }
  return held;
}

}  // namespace

void bind_solver(py::module_& module) {
  py::class_<HeldSolver> solver(
      module, "Solver",
      R"(Exact values of any position and of each of its moves, by tables, a sweep in memory or a search.

>>> solver = Solver(seconds=60)
>>> solver.solve("2x3:10010000100000000").value
2

tables    Tables to take values from, if they cover the position; they stay open for the solver, even
          after close(), and no folder can be added to them while the solver exists; without them
          those of the atlas
seconds   the time limit of a question; math.inf: none
memory    the memory limit of a question in bytes; 0: what the machine has
threads   the threads of a sweep; 0: all of the machine
remember  the limit in bytes of the tables of sweeps that the solver keeps for later questions; 2 GiB
          if it is not given
scratch   a folder for scratch files of sweeps that exceed `memory`; they have no names, and nothing of
          them is left when the sweep or the process ends

Every question may have its own limits, as keyword arguments of the same names, and these arguments:

only      "table", "sweep" or "search": the only method to use; by default the solver chooses one
progress  a function that is called now and then with a SweepPlan, SweepProgress or SearchProgress, in
          the thread that asks

A solver remembers. A sweep computes the values of all positions that contain its start, so stepping
through a game solves once.

A position is its text, "3x3:0101...", or a Position. Questions raise

- OutOfMemoryError or OutOfTimeError if solving would exceed the limits; both are OutOfResourcesErrors;
- OutOfResourcesError if the system permits no more threads, in a child of fork() whose parent has run
  sweeps, or if scratch files do not fit on the disk; Error if they cannot be written;
- MissingTableError if `only` is "table" and no table covers the position;
- what `progress` raises, and KeyboardInterrupt after Ctrl-C: the work stops first;
- PositionError if the position is malformed, and what lookups in Tables raise.

After any of them the solver can be used as before. Several threads may use it at once: tables and
remembered sweeps answer at once; other sweeps and searches run one after the other. Other Python
threads can run meanwhile.)");
  solver.attr("__module__") = "pipopipette";
  solver
      .def(py::init(&make_solver), py::arg("tables") = py::none(),
           "Makes a solver that uses these tables and has these limits.")
      .def("__reduce__",
           [](const HeldSolver&) -> py::object {
             throw py::type_error("a Solver cannot be copied or pickled; make one in each process");
           })
      .def("solve", &solve, py::arg("position"),
           "Returns the values of the position and of each of its moves, a Solution.")
      .def(
          "try_solve", &try_solve, py::arg("position"),
          R"(Returns bounds of the value, and the solution or else the exception of solve() that prevents it.

Raises what solve() raises, except OutOfResourcesError and MissingTableError.)")
      .def(
          "solve_all", &solve_all, py::arg("positions"), py::kw_only(),
          py::arg("found") = py::none(),
          R"(Returns what try_solve() returns for each of many positions, of any boards, in their order.

They are solved in the order that costs least: one sweep answers all positions that contain its start,
and short sweeps and searches run at the same time. The limits are those of each position.

found  a function that is called once for each position as soon as it is known, in any order, with its
       number (from 0) and what is known; so nothing is lost if the work is stopped

An error of one position, such as a damaged table, is the `why_not` of that position alone. A malformed
position, an exception of `progress` or `found`, and Ctrl-C end the work.)")
      .def(
          "move_values", &solved_move_values, py::arg("positions"), py::arg("board"),
          R"(Returns the value of each move of many positions of one board: int8, of shape (positions, edges).

positions  masks, or zeros and ones, as for Tables.values(); they must not change during the call

The value of an edge that is drawn already is DRAWN. A position that cannot be answered within the
limits, which are those of each position, affects no other: the values of its moves that no table has
are NOT_COVERED, or DAMAGED if tables cover them but none of them can be used. try_solve() has the reason.)")
      .def("line", &solved_line, py::arg("position"),
           "Returns a line of best play to the end of the game, as Tables.line(). The limits are "
           "those of the line.")
      .def(
          "bound", &bound, py::arg("position"), py::arg("low"), py::arg("high"),
          R"(Finds out whether the value is below `low`, above `high`, or which value from `low` to `high`.

This is for positions that are too large to solve. At the time limit it returns the bounds known by
then. With high = low - 1 it asks only whether the value is at least `low`.)");
}

}  // namespace pipo::python
