#include "python/arguments.hpp"

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "python/bindings.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

std::string type_name(py::handle object) {
  return Py_TYPE(object.ptr())->tp_name;
}

// Wraps a new reference. Throws if it is null, because Python has raised an error.
template <typename T>
T checked(PyObject* object) {
  if (object == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<T>(object);
}

py::int_ whole_number(py::handle object, std::string_view what) {
  // Python treats True as 1, but the caller hardly means that.
  if (PyIndex_Check(object.ptr()) == 0 || PyBool_Check(object.ptr()) != 0) {
    throw py::type_error(std::string(what) + ", not " + type_name(object));
  }
  return checked<py::int_>(PyNumber_Index(object.ptr()));
}

// Returns the index of the first entry of a row that is neither 0 nor 1.
std::size_t first_bad(const std::uint8_t* row, std::size_t edges) {
  return std::find_if(row, row + edges, [](std::uint8_t bit) { return bit > 1; }) - row;
}

// Converts rows of zeros and ones, one byte each, to masks.
Masks to_masks(const Bits& bits, const py::object& board_text) {
  const Board board = board_of(board_text);
  board.expect_small();
  const auto edges = static_cast<std::size_t>(board.edges());
  if (bits.ndim() != 2 || bits.shape(1) != board.edges()) {
    throw BadInput("zeros and ones must have the shape (positions, " + std::to_string(edges) +
                   ") on " + board.name());
  }
  const std::size_t rows = bits.shape(0);
  Masks masks(static_cast<py::ssize_t>(rows));
  const std::uint8_t* row = bits.data();
  EdgeSet* to = masks.mutable_data();
  const py::gil_scoped_release released;
  for (std::size_t i = 0; i < rows; ++i, row += edges) {
    EdgeSet drawn = 0;
    std::uint8_t seen = 0;
    for (std::size_t edge = 0; edge < edges; ++edge) {
      seen |= row[edge];
      drawn |= static_cast<EdgeSet>(row[edge] & 1U) << edge;
    }
    if (seen > 1) {
      throw BadInput("position " + std::to_string(i) + ", edge " +
                     std::to_string(first_bad(row, edges)) + ": neither 0 (open) nor 1 (drawn)");
    }
    to[i] = drawn;
  }
  return masks;
}

Bits to_bits(const Masks& masks, const py::object& board_text) {
  const Board board = board_of(board_text);
  const std::span<const EdgeSet> from = masks_in(masks);
  check_masks(board, from);
  Bits bits({static_cast<py::ssize_t>(from.size()), static_cast<py::ssize_t>(board.edges())});
  std::uint8_t* to = bits.mutable_data();
  const py::gil_scoped_release released;
  for (const EdgeSet drawn : from) {
    for (int edge = 0; edge < board.edges(); ++edge) *to++ = drawn >> edge & 1;
  }
  return bits;
}

}  // namespace

const Position& HeldPosition::get() const {
  if (position_.board.rows() < 1) throw BadInput("this Position was never initialised");
  return position_;
}

std::string text_of(py::handle object, std::string_view what) {
  if (PyUnicode_Check(object.ptr()) == 0) {
    throw py::type_error(std::string(what) + ", not " + type_name(object));
  }
  const auto bytes =
      checked<py::bytes>(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "backslashreplace"));
  return bytes;
}

py::str text_for_people(std::string_view bytes) {
  return checked<py::str>(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()),
                                               "backslashreplace"));
}

std::filesystem::path path_of(const py::bytes& path) {
  return std::string(path);
}

py::str path_text(const std::filesystem::path& path) {
  const std::string& bytes = path.native();
  return checked<py::str>(
      PyUnicode_DecodeFSDefaultAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size())));
}

Board board_of(py::handle object) {
  return Board::parse(text_of(object, "a board must be text such as \"3x3\""));
}

Position position_of(py::handle object) {
  if (py::isinstance<HeldPosition>(object)) return object.cast<const HeldPosition&>().get();
  return parse_position(
      text_of(object, "a position must be text such as \"1x1:0111\" or a Position"));
}

EdgeSet edges_of(py::handle object) {
  const py::int_ number =
      whole_number(object, "a set of edges must be a whole number, bit i for edge i");
  const EdgeSet edges = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw BadInput("a set of edges must be a number from 0 to 2**64 - 1");
  }
  return edges;
}

IndexSet edges_of_any_board(py::handle object) {
  const py::int_ number =
      whole_number(object, "a set of edges must be a whole number, bit i for edge i");
  constexpr int kBytes = (kMaximumEdges + 7) / 8;
  std::string bytes;
  try {
    bytes = number.attr("to_bytes")(kBytes, "little").cast<std::string>();
  } catch (const py::error_already_set&) {
    throw BadInput("a set of edges must be a number from 0 on, bit i for edge i of the board");
  }
  IndexSet edges;
  for (int edge = 0; edge < 8 * kBytes; ++edge) {
    if (static_cast<unsigned char>(bytes[static_cast<std::size_t>(edge / 8)]) >> edge % 8 & 1) {
      edges.insert(edge);
    }
  }
  return edges;
}

py::object number_of(const IndexSet& edges) {
  py::object number = py::int_(0);
  const std::vector<std::uint64_t> words = edges.as_words();
  for (std::size_t i = words.size(); i > 0; --i) {
    number = number.attr("__lshift__")(64).attr("__or__")(py::int_(words[i - 1]));
  }
  return number;
}

int edge_of(const Board& board, py::handle object) {
  const std::string_view what = "an edge must be its name, such as \"h0.0\", or its index";
  if (PyUnicode_Check(object.ptr()) != 0) return parse_edge(board, text_of(object, what));
  return parse_edge(board, py::cast<std::string>(py::str(whole_number(object, what))));
}

void check_masks(const Board& board, std::span<const EdgeSet> masks) {
  const py::gil_scoped_release released;
  EdgeSet seen = 0;
  for (const EdgeSet drawn : masks) seen |= drawn;
  if ((seen & ~board.all()) == 0) return;
  const auto bad =
      std::ranges::find_if(masks, [&](EdgeSet drawn) { return (drawn & ~board.all()) != 0; });
  throw BadInput("position " + std::to_string(bad - masks.begin()) + ": edges beyond the " +
                 std::to_string(board.edges()) + " of " + board.name() + " are drawn");
}

void bind_arrays(py::module_& module) {
  module.def("to_masks", &to_masks, py::arg("bits").noconvert(), py::arg("board"));
  module.def("to_bits", &to_bits, py::arg("masks").noconvert(), py::arg("board"));
}

}  // namespace pipo::python
