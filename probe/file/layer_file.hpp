// An opened layer file.
//
// Read with pread and not mapped: a file that shrinks or a disk that fails under a mapping kills
// the process with SIGBUS, which a library must not do to its user; here both are DamagedTable. A
// block costs one system call, little beside decoding it.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "probe/codec/block_decoder.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {

// The header of a layer's file that is as long as it says. Throws as LayerFile does.
LayerHeader read_layer_header(const std::filesystem::path& path);

class LayerFile {
 public:
  // Checks header, size and index, and that this is the layer of that table. `layout` must outlive
  // the file. Throws MissingTable if there is no such file, DamagedTable if it is not what it
  // should be.
  LayerFile(const std::filesystem::path& path, const TableIdentity& table,
            const LayerLayout& layout, KeepOpen keep_open = KeepOpen::yes);

  // A file that is still being written: what its header will say, and the index as far as it goes;
  // only blocks that are there may be read.
  LayerFile(ReadOnlyFile file, const LayerHeader& header, const LayerLayout& layout,
            std::shared_ptr<const std::vector<IndexEntry>> index);

  const std::filesystem::path& path() const { return file_.path(); }
  const LayerHeader& header() const { return header_; }
  const LayerLayout& layout() const { return *layout_; }

  // Reads, checks and decodes a block. Throws DamagedTable naming file and block. Any number of
  // threads.
  void read_block(std::uint64_t number, PackedBlock& block) const;

  // That these blocks take in the file.
  std::uint64_t bytes_of_blocks(std::uint64_t first, std::uint64_t end) const;

  // Lets the system fetch the blocks first to end - 1, which will be read soon.
  void expect_blocks(std::uint64_t first, std::uint64_t end) const;

 private:
  void check_header(const TableIdentity& table) const;
  void check_index() const;
  [[noreturn]] void damaged(const std::string& what, std::uint64_t offset = 0) const;

  ReadOnlyFile file_;
  const LayerLayout* layout_;
  LayerHeader header_;
  std::uint64_t identity_ = 0;
  std::shared_ptr<const std::vector<IndexEntry>> index_;
};

}  // namespace pipo
