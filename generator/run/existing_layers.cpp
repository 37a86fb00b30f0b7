#include "generator/run/existing_layers.hpp"

#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "generator/plan/table_counts.hpp"
#include "generator/writer/new_file.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/table/section_reader.hpp"
#include "probe/table/table.hpp"

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
void LayerFiles::prefetch(const OpenLayer& layer, const SectionPart& part) const {
  const std::vector<std::uint64_t> needed = blocks(*layer.layout, part);
  for (std::size_t first = 0, end = 0; first < needed.size(); first = end) {
    while (end < needed.size() && needed[end] - needed[first] == end - first) ++end;
    layer.file->prefetch_blocks(needed[first], needed[end - 1] + 1);
  }
}

namespace {

namespace fs = std::filesystem;

// "layer-07.header"
fs::path header_path(const fs::path& folder, int layer) {
  return (folder / layer_file_name(layer)).replace_extension(".header");
}

std::vector<fs::path> omitted_files(const fs::path& folder, const Manifest& manifest) {
  std::vector<fs::path> files;
  for (const ManifestLayer& layer : manifest.layers) {
    files.push_back(header_path(folder, layer.layer));
    if (layer.omitted()) files.push_back(folder / layer_file_name(layer.layer));
  }
  return files;
}

}  // namespace

void keep_header_only(const fs::path& folder, int layer) {
  const fs::path path = folder / layer_file_name(layer);
  {
    NewFile header(header_path(folder, layer));
    header.append(write_header(read_layer_header(path), Finished::yes));
    header.publish();
  }
  sync_folder(folder);
  ::unlink(path.c_str());
}

std::optional<ManifestLayer> kept_header(const fs::path& folder, const TableIdentity& table,
                                         int layer) {
  const fs::path path = header_path(folder, layer);
  return if_whole([&]() -> ManifestLayer {
    const std::string bytes = read_small_file(path, kHeaderBytes);
    const LayerHeader header = read_header(std::as_bytes(std::span(bytes)), path.string());
    if (header.table != table || header.layer != layer) {
      throw_damaged(path.string(), "it is the header of another layer");
    }
    return manifest_layer(header);
  });
}

bool has_omitted_files(const fs::path& folder, const Manifest& manifest) {
  return std::ranges::any_of(omitted_files(folder, manifest), [](const fs::path& file) {
    std::error_code error;
    return fs::exists(file, error);
  });
}

void remove_omitted_files(const fs::path& folder, const Manifest& manifest) {
  for (const fs::path& file : omitted_files(folder, manifest)) ::unlink(file.c_str());
}

namespace {

// Returns the manifest, if there is one that can be trusted.
std::optional<Manifest> manifest_of(const TableIdentity& table,
                                    const std::filesystem::path& folder) {
  auto manifest = if_whole([&] { return read_manifest(folder); });
  if (manifest) require_table(folder, manifest->table, table);
  return manifest;
}

KeptLayers keep_of(const std::optional<Manifest>& manifest, const TableIdentity& table,
                   const GenerateOptions& options) {
  if (options.as_found && manifest) return manifest->kept();
  return options.keep.value_or(KeptLayers::all(table));
}

}  // namespace

ExistingLayers::ExistingLayers(const TableIdentity& table, const GenerateOptions& options,
                               const std::filesystem::path& folder)
    : manifest(manifest_of(table, folder)),
      space(table),
      keep(keep_of(manifest, table, options)),
      files(space, folder),
      folder_(folder),
      kept_(static_cast<std::size_t>(space.states().last_layer()) + 1) {
  const StateSpace& states = space.states();
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    kept_[static_cast<std::size_t>(layer)] = intact_layer(layer);
  }
  require_sources();
}

// Layers that are made from omitted ones without a file need these again, and so on.
void ExistingLayers::require_sources() {
  const StateSpace& states = space.states();
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    if (kept(layer)) continue;
    const int last = last_source_layer(space.identity().board, layer);
    for (int source = layer + 1; source <= last; ++source) {
      if (!files.opened(source)) kept_[static_cast<std::size_t>(source)].reset();
    }
  }
}

// Returns the entry of an omitted layer whose file is not there any more.
std::optional<ManifestLayer> ExistingLayers::omitted_layer(int layer) const {
  if (!omits(layer)) return std::nullopt;
  const auto number = static_cast<std::size_t>(layer - space.states().first_layer());
  if (manifest) return manifest->layers[number];
  return kept_header(folder_, space.identity(), layer);
}

int ExistingLayers::kept_layers() const {
  return static_cast<int>(
      std::ranges::count_if(kept_, [](const auto& layer) { return layer.has_value(); }));
}

std::vector<bool> ExistingLayers::missing() const {
  std::vector<bool> missing;
  for (const auto& layer : kept_) missing.push_back(!layer);
  return missing;
}

std::vector<std::uint64_t> ExistingLayers::least_bytes_to_make() const {
  const TableCounts counts = count_table(space.states());
  const std::vector<std::uint64_t> least = least_layer_bytes(space.states().cut(), counts);
  std::vector<std::uint64_t> to_make;
  for (std::size_t i = 0; i < least.size(); ++i) {
    if (!kept(counts.layers[i].layer)) to_make.push_back(least[i]);
  }
  return to_make;
}

// A layer that contradicts the manifest is made again; that shows which of the two is right.
std::optional<ManifestLayer> ExistingLayers::intact_layer(int layer) {
  const auto number = static_cast<std::size_t>(layer - space.states().first_layer());
  try {
    auto found = files.open_if_there(layer);
    if (!found) return omitted_layer(layer);
    if (!manifest) return found;
    const ManifestLayer& expected = manifest->layers[number];
    const bool same = expected == (expected.omitted() ? without_file(*found) : *found);
    if (same) return found;
    files.close(layer);
    return std::nullopt;
  } catch (const NewerTable&) {
    // A manifest that this version reads has no newer layer, unless a newer program was making the
    // layers anew. Then the header is whole.
    if (!manifest || has_whole_header(folder_ / layer_file_name(layer))) throw;
    return std::nullopt;
  }
}

void ExistingLayers::check_blocks(const GenerateOptions& options) {
  const auto poll = [&] {
    if (options.stopped && options.stopped()) throw Stopped("stopped; nothing was made or lost");
  };
  const double began = steady_seconds();
  const StateSpace& states = space.states();
  GenerateProgress progress{
      .checking = true, .first_layer = states.first_layer(), .last_layer = states.last_layer()};
  // A layer that the table omits has no file.
  const auto has_file = [&](std::size_t layer) {
    return kept_[layer] && files.opened(static_cast<int>(layer));
  };
  for (std::size_t layer = 0; layer < kept_.size(); ++layer) {
    if (has_file(layer)) progress.values_total += kept_[layer]->stored;
  }
  std::mutex mutex;
  parallel_loop(std::size_t{0}, kept_.size(), [&](std::size_t layer) {
    if (!has_file(layer)) return;
    const std::uint64_t stored = kept_[layer]->stored;
    if (!files.intact(static_cast<int>(layer), poll)) {
      kept_[layer].reset();
      files.close(static_cast<int>(layer));
    }
    const std::lock_guard lock(mutex);
    progress.layer = static_cast<int>(layer);
    progress.values_done += stored;
    progress.seconds = steady_seconds() - began;
    if (options.progress) options.progress(progress);
  });
  require_sources();
}

}  // namespace pipo
