// Encodes sections of a layer: hashes them, cuts them into blocks and encodes each block.
//
// Blocks pass a pipeline of three stages: cut into batches, encode (in parallel), hand on (in
// order). So the bytes depend on the layer alone, and only a few batches are in memory at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "generator/writer/block_worker.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/histogram.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// Returns the values of a canonical section: a dense matrix, row by row, StateSpace::rows x
// StateSpace::columns. Called from many threads at once. The memory must stay valid until the
// function that was given this callback returns.
using SectionValues = std::function<const std::int8_t*(const SectionKey&)>;

// Returns the direction of the lines of a section's blocks.
Lines lines_of(const SectionKey& key);

// Blocks that follow each other in the file.
struct EncodedBlocks {
  std::span<const std::uint64_t> blocks = {};  // their numbers
  std::vector<std::byte> bytes = {};
  std::vector<IndexEntry> index = {};  // offsets from the first of `bytes`
  Histogram values = {};
};

class LayerEncoder {
 public:
  // `space` must outlive the encoder.
  LayerEncoder(const TableSpace& space, int layer);

  const LayerLayout& layout() const { return layout_; }
  // The header before anything is encoded, and the file identity that follows from it.
  const LayerHeader& header() const { return header_; }
  std::uint64_t identity() const { return identity_; }

  // Returns the numbers of the blocks of these sections, in the order in which encode() hands them
  // on.
  std::vector<std::uint64_t> blocks_of(std::span<const SectionKey> keys) const;

  // Encodes sections. `hand_on` is called by one thread at a time, in order.
  void encode(std::span<const SectionKey> keys, const SectionValues& values, BlockWorkers& workers,
              const std::function<void(const EncodedBlocks&)>& hand_on) const;

  // Returns the content hashes of the sections (content_hash.hpp), in the order of `keys`.
  std::vector<std::uint64_t> hashes(std::span<const SectionKey> keys,
                                    const SectionValues& values) const;

 private:
  std::shared_ptr<EncodedBlocks> next_batch(std::span<const std::uint64_t>& blocks) const;
  void encode(EncodedBlocks& batch, BlockWorker& worker, const SectionValues& values) const;
  void take_rows(const BlockPlace& place, const std::int8_t* dense, BlockWorker& worker) const;
  void check_parity(const SectionKey& key, const BlockPlace& place, std::uint32_t row,
                    const std::int8_t* values) const;

  const TableSpace& space_;
  LayerLayout layout_;
  LayerHeader header_;
  std::uint64_t identity_;
};

}  // namespace pipo
