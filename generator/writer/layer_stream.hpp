// Writes one layer into its file.
//
// Sections come in any order; the index says where each block is. Their blocks are encoded here, or
// by another process that writes them to the place reserved for them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "generator/writer/block_worker.hpp"
#include "generator/writer/layer_encoder.hpp"
#include "generator/writer/new_file.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {

class LayerStream {
 public:
  // Begins the file of a layer. `space` must outlive the stream.
  LayerStream(const TableSpace& space, int layer, const std::filesystem::path& path);

  // Appends sections of the layer, in any order. Does not use `values` after it returns.
  void add(std::span<const SectionKey> keys, const SectionValues& values, BlockWorkers& workers);

  // Reserves `bytes` bytes for sections that another process has encoded, and returns the offset at
  // which that process writes them. `blocks` needs everything but the bytes.
  std::uint64_t reserve(std::span<const SectionKey> keys, std::span<const std::uint64_t> hashes,
                        const EncodedBlocks& blocks, std::uint64_t bytes);

  std::uint64_t inode() const { return file_->inode(); }

  // The numbers of the blocks of these sections, in the order in which add() appends them.
  std::vector<std::uint64_t> blocks_of(std::span<const SectionKey> keys) const {
    return encoder_.blocks_of(keys);
  }

  const LayerLayout& layout() const { return encoder_.layout(); }

  // Have all sections been added?
  bool complete() const { return added_ == layout().sections().size(); }

  // For reading what has been added so far: the file, its future header, and the index, which has
  // the entries of all blocks added before.
  ReadOnlyFile file() const { return {file_->part(), file_->descriptor()}; }
  const LayerHeader& header() const { return header_; }
  std::shared_ptr<const std::vector<IndexEntry>> index() const { return index_; }

  // Ends the file once every section has been added; it remains to be published. Returns the header
  // as written.
  const LayerHeader& finish();

  // Releases the finished file.
  std::unique_ptr<NewFile> take_file() { return std::move(file_); }

 private:
  void note_hashes(std::span<const SectionKey> keys, std::span<const std::uint64_t> hashes);
  void note_blocks(const EncodedBlocks& batch, std::uint64_t base);
  void append_index();

  LayerEncoder encoder_;
  LayerHeader header_;
  std::unique_ptr<NewFile> file_;
  std::shared_ptr<std::vector<IndexEntry>> index_;  // by block number; set once a block is added
  std::vector<std::uint64_t> hashes_;               // by section number; set once a section is
                                                    // added
  std::size_t added_ = 0;                           // sections
  std::uint64_t appended_ = 0;                      // blocks
};

}  // namespace pipo
