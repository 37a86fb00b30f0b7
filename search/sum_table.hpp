// The transposition table of a search: bounds of the values of positions, within a memory limit.
// The key of a position is the position itself, so no two can be confused.
//
// A position is a set of strings of a network and a list of parts, so keys differ in length. They
// are stored one after the other, in two halves of the memory. When the younger half is full, the
// older one is emptied and becomes the younger one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/parts.hpp"

namespace pipo::graph {

// The place of an entry in a number that is not 0: upper bits of its hash, so that few other
// entries are looked at, and its index plus 1 in the lower bits.
struct SumPlace {
  static constexpr int kIndexBits = 40;

  static constexpr std::uint64_t of(std::uint64_t hash, std::uint64_t index) {
    return (hash >> kIndexBits << kIndexBits) | (index + 1);
  }
  static constexpr std::uint64_t index(std::uint64_t place) {
    return (place & ((std::uint64_t{1} << kIndexBits) - 1)) - 1;
  }
  static constexpr bool has_tag(std::uint64_t place, std::uint64_t hash) {
    return (place ^ hash) >> kIndexBits == 0;
  }
};

class SumTable {
 public:
  // A position: strings of the network, and parts in ascending order.
  struct Key {
    std::uint64_t strings = 0;
    std::span<const PartId> parts;

    std::uint64_t hash() const;
  };

  struct Entry {
    int lower = 0;
    int upper = 0;
    std::uint32_t best = 0;  // the last move that raised the best margin
  };

  explicit SumTable(std::size_t most_bytes);

  // Returns the entry of a position, or nothing. `hash` is that of the key.
  std::optional<Entry> find(const Key& key, std::uint64_t hash) const;

  // Stores the entry of a position, in place of an earlier one.
  void keep(const Key& key, std::uint64_t hash, const Entry& entry);

  // Prefetches the place of a position.
  void expect(std::uint64_t hash) const { __builtin_prefetch(halves_[young_].place(hash)); }

  // Prefetches the entry of a position whose place has been prefetched.
  void expect_entry(std::uint64_t hash) const {
    const Half& half = halves_[young_];
    const std::uint64_t place = *half.place(hash);
    if (place != 0) __builtin_prefetch(half.words.data() + SumPlace::index(place));
  }

  // Forgets all positions.
  void clear();

 private:
  // Positions in the order of their arrival, and an index by their hashes.
  struct Half {
    std::vector<std::uint32_t> words;   // of all entries
    std::vector<std::uint64_t> places;  // a SumPlace each, with an index into `words`; 0: empty
    std::size_t used = 0;

    const std::uint64_t* place(std::uint64_t hash) const {
      return &places[hash & (places.size() - 1)];
    }
    std::uint32_t* find(const Key& key, std::uint64_t hash);
    const std::uint32_t* find(const Key& key, std::uint64_t hash) const;
    void add(const Key& key, std::uint64_t hash, const Entry& entry);
    void grow();
    void clear();
    std::size_t bytes() const { return 4 * words.size() + 8 * places.size(); }
  };

  std::size_t most_bytes_;  // of a half
  Half halves_[2];
  int young_ = 0;
};

}  // namespace pipo::graph
