// The tables that every sweep of a board starts from, those of its halves and the plans of its
// seams; and a section seen in an orientation.
#pragma once

#include <cstdint>
#include <memory>

#include "generator/half/half_table.hpp"
#include "generator/seam/seam_plan.hpp"
#include "generator/sweep/tiling.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

struct SweepTables {
  const StateSpace& space;
  const HalfTable& lower;
  const HalfTable& upper;
  const SeamPlans& plans;
  TableGame game = TableGame::dots_and_boxes;
  LastMoveCost last_move_cost = 0;
  int option_set = 0;  // of Nimstring: which nim-values the entries list (kernels.hpp)

  const HalfTable& half(Side side) const { return side == Side::lower ? lower : upper; }
  std::uint32_t part_size() const { return lower.part_size(); }
};

// A tile to be computed, seen in an orientation.
struct OrientedTile {
  SeamState seam = 0;
  Orientation orientation = Orientation::lower_rows;
  int row_drawn = 0;
  int column_drawn = 0;
  PartNumber row_part = 0;
  PartNumber column_part = 0;
};

inline const BorderTable& row_table(const SweepTables& tables, const OrientedTile& tile) {
  const Side side = row_side(tile.orientation);
  return tables.half(side).border(tables.space.cut().border(tile.seam, side));
}
inline const BorderTable& column_table(const SweepTables& tables, const OrientedTile& tile) {
  const Side side = column_side(tile.orientation);
  return tables.half(side).border(tables.space.cut().border(tile.seam, side));
}

inline OrientedTile oriented(const TileKey& tile, Orientation orientation) {
  const auto& [key, row_part, column_part] = tile;
  if (orientation == Orientation::lower_rows) {
    return {key.seam, orientation, key.lower, key.upper, row_part, column_part};
  }
  return {key.seam, orientation, key.upper, key.lower, column_part, row_part};
}

// The game whose values a sweep computes.
struct SweptGame {
  SweptGame(TableGame its_game = TableGame::dots_and_boxes, LastMoveCost cost = 0)
      : game(its_game), last_move_cost(cost) {}

  TableGame game;
  LastMoveCost last_move_cost;
};

class SweepStart {
 public:
  // `space` must outlive this. `poll` may throw. Sections are divided into tiles of `part_size`
  // rows and columns.
  explicit SweepStart(const StateSpace& space, SweptGame game = {}, const Poll& poll = {},
                      std::uint32_t part_size = kUndivided);

  const StateSpace& space() const { return space_; }
  std::uint32_t part_size() const { return lower_->part_size(); }
  SweepTables tables() const {
    return {space_, *lower_, upper_ ? *upper_ : *lower_, *plans_, game_.game, game_.last_move_cost};
  }

  // Bytes of memory held, and an estimate of them before construction.
  std::uint64_t bytes() const;
  static std::uint64_t expected_bytes(const StateSpace& space);

 private:
  const StateSpace& space_;
  SweptGame game_;
  std::unique_ptr<const HalfTable> lower_;
  std::unique_ptr<const HalfTable> upper_;  // null if the halves are alike
  std::unique_ptr<const SeamPlans> plans_;
};

}  // namespace pipo
