// The stored positions of a layer as questions of JavaScript, block by block.
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/stored_positions.hpp"
#include "pipopipette/table_identity.hpp"
#include "wasm/npm/questions.hpp"

namespace pipo {
namespace {

// The least number of positions in a block, since the blocks of the files are small on small
// boards.
constexpr std::size_t kBlock = std::size_t{1} << 16;

// A layer that is being read, up to a block.
struct OpenLayer {
  std::filesystem::path folder;
  int layer;
  StoredPositions stored;
  int next = 0;
};

// The layer that was asked for last. Two layers that are read by turns are opened again and again.
std::optional<OpenLayer> open_layer;

struct Block {
  std::vector<EdgeSet> drawn;
  std::vector<std::int8_t> values;
};

// Returns the next positions; none at the end.
Block next_block(OpenLayer& open) {
  Block block;
  Block more;
  while (block.drawn.size() < kBlock && open.stored.next(more.drawn, more.values)) {
    block.drawn.insert(block.drawn.end(), more.drawn.begin(), more.drawn.end());
    block.values.insert(block.values.end(), more.values.begin(), more.values.end());
  }
  ++open.next;
  return block;
}

// Returns the layer, before the block with this number.
OpenLayer& layer_before(const Json& given, int number) {
  const std::filesystem::path folder = text_given(given, "folder");
  const int layer = int_given(given.at("layer"), "a layer");
  const bool is_open = open_layer && open_layer->folder == folder && open_layer->layer == layer;
  if (!is_open || open_layer->next > number) {
    open_layer.reset();
    open_layer.emplace(folder, layer, StoredPositions(folder, layer));
  }
  while (open_layer->next < number) next_block(*open_layer);
  return *open_layer;
}

Json table_named(const LibraryQuestion& question) {
  const std::string name = text_given(question.given, "table");
  if (const auto table = table_of_folder(name)) {
    return {{"board", table->board.name()},
            {"edges", table->board.edges()},
            {"first", Position{table->board, table->start}.layer()}};
  }
  const Board board = Board::parse(name);
  throw BadInput("the table of " + board.name() + " is " + board.transposed().name() +
                 ": its positions have that board");
}

Json layer_size(const LibraryQuestion& question) {
  return layer_before(question.given, 0).stored.size();
}

// Returns null after the last block.
Json layer_block(const LibraryQuestion& question) {
  const int number = int_given(question.given.at("number"), "a block");
  const Block block = [&] {
    try {
      return next_block(layer_before(question.given, number));
    } catch (...) {
      open_layer.reset();  // some blocks of the file may have been read, which must not be left out
      throw;
    }
  }();
  if (block.drawn.empty()) return {};
  return {{"drawn", hexadecimal(block.drawn)}, {"values", hexadecimal(block.values)}};
}

constexpr std::array kLayersFunctions = std::to_array<LibraryFunction>({
    {"layers/table", table_named},
    {"layers/size", layer_size},
    {"layers/block", layer_block},
});

}  // namespace

std::span<const LibraryFunction> layers_functions() {
  return kLayersFunctions;
}

}  // namespace pipo
