// Writes the files of a table's layers, several at a time.
//
// Sections come in any order, whole or some rows at a time; the index says where each block is.
// Blocks are encoded here or by another process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "generator/writer/layer_encoder.hpp"
#include "probe/base/descriptor.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/manifest.hpp"
#include "probe/file/read_only_file.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// The block index of a file that is being written: in memory, or in a separate file if it is large.
class GrowingIndex {
 public:
  // Creates an index for this many blocks; a large one is in a file in this folder. Throws
  // OutOfResources, CannotWrite.
  GrowingIndex(std::filesystem::path folder, std::uint64_t blocks,
               std::uint64_t most_blocks_in_memory = kMostBlocksInMemory);

  // Sets entries that follow each other. Throws OutOfResources, CannotWrite.
  void set(std::uint64_t first, std::span<const IndexEntry> entries);

  // Returns the index for reading, with the entries set so far and later. Its copies stay readable
  // when this object is gone.
  const BlockIndex& reading() const { return *reading_; }

 private:
  std::filesystem::path folder_;
  std::shared_ptr<std::vector<IndexEntry>> listed_;  // null if there is a file
  std::shared_ptr<const Descriptor> file_;
  std::optional<BlockIndex> reading_;
};

// The part of a layer that has been written so far, for reading it.
struct GrowingLayer {
  ReadOnlyFile file;
  std::uint64_t inode = 0;
  std::shared_ptr<const LayerLayout> layout;
  LayerHeader header;  // without content
  BlockIndex index;    // has the entries of all blocks written
};

// One thread at a time writes; others may call growing() and finish() meanwhile.
class LayerWriter {
 public:
  // `space` must outlive the writer. The folder must exist. The index of a layer with more blocks
  // than these is in a separate file until it is complete.
  LayerWriter(const TableSpace& space, std::filesystem::path folder,
              std::uint64_t most_blocks_in_memory = kMostBlocksInMemory);

  // Waits for files that are still being synced, and removes those that are not complete.
  ~LayerWriter();
  LayerWriter(const LayerWriter&) = delete;
  LayerWriter& operator=(const LayerWriter&) = delete;

  // Adds rows of sections to a layer's file, which the first call begins. The rows of a section
  // come in order, before those of the layer's next one. Returns nothing until the layer is
  // complete. Then ends the file, see end(). Does not use `rows` after it returns.
  //
  // The bytes do not depend on the number of threads. Inside a task, the calling thread takes up no
  // other work while it waits. Throws OutOfResources or CannotWrite, and removes the file.
  std::optional<ManifestLayer> add(int layer, std::span<const SectionRows> rows);

  // Adds blocks that another process has encoded, in the order of add(). `hashes`: of the sections
  // that end with these blocks.
  void append(int layer, std::span<const LayerEncoder::Hash> hashes, const EncodedBlocks& blocks);

  // Ends the file of a layer whose sections have all been added. Another thread syncs it and
  // renames it to layer-NN.pipo, so that no core waits for the disk.
  ManifestLayer end(int layer);

  bool writing(int layer) const;

  // Returns nothing if the layer is not being written.
  std::optional<GrowingLayer> growing(int layer) const;

  // Waits until all layers that have ended are safely on disk under their names. Call it before
  // write_manifest. Throws OutOfResources or CannotWrite if one could not be completed.
  void finish();

 private:
  struct Layer;

  Layer& begun(int layer);
  void forget(int layer);

  const TableSpace* space_;
  std::filesystem::path folder_;
  std::uint64_t most_blocks_in_memory_;
  BlockWorkers workers_;
  std::mutex finishing_;  // held by finish(), and locked before mutex_
  // Guards the two below. Only the writing thread uses the contents of layers_.
  mutable std::mutex mutex_;
  std::map<int, std::unique_ptr<Layer>> layers_;  // being written
  std::vector<std::future<void>> publishing_;
};

// Writes `folder`/manifest.json, which makes the table complete. Throws OutOfResources,
// CannotWrite.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace pipo
