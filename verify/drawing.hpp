// Draws positions at random: from all positions, or from those in a table's files.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "probe/table/table_sections.hpp"
#include "verify/counted_positions.hpp"
#include "verify/layer_numbers.hpp"
#include "verify/permutation.hpp"

namespace pipo {

// The positions to draw from, by layer; each is found by its number.
class PositionPool {
 public:
  virtual ~PositionPool() = default;
  // Returns the number of positions in the layer.
  virtual std::uint64_t positions(int layer) const = 0;
  // Returns the position with this number, less than positions(layer). Any thread may call it.
  virtual Position at(int layer, std::uint64_t number) const = 0;
};

// All positions that contain a start, or the quiet ones among them.
class CountedPool : public PositionPool {
 public:
  CountedPool(const Position& start, CountedPositions::Kind kind) : counted_(start, kind) {}
  std::uint64_t positions(int layer) const override { return counted_.size(layer); }
  Position at(int layer, std::uint64_t number) const override { return counted_.at(layer, number); }

 private:
  CountedPositions counted_;
};

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
