#include "generator/run/layer_files.hpp"

#include <numeric>
#include <utility>

#include "parallel/with_threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/space/thinning.hpp"
#include "probe/table/layer_content.hpp"
#include "probe/table/lazy_table.hpp"

namespace pipo {

LayerFiles::LayerFiles(const TableSpace& space, std::filesystem::path folder)
    : space_(space),
      folder_(std::move(folder)),
      reader_(space),
      part_reader_(space),
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
  // Reads the header first: it is cheap, and there may be no file at all. Layers from an older
  // program or from --square are made again as well, so that all layers are of one kind.
  return if_whole([&]() -> ManifestLayer {
    const std::filesystem::path path = folder_ / layer_file_name(layer);
    if (read_layer_header(path).thinning != space_.thinning())
      throw_damaged(path.string(), "leaves out other values");
    open(layer);
    return manifest_layer(layers_[layer]->file->header());
  });
}

bool LayerFiles::intact(int layer, const Poll& poll) const {
  const LayerFile& file = *layers_[layer]->file;
  try {
    if (space_.thinning() != Thinning::square) {
      check_content(file, layer_content(space_, file, poll));
      return true;
    }
    PackedBlock block;
    for (std::uint64_t number = 0; number < file.layout().blocks(); ++number) {
      poll();
      file.read_block(number, block);
    }
    return true;
  } catch (const DamagedTable&) {
    return false;
  }
}

bool LayerFiles::is_whole(const SectionPart& part) const {
  return part.values() == whole(space_.states(), part.key).values();
}

void LayerFiles::load(const OpenLayer& layer, const SectionPart& part, std::int8_t* values) const {
  const LayerFile& file = *layer.file;
  if (!is_whole(part)) {
    const std::vector<PartReader::Piece> pieces = part_reader_.pieces(file.layout(), part);
    parallel_loop(std::size_t{0}, pieces.size(),
                  [&](std::size_t i) { part_reader_.read(file, part, pieces[i], values); });
    return;
  }
  const SectionReader::Blocks blocks = reader_.blocks(file, part.key);
  parallel_loop(blocks.first, blocks.end,
                [&](std::uint64_t number) { reader_.read_block(file, number, values); });
  reader_.fill_twins(file, part.key, values);
}

std::vector<std::uint64_t> LayerFiles::blocks(const LayerLayout& layout,
                                              const SectionPart& part) const {
  std::vector<std::uint64_t> blocks;
  if (!is_whole(part)) {
    for (const auto& piece : part_reader_.pieces(layout, part)) blocks.push_back(piece.block);
    return blocks;
  }
  const StoredSection& section = layout.sections()[layout.find(part.key).value()];
  blocks.resize(section.blocks());
  std::iota(blocks.begin(), blocks.end(), section.first_block);
  return blocks;
}

std::uint64_t LayerFiles::bytes(const OpenLayer& layer, const SectionPart& part) const {
  std::uint64_t bytes = 0;
  for (const std::uint64_t block : blocks(*layer.layout, part))
    bytes += layer.file->bytes_of_blocks(block, block + 1);
  return bytes;
}

void LayerFiles::expect(const OpenLayer& layer, const SectionPart& part) const {
  if (!is_whole(part)) {
    for (const auto& piece : part_reader_.pieces(*layer.layout, part))
      layer.file->expect_blocks(piece.block, piece.block + 1);
    return;
  }
  const SectionReader::Blocks blocks = reader_.blocks(*layer.file, part.key);
  layer.file->expect_blocks(blocks.first, blocks.end);
}

}  // namespace pipo
