#include "probe/table/block_cache.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>
#include <vector>

#include "probe/base/fork_safe_mutex.hpp"

namespace pipo {
namespace {

constexpr std::size_t kMostShards = 64;
// A shard should hold several of the largest blocks (64 KiB unpacked, mostly half of that).
constexpr std::size_t kShardBytes = std::size_t{1} << 19;

// Hashes a key, so that keys that differ in few low bits differ in all bits.
std::uint64_t spread(BlockKey key) {
  key ^= key >> 32;
  key *= 0x9e37'79b9'7f4a'7c15;
  return key ^ key >> 29;
}

}  // namespace

// All members require the lock.
class BlockCache::Shard {
 public:
  struct Entry {
    BlockKey key = 0;
    std::size_t bytes = 0;
    bool used = false;
    PackedBlock block;
  };

  mutable ForkSafeMutex mutex;

  // Returns the block and marks it as used, or returns nullptr if it is not cached.
  const PackedBlock* find(BlockKey key, std::uint64_t hash) {
    if (slots_.empty()) return nullptr;
    const std::uint32_t found = slots_[slot_of(key, hash)];
    if (found == kEmpty) return nullptr;
    ring_[found].used = true;
    return &ring_[found].block;
  }

  void insert(std::uint64_t hash, Entry entry, std::size_t limit) {
    if (2 * (ring_.size() + 1) > slots_.size()) grow();
    if (slots_[slot_of(entry.key, hash)] != kEmpty) return;
    while (bytes_ + entry.bytes > limit) drop_one();
    ring_.push_back(std::move(entry));  // may throw, so it comes before the slot
    slots_[slot_of(ring_.back().key, hash)] = static_cast<std::uint32_t>(ring_.size() - 1);
    bytes_ += ring_.back().bytes;
  }

  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};

  // Returns the slot with this key, or else the empty slot where it belongs.
  std::size_t slot_of(BlockKey key, std::uint64_t hash) const {
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != kEmpty && ring_[slots_[slot]].key != key) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
  }

  void grow() {
    const std::size_t size = std::max<std::size_t>(16, 2 * slots_.size());
    slots_.assign(size, kEmpty);
    for (std::uint32_t i = 0; i < ring_.size(); ++i) {
      slots_[slot_of(ring_[i].key, spread(ring_[i].key))] = i;
    }
  }

  // Moves the hand along the ring, clears the marks that it passes, and evicts the first block
  // without a mark.
  void drop_one() {
    for (;; ++hand_) {
      if (hand_ >= ring_.size()) hand_ = 0;
      if (!std::exchange(ring_[hand_].used, false)) break;
    }
    bytes_ -= ring_[hand_].bytes;
    erase_slot(slot_of(ring_[hand_].key, spread(ring_[hand_].key)));
    if (hand_ + 1 != ring_.size()) {
      const std::size_t last = slot_of(ring_.back().key, spread(ring_.back().key));
      slots_[last] = static_cast<std::uint32_t>(hand_);
      ring_[hand_] = std::move(ring_.back());
    }
    ring_.pop_back();
  }

  // Empties a slot, and moves entries after it back so that entries displaced by collisions are
  // still found.
  void erase_slot(std::size_t gap) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = (gap + 1) & mask; slots_[slot] != kEmpty; slot = (slot + 1) & mask) {
      const std::size_t home = spread(ring_[slots_[slot]].key) & mask;
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      slots_[gap] = slots_[slot];
      gap = slot;
    }
    slots_[gap] = kEmpty;
  }

  std::vector<std::uint32_t> slots_;  // a power of two of places in the ring, or kEmpty
  std::vector<Entry> ring_;
  std::size_t hand_ = 0;
  std::size_t bytes_ = 0;
};

BlockCache::BlockCache(std::size_t limit_bytes)
    : limit_(limit_bytes),
      shard_count_(
          std::bit_floor(std::clamp<std::size_t>(limit_bytes / kShardBytes, 1, kMostShards))),
      shards_(std::make_unique<Shard[]>(shard_count_)) {}
BlockCache::~BlockCache() = default;
BlockCache::BlockCache(BlockCache&&) noexcept = default;
BlockCache& BlockCache::operator=(BlockCache&&) noexcept = default;

// Chooses the shard by high bits of the hash; the shard's hash table uses the low bits.
BlockCache::Shard& BlockCache::shard(std::uint64_t hash) {
  return shards_[(hash >> 48) & (shard_count_ - 1)];
}

std::optional<int> BlockCache::find_halved(BlockKey key, std::uint32_t row, std::uint32_t column) {
  const std::uint64_t hash = spread(key);
  Shard& of_key = shard(hash);
  const std::lock_guard lock(of_key.mutex);
  const PackedBlock* const block = of_key.find(key, hash);
  if (block == nullptr) return std::nullopt;
  return block->halved(row, column);
}

bool BlockCache::use(BlockKey key, const std::function<void(const PackedBlock&)>& use) {
  const std::uint64_t hash = spread(key);
  Shard& of_key = shard(hash);
  const std::lock_guard lock(of_key.mutex);
  const PackedBlock* const block = of_key.find(key, hash);
  if (block != nullptr) use(*block);
  return block != nullptr;
}

void BlockCache::insert(BlockKey key, const PackedBlock& block) {
  const std::size_t limit = limit_ / shard_count_;
  const std::size_t bytes = block.packed.size() + sizeof(Shard::Entry) + 2 * sizeof(std::uint32_t);
  if (bytes > limit) return;
  Shard::Entry entry{key, bytes, false, block};  // allocated before the lock is taken
  const std::uint64_t hash = spread(key);
  Shard& of_key = shard(hash);
  const std::lock_guard lock(of_key.mutex);
  of_key.insert(hash, std::move(entry), limit);
}

std::size_t BlockCache::bytes() const {
  std::size_t total = 0;
  for (std::size_t i = 0; i < shard_count_; ++i) {
    const std::lock_guard lock(shards_[i].mutex);
    total += shards_[i].bytes();
  }
  return total;
}

}  // namespace pipo
