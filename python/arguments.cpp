#include "python/arguments.hpp"

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

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

}  // namespace pipo::python
