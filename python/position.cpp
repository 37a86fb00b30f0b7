// Python's positions and edges.
#include "pipopipette/position.hpp"

#include <pybind11/stl.h>

#include <functional>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/rules.hpp"
#include "python/arguments.hpp"
#include "python/bindings.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

HeldPosition from_mask(const py::object& board_text, const py::object& mask) {
  const Board board = board_of(board_text);
  const IndexSet drawn = board.is_small() ? IndexSet(edges_of(mask)) : edges_of_any_board(mask);
  check_edges(board, drawn);
  return HeldPosition({board, drawn});
}

HeldPosition from_picture(const py::object& text) {
  return HeldPosition(parse_picture(text_of(text, "a picture must be text")));
}

HeldPosition draw(const HeldPosition& held, const py::object& edge) {
  const Position& position = held.get();
  const int index = edge_of(position.board, edge);
  if (position.drawn.contains(index)) {
    throw BadInput(edge_name(position.board, index) + " is drawn already in " +
                   to_string(position));
  }
  Position after = position;
  after.drawn.insert(index);
  return HeldPosition(after);
}

std::vector<int> boxes_completed_by(const HeldPosition& held, const py::object& edge) {
  const Position& position = held.get();
  return completed_by(position, edge_of(position.board, edge)).members();
}

// (quiet, captured)
py::tuple settle(const Position& position) {
  const Settled result = settled(position);
  return py::make_tuple(HeldPosition(result.quiet), result.captured.members());
}

// Compares with another Position. Python refuses to compare with anything else.
template <typename Compare>
auto compared_by(Compare compare) {
  return [compare](const HeldPosition& a, const py::object& b) -> py::object {
    if (!py::isinstance<HeldPosition>(b)) {
      return py::reinterpret_borrow<py::object>(Py_NotImplemented);
    }
    return py::bool_(compare(a.get(), b.cast<const HeldPosition&>().get()));
  };
}

py::tuple edge_names(const py::object& board_text) {
  const Board board = board_of(board_text);
  py::tuple names(board.edges());
  for (int edge = 0; edge < board.edges(); ++edge) names[edge] = edge_name(board, edge);
  return names;
}

template <typename F>
auto of(F f) {
  return [f](const HeldPosition& held) { return f(held.get()); };
}

}  // namespace

void bind_positions(py::module_& module) {
  py::class_<HeldPosition> position(
      module, "Position",
      R"(A board and its drawn edges. The owners of boxes are not part of it.

Position("3x3:110001000011101010101000") reads a position's text: the board, then a 0 (open) or
1 (drawn) for each edge, the horizontal ones first, row by row from the top, then the vertical
ones, row by row. Boxes are numbered row by row from the top, from 0. Positions are immutable and can
be compared, hashed and pickled; they are ordered by rows, columns and the number `drawn`. str()
returns the text. Malformed text raises PositionError.)");
  // Pickles and help() thereby name the package, not its compiled part.
  position.attr("__module__") = "pipopipette";
  position
      .def(py::init([](const py::object& text) { return HeldPosition(position_of(text)); }),
           py::arg("text"), py::pos_only(), "Reads the text of a position.")
      .def_static("from_mask", &from_mask, py::arg("board"), py::arg("drawn"),
                  "The position of a board (\"3x3\") with the edges of a set drawn: bit i of the "
                  "number for edge i.")
      .def_static("from_picture", &from_picture, py::arg("text"),
                  "Reads a picture of dots and lines, as picture() writes it or drawn by hand.")
      .def_property_readonly("board", of([](const Position& p) { return p.board.name(); }),
                             "\"3x3\".")
      .def_property_readonly("rows", of([](const Position& p) { return p.board.rows(); }),
                             "Rows of boxes.")
      .def_property_readonly("columns", of([](const Position& p) { return p.board.columns(); }),
                             "Columns of boxes.")
      .def_property_readonly("drawn", of([](const Position& p) { return number_of(p.drawn); }),
                             "The set of drawn edges: bit i for edge i.")
      .def_property_readonly("open", of([](const Position& p) { return number_of(p.open()); }),
                             "The set of edges that are not drawn: bit i for edge i.")
      .def_property_readonly("layer", of([](const Position& p) { return p.layer(); }),
                             "The number of drawn edges.")
      .def("draw", &draw, py::arg("edge"),
           "The position with one more edge drawn, given by name (\"h0.0\") or index.")
      .def("picture", of([](const Position& p) { return picture(p); }),
           "The position as a picture of several lines.")
      .def("legal_moves", of([](const Position& p) { return legal_moves(p); }),
           "The indices of the open edges, ascending. Each of them is a legal move.")
      .def("completed_by", &boxes_completed_by, py::arg("edge"),
           "The numbers of the boxes that drawing an open edge completes: none, one or two.")
      .def("complete_boxes", of([](const Position& p) { return complete_boxes(p).members(); }),
           "The numbers of the boxes with all four sides drawn, ascending.")
      .def(
          "settled", of(&settle),
          "Takes every box that can be taken: draws the last open edge of a box with three sides "
          "drawn, until there is none. Returns (quiet, captured): the position without such boxes, "
          "and the numbers of the boxes taken.")
      .def("canonical", of([](const Position& p) { return HeldPosition(canonical(p)); }),
           "The position that represents all mirror images of this one, transposed ones too. They "
           "have the same value. Its board has at least as many columns as rows; of the images on "
           "that board it is the least.")
      .def("__eq__", compared_by(std::equal_to<Position>()))
      .def("__lt__", compared_by(std::less<Position>()))
      .def("__le__", compared_by(std::less_equal<Position>()))
      .def("__gt__", compared_by(std::greater<Position>()))
      .def("__ge__", compared_by(std::greater_equal<Position>()))
      .def("__hash__", of(std::hash<Position>()))
      .def("__str__", of([](const Position& p) { return to_string(p); }))
      .def("__repr__", of([](const Position& p) { return "Position('" + to_string(p) + "')"; }))
      .def("__reduce__", [](const py::object& self) {
        return py::make_tuple(py::type::of(self), py::make_tuple(py::str(self)));
      });
  module.def("edge_names", &edge_names, py::arg("board"),
             R"(Returns the names of a board's edges ("h0.0", ...), by index.

Edge i is bit i of a mask, column i of an array of zeros and ones, and character i after the colon in a
position's text.)");
  module.def(
      "edge_index",
      [](const py::object& board, const py::object& edge) {
        return edge_of(board_of(board), edge);
      },
      py::arg("board"), py::arg("edge"),
      "Returns the index of an edge given by name, \"h0.0\", or by index, which is checked.");
}

}  // namespace pipo::python
