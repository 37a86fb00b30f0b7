// Writes the files of layers: cuts sections into blocks, encodes them in parallel and hashes their
// content.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "generator/writer/block_worker.hpp"
#include "generator/writer/layer_encoder.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class LayerStream;
class NewFile;

class LayerWriter {
 public:
  // `space` must outlive the writer. The folder must exist.
  LayerWriter(const TableSpace& space, std::filesystem::path folder);

  // Waits for files that are still being synced.
  ~LayerWriter();
  LayerWriter(const LayerWriter&) = delete;
  LayerWriter& operator=(const LayerWriter&) = delete;

  // Writes a layer under a temporary name. Another thread syncs it and renames it to layer-NN.pipo,
  // so that no core waits for the disk. The bytes do not depend on the number of threads. One call
  // at a time; inside a task, the calling thread takes up no other work while it waits. Throws
  // NoSpace or CannotWrite, and leaves nothing behind.
  ManifestLayer write(int layer, const SectionValues& section);

  // Writes several layers at a time, in parts: begin(), add() until complete, end().
  std::unique_ptr<LayerStream> begin(int layer) const;
  void add(LayerStream& layer, std::span<const SectionKey> keys, const SectionValues& values);
  ManifestLayer end(std::unique_ptr<LayerStream> layer);

  // Waits until all layers written are safely on disk under their names. Call it before
  // write_manifest. Throws NoSpace or CannotWrite if one could not be completed.
  void finish();

 private:
  void publish(std::unique_ptr<NewFile> file);

  const TableSpace* space_;
  std::filesystem::path folder_;
  BlockWorkers workers_;
  std::mutex mutex_;
  std::vector<std::future<void>> publishing_;
};

// Writes `folder`/manifest.json, which makes the table complete. Throws NoSpace, CannotWrite.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace pipo
