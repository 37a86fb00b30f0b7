// The lookups of Tables, for single positions and for arrays of them, and the stored positions of a
// layer, block by block.
#include <pybind11/stl.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/stored_positions.hpp"
#include "python/arguments.hpp"
#include "python/bindings.hpp"
#include "python/open_tables.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

// Pieces of arrays. For values it is the number of positions that the library sorts at once; for
// moves it is a number that takes about as long.
constexpr std::size_t kValuesPiece = std::size_t{1} << 22;
constexpr std::size_t kMovesPiece = std::size_t{1} << 18;

py::object path_object(const std::filesystem::path& path) {
  return py::module_::import("pathlib").attr("Path")(path_text(path));
}

std::unique_ptr<OpenTables> open_folders(const std::vector<py::bytes>& folders,
                                         std::size_t cache_bytes, bool atlas,
                                         std::uint64_t last_move_cost) {
  std::vector<std::filesystem::path> paths;
  paths.reserve(folders.size());
  for (const py::bytes& folder : folders) paths.push_back(path_of(folder));
  const py::gil_scoped_release released;
  return std::make_unique<OpenTables>(Tables(
      paths, {.cache_bytes = cache_bytes, .no_atlas = !atlas, .last_move_cost = last_move_cost}));
}

std::unique_ptr<OpenTables> open_only(const py::bytes& folder, std::size_t cache_bytes,
                                      std::uint64_t last_move_cost) {
  const std::filesystem::path path = path_of(folder);
  const py::gil_scoped_release released;
  return std::make_unique<OpenTables>(
      Tables::only(path, {.cache_bytes = cache_bytes, .last_move_cost = last_move_cost}));
}

py::list found(const OpenTables& open) {
  const auto tables = open.ask([](const Tables& asked) { return asked.found(); });
  py::list list;
  for (const FoundTable& table : tables) {
    list.append(result("FoundTable", folder_name(table.table), table.table.board.name(),
                       start_name(table.table), path_object(table.folder), table.atlas,
                       int{table.table.last_move_cost}));
  }
  return list;
}

py::list problems(const OpenTables& open) {
  const auto noted = open.ask([](const Tables& asked) { return asked.problems(); });
  py::list list;
  for (const TableProblem& problem : noted) {
    list.append(
        result("TableProblem", path_object(problem.folder), text_for_people(problem.message)));
  }
  return list;
}

// If no table covers the position, returns `fallback`, unless it is "...".
py::object value(const OpenTables& open, const py::object& object, const py::object& fallback) {
  const Position position = position_of(object);
  if (fallback.is(py::ellipsis())) {
    return py::int_(open.ask([&](const Tables& asked) { return asked.value(position); }));
  }
  const auto value = open.ask([&](const Tables& asked) { return asked.find_value(position); });
  return value ? py::object(py::int_(*value)) : fallback;
}

bool covers(const OpenTables& open, const py::object& object) {
  const Position position = position_of(object);
  return open.ask([&](const Tables& asked) { return asked.covers(position); });
}

Answer answer_of(const OpenTables& open, const py::object& object) {
  const Position position = position_of(object);
  return open.ask([&](const Tables& asked) { return asked.answer(position); });
}

py::object answer(const OpenTables& open, const py::object& object) {
  const Answer found = answer_of(open, object);
  return result("Answer", found.value, moves_of(found.position.board, found.moves), found.computed,
                found.atlas);
}

py::list moves(const OpenTables& open, const py::object& object) {
  const Answer found = answer_of(open, object);
  return moves_of(found.position.board, found.moves);
}

py::list best(const OpenTables& open, const py::object& object) {
  Answer found = answer_of(open, object);
  std::erase_if(found.moves, [&](const MoveValue& move) { return move.value != found.value; });
  return moves_of(found.position.board, found.moves);
}

py::list line(const OpenTables& open, const py::object& object) {
  const Position position = position_of(object);
  return moves_of(position.board,
                  open.ask([&](const Tables& asked) { return asked.line(position); }));
}

