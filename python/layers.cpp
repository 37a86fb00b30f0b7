// Iterates over the stored positions of a layer, block by block.
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "pipopipette/stored_positions.hpp"
#include "python/arguments.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/locks_of_process.hpp"
#include "python/open_tables.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

// The least number of positions in a block for Python, since the blocks of the files are small on
// small boards.
constexpr std::size_t kBlock = std::size_t{1} << 16;

template <typename Array, typename T>
Array array_of(const std::vector<T>& values) {
  Array array(static_cast<py::ssize_t>(values.size()));
  std::ranges::copy(values, array.mutable_data());
  return array;
}

// Reads a layer. Only one thread reads at a time; others wait. A child of fork() continues where
// its parent was, unless another thread was reading at that moment.
class LayerReader {
 public:
  explicit LayerReader(StoredPositions&& stored)
      : reading_(std::make_unique<Reading>(Reading{std::move(stored), {}, {}})),
        size_(reading_->stored.size()) {}
  ~LayerReader() { locks(); }
  LayerReader(const LayerReader&) = delete;
  LayerReader& operator=(const LayerReader&) = delete;

  std::uint64_t size() const { return size_; }

  // Returns (masks, values), or None at the end. The caller owns the arrays.
  py::object next() {
    std::vector<EdgeSet> drawn;
    std::vector<std::int8_t> values;
    Locks& held = locks();
    {
      const py::gil_scoped_release released;
      const std::lock_guard lock(held.mutex);
      if (!reading_) {
        throw Closed(
            "when this process was forked, another thread was reading this layer; iterate again");
      }
      const Changing changing(held.changing);
      read(*reading_, drawn, values);
    }
    if (drawn.empty()) return py::none();
    return py::make_tuple(array_of<Masks>(drawn), array_of<Values>(values));
  }

 private:
  struct Locks {
    std::mutex mutex;
    std::atomic<bool> changing = false;
  };

  struct Reading {
    StoredPositions stored;
    std::vector<EdgeSet> more_drawn;
    std::vector<std::int8_t> more_values;
  };

  Locks& locks() {
    return locks_.get([this](const Locks& at_fork) {
      // A reader that is half changed is neither used nor destroyed.
      if (at_fork.changing) static_cast<void>(reading_.release());
    });
  }

  static void read(Reading& reading, std::vector<EdgeSet>& drawn,
                   std::vector<std::int8_t>& values) {
    auto& [stored, more_drawn, more_values] = reading;
    while (drawn.size() < kBlock && stored.next(more_drawn, more_values)) {
      drawn.insert(drawn.end(), more_drawn.begin(), more_drawn.end());
      values.insert(values.end(), more_values.begin(), more_values.end());
    }
  }

  LocksOfProcess<Locks> locks_;
  std::unique_ptr<Reading> reading_;
  std::uint64_t size_;
};

std::unique_ptr<LayerReader> open_layer(const py::bytes& folder, int layer) {
  const std::filesystem::path path = path_of(folder);
  const py::gil_scoped_release released;
  return std::make_unique<LayerReader>(StoredPositions(path, layer));
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

void bind_layers(py::module_& module) {
  py::class_<LayerReader>(module, "LayerReader")
      .def(py::init(&open_layer), py::arg("folder"), py::arg("layer"))
      .def_property_readonly("size", &LayerReader::size)
      .def("next", &LayerReader::next);
  module.def("table_named", &table_named, py::arg("name"));
}

}  // namespace pipo::python
