// All stored positions of a layer, block by block.
#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/stored_positions.hpp"
#include "probe/python/arguments.hpp"
#include "probe/python/arrays.hpp"
#include "probe/python/bindings.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

// The blocks of the files are small on small boards; so many positions at least make a block here.
constexpr std::size_t kBlock = std::size_t{1} << 16;

template <typename Array, typename T>
Array array_of(const std::vector<T>& values) {
  Array array(static_cast<py::ssize_t>(values.size()));
  std::ranges::copy(values, array.mutable_data());
  return array;
}

// Used by one thread at a time; others wait.
class LayerReader {
 public:
  explicit LayerReader(StoredPositions&& stored) : stored_(std::move(stored)) {}

  std::uint64_t size() const { return stored_.size(); }

  // (masks, values), or None at the end. The arrays are the caller's own.
  py::object next() {
    std::vector<EdgeSet> drawn;
    std::vector<std::int8_t> values;
    {
      const py::gil_scoped_release released;
      const std::lock_guard lock(mutex_);
      read(drawn, values);
    }
    if (drawn.empty()) return py::none();
    return py::make_tuple(array_of<Masks>(drawn), array_of<Values>(values));
  }

 private:
  void read(std::vector<EdgeSet>& drawn, std::vector<std::int8_t>& values) {
    while (drawn.size() < kBlock && stored_.next(more_drawn_, more_values_)) {
      drawn.insert(drawn.end(), more_drawn_.begin(), more_drawn_.end());
      values.insert(values.end(), more_values_.begin(), more_values_.end());
    }
  }

  std::mutex mutex_;
  StoredPositions stored_;
  std::vector<EdgeSet> more_drawn_;
  std::vector<std::int8_t> more_values_;
};

std::unique_ptr<LayerReader> open_layer(const py::bytes& folder, int layer) {
  const std::filesystem::path path = path_of(folder);
  const py::gil_scoped_release released;
  return std::make_unique<LayerReader>(StoredPositions(path, layer));
}

// The board of the table with this name, its number of edges, and those of its start.
py::tuple table_named(const py::object& name_text) {
  const std::string name = text_of(name_text, "a table is named by text such as \"3x3\"");
  if (const auto table = table_of_folder(name)) {
    return py::make_tuple(table->board.name(), table->board.edges(),
                          Position{table->board, table->start}.layer());
  }
  const Board board = Board::parse(name);
  throw BadInput("the table of " + board.name() + " is " + board.transposed().name() +
                 ": its positions are of that board");
}

}  // namespace

void bind_layers(py::module_& module) {
  py::class_<LayerReader>(module, "LayerReader")
      .def(py::init(&open_layer), py::arg("folder"), py::arg("layer"))
      .def_property_readonly("size", &LayerReader::size)
      .def("next", &LayerReader::next);
  module.def("table_named", &table_named, py::arg("name"));
}

}  // namespace pipo::python