// Answers a question about many positions of a board by look_up(tables, board, positions, results,
// threads) for pieces of them. The results have the shape (positions) or, with `by_edge`,
// (positions, edges). With `marks`, positions that cannot be answered keep their marks; otherwise
// the error of the first of them is thrown.
template <typename Array, typename LookUp>
Array ask_many(const OpenTables& open, const py::object& positions, const py::object& board_text,
               const py::object& thread_number, const py::object& marks, std::size_t piece,
               bool by_edge, LookUp look_up) {
  const auto masks = checked_by<Masks>("masks_of", positions, board_text);
  const Board board = board_of(board_text);
  const int threads = checked_by<int>("thread_number", thread_number);
  const bool marked = PyObject_IsTrue(marks.ptr()) == 1;
  const std::span<const EdgeSet> drawn = masks_in(masks);
  check_masks(board, drawn);
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(drawn.size())};
  if (by_edge) shape.push_back(board.edges());
  Array array(shape);
  const std::span results(array.mutable_data(), static_cast<std::size_t>(array.size()));
  const auto each = static_cast<std::size_t>(by_edge ? board.edges() : 1);
  in_pieces(drawn.size(), piece, [&](std::size_t from, std::size_t size) {
    open.ask([&](const Tables& tables) {
      try {
        std::invoke(look_up, tables, board, drawn.subspan(from, size),
                    results.subspan(from * each, size * each), threads);
      } catch (const DamagedTable&) {
        if (!marked) throw;
      } catch (const MissingTable&) {
        if (!marked) throw;
      }
    });
  });
  return array;
}

// If no table covers a position, its value is `fallback`, unless that is "...".
Values values(const OpenTables& open, const py::object& positions, const py::object& board_text,
              const py::object& threads, const py::object& fallback, const py::object& marked) {
  std::optional<std::int8_t> instead;
  if (!fallback.is(py::ellipsis())) {
    instead = static_cast<std::int8_t>(
        checked_by<int>("whole_number", fallback, "default", INT8_MIN, INT8_MAX));
  }
  const auto look_up = [&](const Tables& tables, const Board& board, std::span<const EdgeSet> drawn,
                           std::span<std::int8_t> results, int thread_count) {
    if (!instead) return tables.values(board, drawn, results, thread_count);
    const auto replace = [&] { std::ranges::replace(results, kNotCovered, *instead); };
    try {
      tables.find_values(board, drawn, results, thread_count);
    } catch (const Error&) {
      replace();
      throw;
    }
    replace();
  };
  return ask_many<Values>(open, positions, board_text, threads, marked, kValuesPiece, false,
                          look_up);
}

// An array of shape (positions, edges).
Values move_values(const OpenTables& open, const py::object& positions,
                   const py::object& board_text, const py::object& threads,
                   const py::object& marked) {
  return ask_many<Values>(open, positions, board_text, threads, marked, kMovesPiece, true,
                          &Tables::move_values);
}

Masks best_moves(const OpenTables& open, const py::object& positions, const py::object& board_text,
                 const py::object& threads, const py::object& marked) {
  return ask_many<Masks>(open, positions, board_text, threads, marked, kMovesPiece, false,
                         &Tables::best_moves);
}

// The least number of positions in a block for Python, since the blocks of the files are small on
// small boards.
constexpr std::size_t kBlock = std::size_t{1} << 16;

template <typename Array, typename T>
Array array_of(const std::vector<T>& values) {
  Array array(static_cast<py::ssize_t>(values.size()));
  std::ranges::copy(values, array.mutable_data());
  return array;
}

std::unique_ptr<StoredPositions> open_layer(const py::bytes& folder, int layer) {
  const std::filesystem::path path = path_of(folder);
  const py::gil_scoped_release released;
  return std::make_unique<StoredPositions>(path, layer);
}

// Returns (masks, values), or None at the end. The caller owns the arrays.
py::object next_block(StoredPositions& stored) {
  std::vector<EdgeSet> drawn, more_drawn;
  std::vector<std::int8_t> values, more_values;
  {
    const py::gil_scoped_release released;
    while (drawn.size() < kBlock && stored.next(more_drawn, more_values)) {
      drawn.insert(drawn.end(), more_drawn.begin(), more_drawn.end());
      values.insert(values.end(), more_values.begin(), more_values.end());
    }
  }
  if (drawn.empty()) return py::none();
  return py::make_tuple(array_of<Masks>(drawn), array_of<Values>(values));
}

// The board of the table with this name, its number of edges, and those of its start.
py::tuple table_named(const py::object& name_text) {
  const std::string name = text_of(name_text, "the name of a table must be text such as \"3x3\"");
  if (const auto table = table_of_folder(name)) {
    return py::make_tuple(table->board.name(), table->board.edges(),
                          Position{table->board, table->start}.layer());
  }
  const Board board = Board::parse(name);
  throw BadInput("the table of " + board.name() + " is " + board.transposed().name() +
                 ": its positions have that board");
}

}  // namespace

