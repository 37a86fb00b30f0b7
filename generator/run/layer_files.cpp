#include "generator/run/layer_files.hpp"

#include <utility>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/table/layer_content.hpp"
#include "probe/table/lazy_table.hpp"
#include "probe/table/section_reader.hpp"

namespace pipo {

LayerFiles::LayerFiles(const TableSpace& space, std::filesystem::path folder)
    : space_(space),
      folder_(std::move(folder)),
      keep_open_(OpenFileBudget().take(kFilesATable)),
      layers_(space.states().last_layer() + 1) {}

void LayerFiles::open(int layer) {
  auto opened = std::make_shared<OpenLayer>(
      OpenLayer{std::make_shared<const LayerLayout>(space_.states(), layer)});
  opened->file = std::make_unique<LayerFile>(folder_ / layer_file_name(layer), space_.identity(),
                                             *opened->layout, keep_open_);
  layers_[layer] = std::move(opened);
}

void LayerFiles::open(const GrowingLayer& growing) {
  const int layer = growing.header.layer;
  auto opened = std::make_shared<OpenLayer>(OpenLayer{growing.layout});
  opened->file =
      std::make_unique<LayerFile>(growing.file, growing.header, *opened->layout, growing.index);
  layers_[layer] = std::move(opened);
}

std::optional<ManifestLayer> LayerFiles::open_if_there(int layer) {
  return if_whole([&] {
    read_layer_header(folder_ / layer_file_name(layer));  // there may be no file; a layout is slow
    open(layer);
    return manifest_layer(layers_[layer]->file->header());
  });
}

bool LayerFiles::intact(int layer, const Poll& poll) const {
  const LayerFile& file = *layers_[layer]->file;
  try {
    check_content(file, layer_content(space_, file, poll));
    return true;
  } catch (const DamagedTable&) {
    return false;
  }
}

void LayerFiles::load(const OpenLayer& layer, const SectionPart& part, std::int8_t* values) const {
  const SectionReader reader(space_, *layer.layout, part);
  const std::vector<std::uint64_t> blocks = reader.blocks();
  parallel_loop(std::size_t{0}, blocks.size(),
                [&](std::size_t i) { reader.read(*layer.file, blocks[i], values); });
}

std::vector<std::uint64_t> LayerFiles::blocks(const LayerLayout& layout,
                                              const SectionPart& part) const {
  return SectionReader(space_, layout, part).blocks();
}

std::uint64_t LayerFiles::bytes(const OpenLayer& layer, const SectionPart& part) const {
  std::uint64_t bytes = 0;
  for (const std::uint64_t block : blocks(*layer.layout, part))
    bytes += layer.file->bytes_of_blocks(block, block + 1);
  return bytes;
}

// Announces each run of consecutive blocks at once.
void LayerFiles::expect(const OpenLayer& layer, const SectionPart& part) const {
  const std::vector<std::uint64_t> needed = blocks(*layer.layout, part);
  for (std::size_t first = 0, end = 0; first < needed.size(); first = end) {
    while (end < needed.size() && needed[end] - needed[first] == end - first) ++end;
    layer.file->expect_blocks(needed[first], needed[end - 1] + 1);
  }
}

}  // namespace pipo
