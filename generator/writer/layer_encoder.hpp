// Encodes sections of a layer, whole or some rows at a time: hashes them, cuts them into blocks and
// encodes each block.
//
// Blocks pass a pipeline of three stages: cut into batches, encode (in parallel), hand on (in
// order). So the bytes depend on the layer alone, and only a few batches are in memory at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "probe/codec/block_codec.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/histogram.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/space/section_part.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// The state that an encoder keeps of a section whose rows have not all come yet.
struct UnfinishedSection {
  std::optional<StreamedHash> hash = {};  // of the rows so far

  // Copies of stored rows at the end of the rows so far: fewer than a block has, to be encoded with
  // the next ones. Tiles begin with a row of blocks, unless only some of the rows are stored
  // (table_space.hpp).
  std::vector<std::uint32_t> carried = {};  // their numbers, ascending
  std::vector<std::int8_t> values = {};     // row by row, all columns

  // Returns an entry of a carried row, followed by the rest of the row.
  const std::int8_t* at(std::uint32_t row, std::uint32_t column, std::uint32_t columns) const;
};

// Counts margins by value. The same few counters are increased again and again, so several tables
// take turns: an increment need not wait for the previous one.
class ValueCounter {
 public:
  void count(std::span<const std::int8_t* const> rows, std::size_t columns);

  // Returns the counts so far. Throws std::logic_error if a value is not a margin (beyond +-32).
  Histogram histogram() const;

 private:
  std::array<std::array<std::uint32_t, 256>, 8> counts_{};  // by value as an unsigned byte
};

// State that an encoding thread keeps from block to block, across layers.
struct BlockWorker {
  BlockEncoder encoder = BlockEncoder();
  ValueCounter counter = {};
  std::vector<const std::int8_t*> rows = {};
  std::vector<std::int8_t> doubled = {};  // the values of a block of nim-values, each doubled
};

// One worker for each thread of the arena.
using BlockWorkers = std::vector<BlockWorker>;

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

  const LayerLayout& layout() const { return *layout_; }
  // Returns the layout for readers of the encoded data to share: many layers are open at a time,
  // and a layout is large.
  std::shared_ptr<const LayerLayout> shared_layout() const { return layout_; }
  // The header before anything is encoded, and the file identity that follows from it.
  const LayerHeader& header() const { return header_; }
  std::uint64_t identity() const { return identity_; }

  // Returns the numbers of the blocks that these rows complete, in the order in which encode()
  // hands them on.
  std::vector<std::uint64_t> blocks_of(std::span<const SectionRows> rows) const;

  // Encodes rows of sections. Those of a section must come in order, one after another; the last
  // section may continue in the next call, after carry(). `hand_on` is called by one thread at a
  // time, in order. Does not use `rows` after it returns.
  void encode(std::span<const SectionRows> rows, const UnfinishedSection& unfinished,
              BlockWorkers& workers,
              const std::function<void(const EncodedBlocks&)>& hand_on) const;

  // The content hash of a section (content_hash.hpp).
  struct Hash {
    SectionKey key;
    std::uint64_t hash = 0;
  };
  // Returns the hashes of the sections that end in these rows, in order. Call it with the same rows
  // as encode().
  std::vector<Hash> hashes(std::span<const SectionRows> rows, UnfinishedSection& unfinished) const;

  // Returns the state after these rows, at least one, and takes the hash of the state before them.
  // Call it after hashes().
  UnfinishedSection carry(std::span<const SectionRows> rows, UnfinishedSection& unfinished) const;

 private:
  // The blocks of a call, and the rows that complete each.
  struct Work {
    std::span<const SectionRows> rows;
    const UnfinishedSection& unfinished;
    std::vector<std::uint64_t> blocks = {};
    std::vector<std::uint32_t> rows_of = {};  // [block]: an index into `rows`

    // Returns the rows[i] that has this row, if one up to `last` does. Otherwise it was carried.
    const SectionRows* rows_with(std::uint32_t row, std::size_t last) const;
  };
  // Blocks that one thread encodes.
  struct Batch {
    std::size_t first = 0;  // index into Work::blocks
    EncodedBlocks encoded = {};
  };

  const StoredSection& stored(const SectionKey& key) const;
  bool ends_section(const SectionRows& rows) const;
  std::uint32_t stored_before(const SectionKey& key, std::uint32_t row) const;
  void add_blocks_of(const SectionRows& rows, std::vector<std::uint64_t>& blocks) const;
  void encode_batch(const Work& work, Batch& batch, BlockWorker& worker) const;
  void take_rows(const Work& work, const BlockExtent& place, std::size_t last,
                 BlockWorker& worker) const;
  void check_parities(const SectionKey& key, const BlockExtent& place,
                      std::span<const std::uint32_t> kept,
                      std::span<const std::int8_t* const> rows) const;

  const TableSpace& space_;
  std::shared_ptr<const LayerLayout> layout_;
  LayerHeader header_;
  std::uint64_t identity_;
};

}  // namespace pipo