void bind_tables(py::module_& module) {
  const py::object none_given = py::ellipsis();
  py::class_<OpenTables>(module, "Tables", "The compiled part of pipopipette.Tables.")
      .def(py::init(&open_folders), py::arg("folders"), py::arg("cache_bytes"), py::arg("atlas"),
           py::arg("last_move_cost"))
      .def(py::init(&open_only), py::arg("folder"), py::arg("cache_bytes"),
           py::arg("last_move_cost"))
      .def(
          "_add", [](OpenTables& open, const py::bytes& folder) { open.add(path_of(folder)); },
          py::arg("folder"))
      .def("close", &OpenTables::close,
           R"(Closes the files and frees the memory as soon as no lookup uses them.

Running lookups of other threads complete, except that arrays of more than four million positions
(262,144 for best_moves and move_values) may end with ClosedError. Every later lookup raises
ClosedError, and so do `found` and `problems`.)")
      .def_property_readonly("closed", &OpenTables::closed, "True after close().")
      .def_property_readonly("found", &found,
                             "The tables found, whether or not they can be opened, as FoundTables: "
                             "the folders in order, the tables of each by name.")
      .def_property_readonly("problems", &problems,
                             "The problems met so far, as TableProblems, each once. Any lookup may "
                             "add problems.")
      .def("__contains__", &covers, py::arg("position"),
           "True if some table that covers this position can be opened.")
      .def("value", &value, py::arg("position"), py::arg("default") = none_given,
           R"(Returns the margin for the player to move.

If no table covers the position, returns `default` if it is given, else raises MissingTableError.)")
      .def("answer", &answer, py::arg("position"),
           "Returns the values of the position and of every move, and whether the table omits the "
           "layer of one.")
      .def("moves", &moves, py::arg("position"),
           "Returns every move with its value, by index of the edge; none on the full board.")
      .def("best", &best, py::arg("position"),
           "Returns the moves whose value equals that of the position; none on the full board.")
      .def("line", &line, py::arg("position"),
           R"(Returns a line of best play to the end of the game, a list of Moves.

Each move is a best move that captures the most boxes; of several such moves it is the first by index.)")
      .def("values", &values, py::arg("positions"), py::arg("board"), py::arg("threads") = 0,
           py::arg("default") = none_given, py::arg("marked") = false,
           R"(Returns the values of many positions of one board, as an array of int8.

positions  masks, a one-dimensional array of uint64, bit i for edge i; or zeros and ones, bool or any
           whole numbers, of shape (positions, edges). Contiguous masks are used in place; anything
           else is converted once.
board      "3x3"
threads    0: as many as the machine has
default    the value of positions that no table covers, from -128 to 127; without it such positions
           raise MissingTableError
marked     True: a position that cannot be answered raises nothing; its value is NOT_COVERED (unless
           `default` is given) or DAMAGED. `problems` has the errors of the tables

Raises TypeError for a wrong kind of array. Raises PositionError for a wrong shape, for numbers other
than 0 and 1, and for edges beyond the board. Positions are sorted by their place in the files, so
large arrays are faster per position than small ones. The arrays must not change during the call.)")
      .def(
          "move_values", &move_values, py::arg("positions"), py::arg("board"),
          py::arg("threads") = 0, py::arg("marked") = false,
          R"(Returns the value of each move of many positions of one board: int8, of shape (positions, edges).

The value of an edge that is drawn already is DRAWN. The arguments are those of values(): with
marked=True a move whose value is not known has NOT_COVERED or DAMAGED.)")
      .def("best_moves", &best_moves, py::arg("positions"), py::arg("board"),
           py::arg("threads") = 0, py::arg("marked") = false,
           R"(Returns the best moves of many positions of one board, as masks; 0 for the full board.

The arguments are those of values(): with marked=True a position whose moves cannot all be valued has 0.)");
  module.attr("NOT_COVERED") = static_cast<int>(kNotCovered);
  module.attr("DAMAGED") = static_cast<int>(kDamaged);
  module.attr("DRAWN") = static_cast<int>(kDrawn);
  py::class_<StoredPositions>(module, "LayerReader")
      .def(py::init(&open_layer), py::arg("folder"), py::arg("layer"))
      .def_property_readonly("size", &StoredPositions::size)
      .def("next", &next_block);
  module.def("table_named", &table_named, py::arg("name"));
}

}  // namespace pipo::python
