// Positions drawn at random: from all there are, or from those that stand in a table's files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "probe/table/table_sections.hpp"
#include "verify/counted_positions.hpp"
#include "verify/layer_numbers.hpp"
#include "verify/permutation.hpp"

namespace pipo {

// What is drawn from: positions by layer, each found by its number.
class PositionPool {
 public:
  virtual ~PositionPool() = default;
  // How many positions the layer has.
  virtual std::uint64_t positions(int layer) const = 0;
  // How many numbers there are, of which some may be of no position.
  virtual std::uint64_t numbers(int layer) const = 0;
  // Any thread. Throws DamagedTable.
  virtual std::optional<Position> at(int layer, std::uint64_t number) const = 0;
};

// All positions that contain a start, or the quiet ones among them.
class CountedPool : public PositionPool {
 public:
  CountedPool(const Position& start, CountedPositions::Kind kind) : counted_(start, kind) {}
  std::uint64_t positions(int layer) const override { return counted_.size(layer); }
  std::uint64_t numbers(int layer) const override { return counted_.size(layer); }
  std::optional<Position> at(int layer, std::uint64_t number) const override {
    return counted_.at(layer, number);
  }

 private:
  CountedPositions counted_;
};

// Those in a table's files, on the table's board or on that board turned.
class StoredPool : public PositionPool {
 public:
  // `sections` must outlive this.
  StoredPool(const TableSections& sections, const Board& board)
      : sections_(sections), board_(board) {}
  std::uint64_t positions(int layer) const override;
  std::uint64_t numbers(int layer) const override;
  std::optional<Position> at(int layer, std::uint64_t number) const override;

 private:
  bool has(int layer) const;

  const TableSections& sections_;
  Board board_;
};

struct DrawingOptions {
  int first_layer = 0;
  int last_layer = 0;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  bool balanced = false;  // of each layer as many, as far as it has them; else all are as likely
};

// How many positions the layers have that may be drawn from.
std::uint64_t available(const PositionPool& pool, const DrawingOptions& options);

// Draws them, no position twice; all there are where there are no more than `count`. Some thousands
// at a time are handed to `take`; balanced ones by layer, others as they come.
void draw(const PositionPool& pool, const DrawingOptions& options,
          const std::function<void(const std::vector<Position>&)>& take);

// How many to draw of each layer: as equal as can be, and `count` in all, or all there are. What
// does not go into equal parts is given to layers that the seed decides.
std::vector<std::uint64_t> balanced_counts(const std::vector<std::uint64_t>& available,
                                           std::uint64_t count, std::uint64_t seed);

}  // namespace pipo
