#include "generator/run/table_remains.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "generator/plan/disk_plan.hpp"
#include "generator/plan/last_source.hpp"
#include "generator/run/omitted_files.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_file.hpp"

namespace pipo {
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

TableRemains::TableRemains(const TableIdentity& table, const GenerateOptions& options,
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
void TableRemains::require_sources() {
  const StateSpace& states = space.states();
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    if (kept(layer)) continue;
    const int last = last_source(space.identity().board, layer);
    for (int source = layer + 1; source <= last; ++source) {
      if (!files.opened(source)) kept_[static_cast<std::size_t>(source)].reset();
    }
  }
}

// Returns the entry of an omitted layer whose file is not there any more.
std::optional<ManifestLayer> TableRemains::omitted_layer(int layer) const {
  if (!omits(layer)) return std::nullopt;
  const auto number = static_cast<std::size_t>(layer - space.states().first_layer());
  if (manifest) return manifest->layers[number];
  return kept_header(folder_, space.identity(), layer);
}

int TableRemains::kept_layers() const {
  return static_cast<int>(
      std::ranges::count_if(kept_, [](const auto& layer) { return layer.has_value(); }));
}

std::vector<bool> TableRemains::missing() const {
  std::vector<bool> missing;
  for (const auto& layer : kept_) missing.push_back(!layer);
  return missing;
}

std::vector<std::uint64_t> TableRemains::least_bytes_to_make() const {
  const TableCounts counts = count_table(space.states());
  const std::vector<std::uint64_t> least = least_layer_bytes(space.states().cut(), counts);
  std::vector<std::uint64_t> to_make;
  for (std::size_t i = 0; i < least.size(); ++i) {
    if (!kept(counts.layers[i].layer)) to_make.push_back(least[i]);
  }
  return to_make;
}

// A layer that contradicts the manifest is made again; that shows which of the two is right.
std::optional<ManifestLayer> TableRemains::intact_layer(int layer) {
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

void TableRemains::check_blocks(const GenerateOptions& options) {
  const auto poll = [&] {
    if (options.stopped && options.stopped()) throw Stopped("stopped; nothing was made or lost");
  };
  const double began = steady_seconds();
  const StateSpace& states = space.states();
  GenerateProgress progress{
      .checking = true, .first_layer = states.first_layer(), .last_layer = states.last_layer()};
  for (const auto& layer : kept_) progress.values_total += layer ? layer->stored : 0;
  std::mutex mutex;
  parallel_loop(std::size_t{0}, kept_.size(), [&](std::size_t layer) {
    if (!kept_[layer] || !files.opened(static_cast<int>(layer))) return;
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
