// A set of edges or boxes of a board of any size.
//
//   pipo::IndexSet drawn = position.drawn;
//   if (!drawn.contains(17)) drawn.insert(17);
//   for (const int edge : drawn.members()) ...
//
// On boards with at most 64 edges a set is also a word of 64 bits, bit i for member i, and converts
// to and from one: `pipo::EdgeSet next = position.drawn | pipo::EdgeSet{1} << edge`.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "pipopipette/export.h"

namespace pipo {

class PIPOPIPETTE_API IndexSet {
 public:
  IndexSet() = default;
  // The set with bit i for member i.
  IndexSet(std::uint64_t word) : first_(word) {}

  // Returns the set as a word. Throws BadInput if it has members beyond 63, which no word contains.
  operator std::uint64_t() const {
    if (!is_word()) refuse_word();
    return first_;
  }

  // Returns whether the set has members.
  explicit operator bool() const noexcept { return !empty(); }

  // Returns whether the set has this member; false for a negative index.
  bool contains(int index) const noexcept {
    const std::size_t word = static_cast<std::size_t>(index) / 64;
    return word <= more_.size() && (words(word) >> index % 64 & 1) != 0;
  }
  // Throws BadInput for a negative index.
  void insert(int index) {
    if (index < 0) refuse_index(index);
    const std::size_t word = static_cast<std::size_t>(index) / 64;
    if (word > more_.size()) more_.resize(word);
    words(word) |= std::uint64_t{1} << index % 64;
  }
  // Removes a member, if the set has it.
  void erase(int index) noexcept {
    const std::size_t word = static_cast<std::size_t>(index) / 64;
    if (word > more_.size()) return;
    words(word) &= ~(std::uint64_t{1} << index % 64);
    trim();
  }

  // Returns whether all members are below 64.
  bool is_word() const noexcept { return more_.empty(); }
  bool empty() const noexcept { return first_ == 0 && more_.empty(); }
  int size() const noexcept;
  // Returns the members in ascending order.
  std::vector<int> members() const;
  // Returns the least member, or -1 for the empty set.
  int least() const noexcept;
  // Returns the largest member, or -1 for the empty set.
  int largest() const noexcept;
  // Returns the members as words of 64 bits, without zeros at the end but at least one word.
  std::vector<std::uint64_t> as_words() const;

  IndexSet& operator|=(const IndexSet& other);
  IndexSet& operator&=(const IndexSet& other);
  IndexSet& operator^=(const IndexSet& other);  // keeps the members of just one of the sets
  IndexSet& operator-=(const IndexSet& other);  // removes the members of the other set

  // Return the union, the intersection, the members of just one of the sets, and the difference:
  // the members of `a` that are not in `b`.
  friend IndexSet operator|(IndexSet a, const IndexSet& b) {
    a |= b;
    return a;
  }
  friend IndexSet operator&(IndexSet a, const IndexSet& b) {
    a &= b;
    return a;
  }
  friend IndexSet operator^(IndexSet a, const IndexSet& b) {
    a ^= b;
    return a;
  }
  friend IndexSet operator-(IndexSet a, const IndexSet& b) {
    a -= b;
    return a;
  }
  // The same with a word. Results that contain no more than the word are words.
  friend IndexSet operator|(IndexSet a, std::integral auto b) { return std::move(a) | word(b); }
  friend IndexSet operator|(std::integral auto a, const IndexSet& b) { return word(a) | b; }
  friend std::uint64_t operator&(const IndexSet& a, std::integral auto b) {
    return a.first_ & static_cast<std::uint64_t>(b);
  }
  friend std::uint64_t operator&(std::integral auto a, const IndexSet& b) {
    return static_cast<std::uint64_t>(a) & b.first_;
  }
  friend IndexSet operator^(IndexSet a, std::integral auto b) { return std::move(a) ^ word(b); }
  friend IndexSet operator^(std::integral auto a, const IndexSet& b) { return word(a) ^ b; }
  friend IndexSet operator-(IndexSet a, std::integral auto b) { return std::move(a) - word(b); }
  friend std::uint64_t operator-(std::integral auto a, const IndexSet& b) {
    return static_cast<std::uint64_t>(a) & ~b.first_;
  }

  // Returns the word with the other bits, for sets of boards with at most 64 edges. Throws BadInput
  // if the set has members beyond 63. Position::open() has the open edges of any board.
  friend std::uint64_t operator~(const IndexSet& a) { return ~static_cast<std::uint64_t>(a); }

  // Sets are ordered as numbers in which bit i is member i.
  friend bool operator==(const IndexSet&, const IndexSet&) = default;
  PIPOPIPETTE_API friend std::strong_ordering operator<=>(const IndexSet& a,
                                                          const IndexSet& b) noexcept;
  friend bool operator==(const IndexSet& a, std::integral auto b) {
    return a.is_word() && a.first_ == static_cast<std::uint64_t>(b);
  }
  friend std::strong_ordering operator<=>(const IndexSet& a, std::integral auto b) {
    if (!a.is_word()) return std::strong_ordering::greater;
    return a.first_ <=> static_cast<std::uint64_t>(b);
  }

  // Mixes all members into `seed`.
  std::size_t hash(std::size_t seed) const noexcept;

 private:
  static IndexSet word(std::integral auto bits) { return static_cast<std::uint64_t>(bits); }
  std::uint64_t words(std::size_t word) const noexcept {
    return word == 0 ? first_ : more_[word - 1];
  }
  std::uint64_t& words(std::size_t word) noexcept { return word == 0 ? first_ : more_[word - 1]; }
  void trim() noexcept {
    while (!more_.empty() && more_.back() == 0) more_.pop_back();
  }
  [[noreturn]] static void refuse_word();
  [[noreturn]] static void refuse_index(int index);

  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> more_;  // members from 64 on; the last word is not 0
};

}  // namespace pipo

template <>
struct std::hash<pipo::IndexSet> {
  std::size_t operator()(const pipo::IndexSet& set) const noexcept { return set.hash(0); }
};
