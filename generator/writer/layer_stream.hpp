// One layer on its way into its file.
//
// Blocks pass a pipeline of three stages: cut into batches, encode (in parallel), append (in
// order). So the bytes depend on the layer alone, and no more than a few batches are in memory at a
// time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "generator/writer/layer_writer.hpp"
#include "generator/writer/new_file.hpp"
#include "probe/codec/block_encoder.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/space/blank_entries.hpp"

namespace pipo {

class LayerStream {
 public:
  // Begins the file of a layer. `space` must outlive the stream.
  LayerStream(const TableSpace& space, int layer, const std::filesystem::path& path);

  // Sections in the order of StateSpace::sections.
  std::size_t sections() const { return layout_.sections().size(); }

  // Appends the next `count` sections. What it needs of `section` ends with the call.
  void add(std::size_t count, const SectionValues& section);

  // Ends the file when every section has been added; it remains to be published. Returns the header
  // as written.
  const LayerHeader& finish();

  // The finished file.
  std::unique_ptr<NewFile> take_file() { return std::move(file_); }

 private:
  struct Batch;
  struct BlockWorker;

  void hash_content(std::size_t first, std::size_t end, const SectionValues& section);
  void append_blocks(std::uint64_t end_block, const SectionValues& section);
  void append_index();
  std::shared_ptr<Batch> next_batch(std::uint64_t end_block);
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
  std::vector<IndexEntry> index_;
  std::vector<std::uint64_t> hashes_;  // of the sections added
  std::uint64_t next_block_ = 0;
};

}  // namespace pipo
