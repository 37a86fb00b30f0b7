// An opened layer file.
//
// The file is read with pread, not mapped. If a mapped file shrinks or its disk fails, SIGBUS kills
// the process; with pread both errors are DamagedTable. Reading a block takes one system call,
// which costs little compared with decoding it.
#pragma once

#include <filesystem>
#include <string>

#include "probe/codec/block_codec.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {

// Reads the header of a layer file, and checks the size of the file against it. Throws what
// LayerFile throws.
LayerHeader read_layer_header(const std::filesystem::path& path);

// Returns whether a file begins with a header of any version whose checksum is right. Throws what
// ReadOnlyFile throws.
bool has_whole_header(const std::filesystem::path& path);

// The same, and also reads the block index and checks its checksum. Reads no block.
LayerHeader check_header_and_index(const std::filesystem::path& path);

class LayerFile {
 public:
  // Opens a file. Checks its header, size and as much of its index as `index` says, and that it is
  // the layer of `layout` in this table. `layout` must outlive the file. Throws MissingTable if
  // there is no such file, DamagedTable if a check fails.
  LayerFile(const std::filesystem::path& path, const TableIdentity& table,
            const LayerLayout& layout, KeepOpen keep_open = KeepOpen::yes,
            const IndexReading& index = {});

  // Wraps a file that is still being written, given its future header and the current index. Only
  // blocks that are already written may be read.
  LayerFile(ReadOnlyFile file, const LayerHeader& header, const LayerLayout& layout,
            BlockIndex index);

  const std::filesystem::path& path() const { return file_.path(); }
  const LayerHeader& header() const { return header_; }
  const LayerLayout& layout() const { return *layout_; }

  // Reads, checks and decodes a block. Throws DamagedTable naming file and block. Any number of
  // threads may call it at once.
  void read_block(std::uint64_t number, PackedBlock& block) const;

  // Returns the size in the file of the blocks `first` to `end` - 1.
  std::uint64_t bytes_of_blocks(std::uint64_t first, std::uint64_t end) const;

  // Asks the system to prefetch the blocks `first` to `end` - 1, which will be read soon.
  void prefetch_blocks(std::uint64_t first, std::uint64_t end) const;

 private:
  [[noreturn]] void damaged(const std::string& what, std::uint64_t offset = 0) const;

  ReadOnlyFile file_;
  const LayerLayout* layout_;
  LayerHeader header_;
  std::uint64_t identity_ = 0;
  BlockIndex index_;
};

}  // namespace pipo
