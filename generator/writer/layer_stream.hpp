// One layer on its way into its file.
//
// Sections come in any order; where each block is, the index says. Their blocks are encoded here,
// or elsewhere, by who then writes them to the place that is reserved.
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

  // Appends sections of the layer, in any order. What it needs of `values` ends with the call.
  void add(std::span<const SectionKey> keys, const SectionValues& values, BlockWorkers& workers);

  // The same for sections that somebody else has encoded, to `bytes` bytes, and will write into the
  // file from the place on that this returns; of `blocks` all but the bytes is needed.
  std::uint64_t reserve(std::span<const SectionKey> keys, std::span<const std::uint64_t> hashes,
                        const EncodedBlocks& blocks, std::uint64_t bytes);

  std::uint64_t inode() const { return file_->inode(); }

  // The numbers of the blocks of sections, in the order in which they are added.
  std::vector<std::uint64_t> blocks_of(std::span<const SectionKey> keys) const {
    return encoder_.blocks_of(keys);
  }

  const LayerLayout& layout() const { return encoder_.layout(); }

  // Are all of them there?
  bool complete() const { return added_ == layout().sections().size(); }

  // To read what has been added so far: the file, what its header will say, and the index, where a
  // block is found that was added before.
  ReadOnlyFile file() const { return {file_->part(), file_->descriptor()}; }
  const LayerHeader& header() const { return header_; }
  std::shared_ptr<const std::vector<IndexEntry>> index() const { return index_; }

  // Ends the file when every section has been added; it remains to be published. Returns the header
  // as written.
  const LayerHeader& finish();

  // The finished file.
  std::unique_ptr<NewFile> take_file() { return std::move(file_); }

 private:
  void note_hashes(std::span<const SectionKey> keys, std::span<const std::uint64_t> hashes);
  void note_blocks(const EncodedBlocks& batch, std::uint64_t base);
  void append_index();

  LayerEncoder encoder_;
  LayerHeader header_;
  std::unique_ptr<NewFile> file_;
  std::shared_ptr<std::vector<IndexEntry>> index_;  // by number, where a block is there already
  std::vector<std::uint64_t> hashes_;               // the same of sections
  std::size_t added_ = 0;                           // sections
  std::uint64_t appended_ = 0;                      // blocks
};

}  // namespace pipo
