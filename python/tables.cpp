// The lookups of Tables, for single positions and for arrays of them.
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "pipopipette/error.hpp"
#include "python/answers.hpp"
#include "python/arguments.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/open_tables.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

// Pieces of arrays. For values it is the number of positions that the library sorts at once; for
// moves it is a number that takes about as long.
constexpr std::size_t kValuesPiece = std::size_t{1} << 22;
constexpr std::size_t kMovesPiece = std::size_t{1} << 18;

std::unique_ptr<OpenTables> open_folders(const std::vector<py::bytes>& folders,
                                         std::size_t cache_bytes) {
  std::vector<std::filesystem::path> paths;
  paths.reserve(folders.size());
  for (const py::bytes& folder : folders) paths.push_back(path_of(folder));
  const py::gil_scoped_release released;
  return std::make_unique<OpenTables>(Tables(paths, {.cache_bytes = cache_bytes}));
}

std::unique_ptr<OpenTables> open_only(const py::bytes& folder, std::size_t cache_bytes) {
  const std::filesystem::path path = path_of(folder);
  const py::gil_scoped_release released;
  return std::make_unique<OpenTables>(Tables::only(path, {.cache_bytes = cache_bytes}));
}

py::list found(const OpenTables& open) {
  const auto tables = open.ask([](const Tables& asked) { return asked.found(); });
  py::list list;
  for (const FoundTable& table : tables) {
    list.append(py::make_tuple(folder_name(table.table), table.table.board.name(),
                               start_name(table.table), path_text(table.folder)));
  }
  return list;
}

py::list problems(const OpenTables& open) {
  const auto noted = open.ask([](const Tables& asked) { return asked.problems(); });
  py::list list;
  for (const TableProblem& problem : noted) {
    list.append(py::make_tuple(path_text(problem.folder), text_for_people(problem.message)));
  }
  return list;
}

int value(const OpenTables& open, const py::object& object) {
  const Position position = position_of(object);
  return open.ask([&](const Tables& asked) { return asked.value(position); });
}

std::optional<int> find_value(const OpenTables& open, const py::object& object) {
  const Position position = position_of(object);
  return open.ask([&](const Tables& asked) { return asked.find_value(position); });
}

bool covers(const OpenTables& open, const py::object& object) {
  const Position position = position_of(object);
  return open.ask([&](const Tables& asked) { return asked.covers(position); });
}

// Returns the position's value, a list of (edge, name, captures, value) for each move, and whether
// a value was computed because the table omits its layer.
py::tuple answer(const OpenTables& open, const py::object& object) {
  const Position position = position_of(object);
  const Answer found = open.ask([&](const Tables& asked) { return asked.answer(position); });
  return py::make_tuple(found.value, moves_of(found), found.computed);
}

py::list line(const OpenTables& open, const py::object& object) {
  const Position position = position_of(object);
  return line_of(position.board,
                 open.ask([&](const Tables& asked) { return asked.line(position); }));
}

// Calls look_up(tables, from, size) for pieces of the positions. With `marked`, positions that
// cannot be answered keep their marks; otherwise the error of the first of them is thrown.
template <typename LookUp>
void look_up_many(const OpenTables& open, std::size_t count, std::size_t piece, bool marked,
                  LookUp look_up) {
  in_pieces(count, piece, [&](std::size_t from, std::size_t size) {
    open.ask([&](const Tables& tables) {
      try {
        look_up(tables, from, size);
      } catch (const DamagedTable&) {
        if (!marked) throw;
      } catch (const MissingTable&) {
        if (!marked) throw;
      }
    });
  });
}

// If no table covers a position, its value is `instead`, if that is given.
Values values(const OpenTables& open, const Masks& masks, const py::object& board_text, int threads,
              std::optional<std::int8_t> instead, bool marked) {
  const Board board = board_of(board_text);
  const std::span<const EdgeSet> drawn = masks_in(masks);
  check_masks(board, drawn);
  Values array(static_cast<py::ssize_t>(drawn.size()));
  const std::span results(array.mutable_data(), drawn.size());
  look_up_many(open, drawn.size(), kValuesPiece, marked,
               [&](const Tables& tables, std::size_t from, std::size_t size) {
                 const auto asked = drawn.subspan(from, size);
                 const auto piece = results.subspan(from, size);
                 if (!instead) return tables.values(board, asked, piece, threads);
                 const auto replace = [&] { std::ranges::replace(piece, kNotCovered, *instead); };
                 try {
                   tables.find_values(board, asked, piece, threads);
                 } catch (const DamagedTable&) {
                   replace();
                   throw;
                 } catch (const MissingTable&) {
                   replace();
                   throw;
                 }
                 replace();
               });
  return array;
}

// An array of shape (positions, edges).
Values move_values(const OpenTables& open, const Masks& masks, const py::object& board_text,
                   int threads, bool marked) {
  const Board board = board_of(board_text);
  const std::span<const EdgeSet> drawn = masks_in(masks);
  check_masks(board, drawn);
  const auto edges = static_cast<std::size_t>(board.edges());
  Values array({static_cast<py::ssize_t>(drawn.size()), static_cast<py::ssize_t>(edges)});
  const std::span results(array.mutable_data(), drawn.size() * edges);
  look_up_many(open, drawn.size(), kMovesPiece, marked,
               [&](const Tables& tables, std::size_t from, std::size_t size) {
                 tables.move_values(board, drawn.subspan(from, size),
                                    results.subspan(from * edges, size * edges), threads);
               });
  return array;
}

Masks best_moves(const OpenTables& open, const Masks& masks, const py::object& board_text,
                 int threads, bool marked) {
  const Board board = board_of(board_text);
  const std::span<const EdgeSet> drawn = masks_in(masks);
  check_masks(board, drawn);
  Masks array(static_cast<py::ssize_t>(drawn.size()));
  const std::span results(array.mutable_data(), drawn.size());
  look_up_many(open, drawn.size(), kMovesPiece, marked,
               [&](const Tables& tables, std::size_t from, std::size_t size) {
                 tables.best_moves(board, drawn.subspan(from, size), results.subspan(from, size),
                                   threads);
               });
  return array;
}

}  // namespace

void bind_tables(py::module_& module) {
  py::class_<OpenTables>(module, "OpenTables")
      .def(py::init(&open_folders), py::arg("folders"), py::arg("cache_bytes"))
      .def_static("only", &open_only, py::arg("folder"), py::arg("cache_bytes"))
      .def(
          "add", [](OpenTables& open, const py::bytes& folder) { open.add(path_of(folder)); },
          py::arg("folder"))
      .def("close", &OpenTables::close)
      .def_property_readonly("closed", &OpenTables::closed)
      .def("found", &found)
      .def("problems", &problems)
      .def("value", &value, py::arg("position"))
      .def("find_value", &find_value, py::arg("position"))
      .def("covers", &covers, py::arg("position"))
      .def("answer", &answer, py::arg("position"))
      .def("line", &line, py::arg("position"))
      .def("values", &values, py::arg("masks").noconvert(), py::arg("board"), py::arg("threads"),
           py::arg("instead"), py::arg("marked"))
      .def("move_values", &move_values, py::arg("masks").noconvert(), py::arg("board"),
           py::arg("threads"), py::arg("marked"))
      .def("best_moves", &best_moves, py::arg("masks").noconvert(), py::arg("board"),
           py::arg("threads"), py::arg("marked"));
  module.attr("NOT_COVERED") = static_cast<int>(kNotCovered);
  module.attr("DAMAGED") = static_cast<int>(kDamaged);
  module.attr("DRAWN") = static_cast<int>(kDrawn);
}

}  // namespace pipo::python
