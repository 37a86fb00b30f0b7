#include "pipopipette/index_set.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"

namespace pipo {

void IndexSet::refuse_word() {
  throw BadInput(
      "sets of 64 bits, tables and sweeps end at boards with 64 edges; this set has "
      "members beyond");
}

void IndexSet::refuse_index(int index) {
  throw BadInput("a set of edges or boxes has no member " + std::to_string(index) +
                 "; members begin at 0");
}

int IndexSet::size() const noexcept {
  int count = count_bits(first_);
  for (const std::uint64_t word : more_) count += count_bits(word);
  return count;
}

std::vector<int> IndexSet::members() const {
  std::vector<int> members;
  for (std::size_t word = 0; word <= more_.size(); ++word) {
    for (std::uint64_t rest = words(word); rest != 0; rest &= rest - 1) {
      members.push_back(static_cast<int>(64 * word) + std::countr_zero(rest));
    }
  }
  return members;
}

int IndexSet::least() const noexcept {
  for (std::size_t word = 0; word <= more_.size(); ++word) {
    if (words(word) != 0) return static_cast<int>(64 * word) + std::countr_zero(words(word));
  }
  return -1;
}

int IndexSet::largest() const noexcept {
  return static_cast<int>(64 * more_.size() + std::bit_width(words(more_.size()))) - 1;
}

std::vector<std::uint64_t> IndexSet::as_words() const {
  std::vector<std::uint64_t> all{first_};
  all.insert(all.end(), more_.begin(), more_.end());
  return all;
}

IndexSet& IndexSet::operator|=(const IndexSet& other) {
  first_ |= other.first_;
  if (more_.size() < other.more_.size()) more_.resize(other.more_.size());
  for (std::size_t i = 0; i < other.more_.size(); ++i) more_[i] |= other.more_[i];
  return *this;
}

IndexSet& IndexSet::operator&=(const IndexSet& other) {
  first_ &= other.first_;
  if (more_.size() > other.more_.size()) more_.resize(other.more_.size());
  for (std::size_t i = 0; i < more_.size(); ++i) more_[i] &= other.more_[i];
  trim();
  return *this;
}

IndexSet& IndexSet::operator^=(const IndexSet& other) {
  first_ ^= other.first_;
  if (more_.size() < other.more_.size()) more_.resize(other.more_.size());
  for (std::size_t i = 0; i < other.more_.size(); ++i) more_[i] ^= other.more_[i];
  trim();
  return *this;
}

IndexSet& IndexSet::operator-=(const IndexSet& other) {
  first_ &= ~other.first_;
  for (std::size_t i = 0; i < std::min(more_.size(), other.more_.size()); ++i) {
    more_[i] &= ~other.more_[i];
  }
  trim();
  return *this;
}

std::strong_ordering operator<=>(const IndexSet& a, const IndexSet& b) noexcept {
  if (a.more_.size() != b.more_.size()) return a.more_.size() <=> b.more_.size();
  for (std::size_t i = a.more_.size(); i > 0; --i) {
    if (a.more_[i - 1] != b.more_[i - 1]) return a.more_[i - 1] <=> b.more_[i - 1];
  }
  return a.first_ <=> b.first_;
}

// The hash of a word does not change, since players with a seed choose by it.
std::size_t IndexSet::hash(std::size_t seed) const noexcept {
  for (std::size_t word = 0; word <= more_.size(); ++word) {
    std::uint64_t mixed = words(word) * 0x9e37'79b9'7f4a'7c15 + seed;
    mixed = (mixed ^ mixed >> 32) * 0xd6e8'feb8'6659'fd93;
    seed = static_cast<std::size_t>(mixed ^ mixed >> 32);
  }
  return seed;
}

}  // namespace pipo
