// Sections of a layer on their way to bytes: hashed, cut into blocks, and each block encoded.
//
// Blocks pass a pipeline of three stages: cut into batches, encode (in parallel), hand on (in
// order). So the bytes depend on the layer alone, and no more than a few batches are in memory at a
// time.
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

// The values of a canonical section: a dense matrix, row by row, StateSpace::rows x
// StateSpace::columns. Called from many threads at once; the memory must stay until the call
// returns for which they are given.
using SectionValues = std::function<const std::int8_t*(const SectionKey&)>;

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
  // What the header says before anything is encoded, and what it makes of the file.
  const LayerHeader& header() const { return header_; }
  std::uint64_t identity() const { return identity_; }

  // The numbers of the blocks of sections of the layer, in the order in which encode() hands them
  // on.
  std::vector<std::uint64_t> blocks_of(std::span<const SectionKey> keys) const;

  // `hand_on` is called by one thread at a time, in order.
  void encode(std::span<const SectionKey> keys, const SectionValues& values, BlockWorkers& workers,
              const std::function<void(const EncodedBlocks&)>& hand_on) const;

  // Hashes of what the sections say (content_hash.hpp), in the order of `keys`.
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
