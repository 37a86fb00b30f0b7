// A multiset of independent chains and loops, in the papers' notation: 3+3+4l+8l is two 3-chains, a
// 4-loop and an 8-loop.
//
// If every chain is long, it is a simple loony endgame. Only the lengths matter in such an endgame,
// so the theorems about it are functions of a Multiset.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pipo::theory {

// The least length of a long chain, and of a very long one.
constexpr int kLongChain = 3;
constexpr int kVeryLongChain = 4;

enum class Shape { chain, loop };

// An independent chain or loop and its number of boxes.
struct Simple {
  Shape shape = Shape::chain;
  int length = 0;

  friend auto operator<=>(const Simple&, const Simple&) = default;
};

// Returns "3" for a 3-chain, "4l" for a 4-loop.
std::string to_string(Simple component);

class Multiset {
 public:
  // The most components that parse() accepts.
  static constexpr int kMaximumComponents = 1000;

  // Creates the empty multiset: nothing is left to take.
  Multiset() = default;

  // Creates a multiset from lengths in any order: chains >= 1, loops even and >= 4. Throws
  // BadInput otherwise.
  Multiset(std::vector<int> chains, std::vector<int> loops);

  // Reads "3+3+4l+8l", "3^2+4l^100" (a power repeats) or "0" for none. Ignores spaces. Throws
  // BadInput naming the term and its mistake.
  static Multiset parse(std::string_view given);

  // Return the lengths in ascending order.
  const std::vector<int>& chains() const { return chains_; }
  const std::vector<int>& loops() const { return loops_; }

  bool empty() const { return chains_.empty() && loops_.empty(); }
  int components() const { return static_cast<int>(chains_.size() + loops_.size()); }
  // Returns the number of boxes.
  int size() const;

  // Return how many chains, or loops, have this length.
  int chains_of(int length) const;
  int loops_of(int length) const;
  bool contains(Simple component) const;

  // Returns the distinct components, chains first, shortest first.
  std::vector<Simple> distinct() const;

  // Returns whether every chain is long, which is also true of the empty multiset.
  bool is_simple_loony() const { return chains_.empty() || chains_.front() >= kLongChain; }

  // Returns the multiset with one component removed. Throws BadInput if there is no such component.
  Multiset without(Simple component) const;
  Multiset with(Simple component) const;
  // Returns the multiset without all its loops of this length.
  Multiset without_loops(int length) const;

  friend bool operator==(const Multiset&, const Multiset&) = default;

 private:
  std::vector<int> chains_;
  std::vector<int> loops_;
};

// Throws BadInput, naming the first short chain, unless multiset.is_simple_loony().
void require_simple_loony(const Multiset& multiset);

// Returns the components, chains before loops, shortest first; "0" for none. Five or more alike are
// written as a power: "3+4l^100".
std::string to_string(const Multiset& multiset);

struct MultisetHash {
  std::size_t operator()(const Multiset& multiset) const;
};

}  // namespace pipo::theory
