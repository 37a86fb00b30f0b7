// A cache of decoded blocks with a memory limit, for any number of threads.
//
// The cache is divided into shards by a hash of the block's key. A shard has a lock, a hash table
// with open addressing and a ring of its blocks. A hit reads one value under the lock and marks the
// block as used: 50 ns, no allocation, nothing moved. To free memory the shard walks its ring. It
// clears the mark of each marked block and evicts the first block without a mark. This policy
// ("second chance") approximates least recently used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "probe/codec/packed_block.hpp"

namespace pipo {

// Identifies a block of a file of a table.
using BlockKey = std::uint64_t;

class BlockCache {
 public:
  explicit BlockCache(std::size_t limit_bytes);
  ~BlockCache();
  BlockCache(BlockCache&&) noexcept;
  BlockCache& operator=(BlockCache&&) noexcept;

  // Returns one halved value (PackedBlock::halved), or nothing if the block is not cached.
  std::optional<int> find_halved(BlockKey key, std::uint32_t row, std::uint32_t column);

  // Calls `use` with a block if it is cached, and returns whether it is. Meanwhile other threads
  // wait for all blocks of the same shard.
  bool use(BlockKey key, const std::function<void(const PackedBlock&)>& use);

  // Caches a copy of a block, unless it is already cached or larger than a whole shard may be.
  void insert(BlockKey key, const PackedBlock& block);

  // Memory used by the blocks, including bookkeeping.
  std::size_t bytes() const;
  std::size_t limit() const { return limit_; }

 private:
  class Shard;

  Shard& shard(std::uint64_t hash);

  std::size_t limit_;
  std::size_t shard_count_;
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace pipo
