// Draws positions at random: from all positions, or from those in a table's files. The same seed
// draws the same positions on every machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "pipopipette/position.hpp"
#include "probe/table/table_sections.hpp"

namespace pipo {

// Random numbers that are equal on every machine and with every compiler, unlike the distributions
// of the standard library.

// Applies the finalizer of SplitMix64: a permutation of the 64-bit numbers that leaves no pattern.
constexpr std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// The generator SplitMix64.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : state_(scrambled(seed) + scrambled(~stream)) {}

  std::uint64_t next() { return scrambled(state_ += 0x9e3779b97f4a7c15ULL); }

  // Returns a number from 0 to bound - 1. The bias is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{next()} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

// The numbers 0 .. size - 1 in random order, computed place by place without storing them. So a
// sample of any size repeats nothing and takes no memory.
//
// A Feistel network over the next power of four, applied until the result is below `size` (Black
// and Rogaway, Ciphers with arbitrary finite domains, 2002). On average it takes at most four
// steps, except for small sizes.
class Permutation {
 public:
  // The same seed gives the same order everywhere.
  Permutation(std::uint64_t size, std::uint64_t seed)
      : size_(size), key_(scrambled(seed)), half_bits_(half_bits(size)) {}

  std::uint64_t size() const { return size_; }

  // Returns the number at this place, 0 <= place < size.
  std::uint64_t operator[](std::uint64_t place) const {
    do place = mixed(place);
    while (place >= size_);
    return place;
  }

 private:
  // With fewer bits in each half there are too few networks for all orders to be equally likely.
  static constexpr int kLeastHalf = 4;
  static constexpr std::uint64_t kRounds = 8;

  static int half_bits(std::uint64_t size) {
    if (size < 2) return kLeastHalf;
    const int bits = static_cast<int>(std::bit_width(size - 1));
    return std::max(kLeastHalf, (bits + 1) / 2);
  }

  std::uint64_t mixed(std::uint64_t x) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = x >> half_bits_, right = x & mask;
    for (std::uint64_t round = 1; round <= kRounds; ++round) {
      const std::uint64_t turned = left ^ (scrambled(key_ + round * kStep + right) & mask);
      left = right;
      right = turned;
    }
    return left << half_bits_ | right;
  }

  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;

  std::uint64_t size_;
  std::uint64_t key_;
  int half_bits_;
};

// Numbers the items of several layers consecutively: those of the first layer, then those of the
// next.
class LayerNumbers {
 public:
  // Numbers the items of layers; `sizes` has the number of items in each layer, from `first` on.
  LayerNumbers(int first, std::vector<std::uint64_t> sizes)
      : first_(first), sizes_(std::move(sizes)) {
    for (const std::uint64_t size : sizes_) {
      // A sum of 2^64, which only a board with 64 edges reaches, overflows; the last item then has
      // no number.
      if (__builtin_add_overflow(total_, size, &total_)) {
        total_ = std::numeric_limits<std::uint64_t>::max();
      }
    }
  }

  std::uint64_t total() const { return total_; }

  struct Place {
    int layer = 0;
    std::uint64_t number = 0;  // within the layer
  };
  // Returns the place of an item, 0 <= number < total().
  Place place(std::uint64_t number) const {
    std::size_t i = 0;
    for (; number >= sizes_[i]; ++i) number -= sizes_[i];
    return {first_ + static_cast<int>(i), number};
  }

 private:
  int first_;
  std::vector<std::uint64_t> sizes_;
  std::uint64_t total_ = 0;
};

// The positions to draw from, by layer; each is found by its number.
class PositionPool {
 public:
  virtual ~PositionPool() = default;
  // Returns the number of positions in the layer.
  virtual std::uint64_t positions(int layer) const = 0;
  // Returns the position with this number, less than positions(layer). Any thread may call it.
  virtual Position at(int layer, std::uint64_t number) const = 0;
};

// Numbers all positions of a board that contain a start, or the quiet ones among them. It counts
// the positions of a layer and finds any of them by its number, without enumerating them.
//
// Edges are decided one after the other, box by box along the rows of the board turned so that it
// has no more columns than rows. The choices left depend only on a few of the edges decided before:
// the line below the boxes done, and two verticals. For each state of these, and each number of
// edges still to be drawn, the ways to continue are counted once, from the end.
class CountedPositions : public PositionPool {
 public:
  enum class Kind { all, quiet };

  // Numbers the positions that contain `start.drawn`.
  CountedPositions(const Position& start, Kind kind);

  // Each position with `layer` edges drawn, 0 <= layer <= edges, has one number.
  std::uint64_t positions(int layer) const override { return ways(0, 0, layer); }
  Position at(int layer, std::uint64_t number) const override;

 private:
  // The role of the next edge: which side of which neighbouring box it is.
  enum class Role { top_line, left_side, right_side, bottom };
  struct Step {
    int edge = 0;  // on the turned board
    Role role = Role::top_line;
    int column = 0;
    bool forced = false;  // the start contains it
  };

  std::uint64_t& ways(std::size_t step, std::uint32_t state, int left) {
    return ways_[(step * states_ + state) * static_cast<std::size_t>(kSmallBoardEdges + 1) +
                 static_cast<std::size_t>(left)];
  }
  std::uint64_t ways(std::size_t step, std::uint32_t state, int left) const {
    return const_cast<CountedPositions*>(this)->ways(step, state, left);
  }
  // Returns the number of ways to continue if the next edge is drawn, or left open.
  std::uint64_t ways_with(std::size_t step, std::uint32_t state, int left, bool drawn) const;
  // Returns the state after a step, or -1 if the step would close a box that must stay open.
  int after(const Step& step, std::uint32_t state, bool drawn) const;
  void list_steps(EdgeSet start);

  Board board_;
  Board turned_;
  Kind kind_;
  std::size_t states_;  // one bit per column, then the left and the right side of the box
  std::vector<Step> steps_;
  std::vector<std::uint64_t> ways_;
};

// Numbers the entries of a table's files.
LayerNumbers stored_entries(const Table& table);

// The positions in a table's files, on the table's board or on that board turned.
class StoredPool : public PositionPool {
 public:
  // `sections` must outlive this.
  StoredPool(const TableSections& sections, const Board& board)
      : sections_(sections), board_(board) {}
  std::uint64_t positions(int layer) const override;
  Position at(int layer, std::uint64_t number) const override;

 private:
  const TableSections& sections_;
  Board board_;
};

struct DrawingOptions {
  int first_layer = 0;
  int last_layer = 0;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  bool balanced = false;  // the same number from each layer, as far as it has them; else all
                          // positions are equally likely
};

// Returns how many positions the chosen layers have.
std::uint64_t available(const PositionPool& pool, const DrawingOptions& options);

// Draws positions without repetition: `count` of them, or all if there are fewer. Passes them to
// `take`, a few thousand at a time; balanced ones layer by layer, others in random order.
void draw(const PositionPool& pool, const DrawingOptions& options,
          const std::function<void(const std::vector<Position>&)>& take);

// Returns how many to draw from each layer: as equal as possible, `count` in all, or all there are.
// The seed decides which layers get the remainder.
std::vector<std::uint64_t> balanced_counts(const std::vector<std::uint64_t>& available,
                                           std::uint64_t count, std::uint64_t seed);

}  // namespace pipo
