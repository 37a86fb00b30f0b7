// Graph: strings-and-coins on any graph.
#include "pipopipette/graph.hpp"

#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "python/arguments.hpp"
#include "python/bindings.hpp"
#include "python/long_work.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

Graph make_graph(const py::object& strings) {
  if (py::isinstance<py::str>(strings)) return Graph::parse(text_of(strings, "an edge list"));
  Graph graph;
  int number = 0;
  for (const py::handle string : py::iter(strings)) {
    const auto ends = py::reinterpret_borrow<py::object>(string).cast<std::vector<py::object>>();
    if (ends.size() != 2) {
      throw BadInput("string " + std::to_string(number) + ": a string has two ends, not " +
                     std::to_string(ends.size()));
    }
    try {
      graph.add(text_of(py::str(ends[0]), "a name"), text_of(py::str(ends[1]), "a name"));
    } catch (const BadInput& error) {
      throw BadInput("string " + std::to_string(number) + ": " + error.what());
    }
    ++number;
  }
  return graph;
}

py::tuple ends_of(const Graph& graph, int string) {
  const auto& [one, other] = graph.ends(string);
  return py::make_tuple(graph.coin(one), graph.coin(other));
}

py::list strings_of(const Graph& graph) {
  py::list list;
  for (int string = 0; string < graph.strings(); ++string) list.append(ends_of(graph, string));
  return list;
}

py::list coins_of(const Graph& graph) {
  py::list list;
  for (int coin = 0; coin < graph.coins(); ++coin) list.append(graph.coin(coin));
  return list;
}

py::list graph_moves(const Graph& graph, const std::vector<MoveValue>& moves) {
  py::list list;
  for (const MoveValue& move : moves) {
    list.append(result("GraphMove", move.edge, ends_of(graph, move.edge), move.captures, move.value,
                       move.player));
  }
  return list;
}

py::object solved_graph(const Graph& graph, const py::object& seconds, const py::object& memory) {
  SolverOptions options;
  if (!seconds.is_none()) options.seconds = checked_by<double>("second_number", seconds);
  if (!memory.is_none()) {
    options.memory = checked_by<std::uint64_t>("byte_number", memory, "memory");
  }
  LongWork work;
  options.stopped = [&work] { return work.stopped(); };
  const GraphSolution solution = work.run([&] { return solve_graph(graph, options); });
  const py::object nim =
      solution.loony ? py::object(py::none()) : py::object(py::int_(solution.nim_value));
  return result("GraphSolution", solution.value, graph_moves(graph, solution.moves), nim,
                graph_moves(graph, solution.line), solution.looked_at, solution.seconds);
}

}  // namespace

void bind_graphs(py::module_& module) {
  py::class_<Graph> graph(module, "Graph",
                          R"(A graph of strings-and-coins: coins are boxes, strings are open edges.

>>> triangle = Graph([("a", "b"), ("b", "c"), ("c", "a")])
>>> triangle.solve().value
-3

strings  pairs of names of coins, or of a coin and "ground"; the same pair twice is two strings. Or an
         edge list as text: on each line the two names of a string.

Raises PositionError, which names the string or the line, if a string has not two ends, or if both
are the same.)");
  graph.attr("__module__") = "pipopipette";
  graph.def(py::init(&make_graph), py::arg("strings"))
      .def_property_readonly("coins", &coins_of,
                             "The names of the coins, in the order of the strings.")
      .def_property_readonly("strings", &strings_of, "The two names of each string.")
      .def("solve", &solved_graph, py::kw_only(), py::arg("seconds") = py::none(),
           py::arg("memory") = py::none(),
           R"(Returns the values of the graph and of each of its moves, a GraphSolution.

seconds  the time limit; None: none
memory   the memory limit in bytes; None: what the machine has

Raises OutOfTimeError, also if the graph is too large to be solved, or OutOfMemoryError.)");
}

}  // namespace pipo::python
