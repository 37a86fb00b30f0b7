#include "generator/run/layer_files.hpp"

#include <tbb/parallel_for.h>

#include <bit>
#include <utility>

#include "pipopipette/error.hpp"
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
      keep_open_(OpenFileBudget().take(kFilesATable)),
      layers_(space.states().last_layer() + 1) {}

void LayerFiles::open(int layer) {
  auto opened =
      std::make_unique<OpenLayer>(OpenLayer{LayerLayout(space_.states(), layer), nullptr});
  opened->file = std::make_unique<LayerFile>(folder_ / layer_file_name(layer), space_.identity(),
                                             opened->layout, keep_open_);
  layers_[layer] = std::move(opened);
}

std::optional<ManifestLayer> LayerFiles::open_if_there(int layer) {
  try {
    open(layer);
  } catch (const UnreadableTable&) {
    throw;
  } catch (const NewerTable&) {
    throw;
  } catch (const MissingTable&) {
    return std::nullopt;
  } catch (const DamagedTable&) {
    return std::nullopt;
  }
  // Left behind by an older program or with --square: made again, too, so that the table is all of
  // one kind.
  const LayerHeader& header = layers_[layer]->file->header();
  if (header.thinning != space_.thinning()) return std::nullopt;
  return manifest_layer(header);
}

bool LayerFiles::intact(int layer, const std::function<void()>& poll) const {
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

void LayerFiles::load(const SectionKey& key, std::int8_t* values) const {
  const LayerFile& file = *layers_[key.layer()]->file;
  const SectionReader::Blocks blocks = reader_.blocks(file, key);
  tbb::parallel_for(blocks.first, blocks.end,
                    [&](std::uint64_t number) { reader_.read_block(file, number, values); });
  reader_.fill_twins(file, key, values);
}

}  // namespace pipo
