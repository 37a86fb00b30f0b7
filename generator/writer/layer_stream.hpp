// One layer on its way into its file.
//
// Sections come in any order; where each block is, the index says. Blocks pass a pipeline of three
// stages: cut into batches, encode (in parallel), append (in order). So the bytes depend on the
// layer alone, and no more than a few batches are in memory at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "generator/writer/block_worker.hpp"
#include "generator/writer/layer_writer.hpp"
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

  // Are all of them there?
  bool complete() const { return added_ == layout_.sections().size(); }

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
  struct Batch;

  void hash_content(std::span<const SectionKey> keys, const SectionValues& values);
  std::vector<std::uint64_t> blocks_of(std::span<const SectionKey> keys) const;
  void append_index();
  std::shared_ptr<Batch> next_batch(std::span<const std::uint64_t>& blocks) const;
  void encode(Batch& batch, BlockWorker& worker, const SectionValues& values) const;
  void take_rows(const BlockPlace& place, const std::int8_t* dense, BlockWorker& worker) const;
  void append(const Batch& batch);
  void check_parity(const SectionKey& key, const BlockPlace& place, std::uint32_t row,
                    const std::int8_t* values) const;

  const TableSpace& space_;
  LayerLayout layout_;
  LayerHeader header_;
  std::uint64_t identity_;
  std::unique_ptr<NewFile> file_;
  std::shared_ptr<std::vector<IndexEntry>> index_;  // by number, where a block is there already
  std::vector<std::uint64_t> hashes_;               // the same of sections
  std::size_t added_ = 0;                           // sections
  std::uint64_t appended_ = 0;                      // blocks
};

}  // namespace pipo
