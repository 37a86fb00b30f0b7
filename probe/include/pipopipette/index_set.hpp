// A set of edges or boxes of a board of any size.
//
//   pipo::IndexSet drawn = position.drawn;
//   if (!drawn.contains(17)) drawn.insert(17);
//   for (const int edge : drawn.members()) ...
//
// On boards with at most 64 edges a set is also a word of 64 bits, bit i for member i, and converts
// to and from one: `position.drawn | pipo::EdgeSet{1} << edge` is a word.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
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

  // The members below require 0 <= index.
  bool contains(int index) const {
    const std::size_t word = static_cast<std::size_t>(index) / 64;
    return word <= more_.size() && (words(word) >> index % 64 & 1) != 0;
  }
  void insert(int index) {
    const std::size_t word = static_cast<std::size_t>(index) / 64;
    if (word > more_.size()) more_.resize(word);
    words(word) |= std::uint64_t{1} << index % 64;
  }
  void erase(int index) {
    const std::size_t word = static_cast<std::size_t>(index) / 64;
    if (word > more_.size()) return;
    words(word) &= ~(std::uint64_t{1} << index % 64);
    trim();
  }

  // Returns whether all members are below 64.
  bool is_word() const { return more_.empty(); }
  bool empty() const { return first_ == 0 && more_.empty(); }
  int size() const;
  // Returns the members in ascending order.
  std::vector<int> members() const;
  // Returns the least member, or -1 for the empty set.
  int least() const;
  // Returns the largest member, or -1 for the empty set.
  int largest() const;
  // Returns the members as words of 64 bits, without zeros at the end but at least one word.
  std::vector<std::uint64_t> as_words() const;

  IndexSet& operator|=(const IndexSet& other);
  IndexSet& operator&=(const IndexSet& other);
  IndexSet& operator-=(const IndexSet& other);  // removes the members of the other set

  // Sets are ordered as numbers in which bit i is member i.
  friend bool operator==(const IndexSet&, const IndexSet&) = default;
  PIPOPIPETTE_API friend std::strong_ordering operator<=>(const IndexSet& a, const IndexSet& b);
  friend bool operator==(const IndexSet& a, std::integral auto b) {
    return a.is_word() && a.first_ == static_cast<std::uint64_t>(b);
  }
  friend std::strong_ordering operator<=>(const IndexSet& a, std::integral auto b) {
    if (!a.is_word()) return std::strong_ordering::greater;
    return a.first_ <=> static_cast<std::uint64_t>(b);
  }

  // Mixes all members into `seed`.
  std::size_t hash(std::size_t seed) const;

 private:
  std::uint64_t words(std::size_t word) const { return word == 0 ? first_ : more_[word - 1]; }
  std::uint64_t& words(std::size_t word) { return word == 0 ? first_ : more_[word - 1]; }
  void trim() {
    while (!more_.empty() && more_.back() == 0) more_.pop_back();
  }
  [[noreturn]] static void refuse_word();

  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> more_;  // members from 64 on; the last word is not 0
};

// Return the union, the intersection and the difference of two sets.
inline IndexSet united(IndexSet a, const IndexSet& b) {
  return a |= b;
}
inline IndexSet intersection(IndexSet a, const IndexSet& b) {
  return a &= b;
}
inline IndexSet difference(IndexSet a, const IndexSet& b) {
  return a -= b;
}

}  // namespace pipo
