#include "generator/sweep/seam_pass.hpp"

#include "generator/kernels/kernels.hpp"

namespace pipo {
namespace {

// Visits the moves of a row, bucket by bucket.
class SeamMoves {
 public:
  SeamMoves(const SweepTables& tables, const OrientedTile& tile, std::uint32_t chunk)
      : tile_(tile),
        part_size_(tables.part_size()),
        chunk_(chunk +
               tile.column_part * (part_size_ / chunk_columns(tile.orientation, part_size_))),
        half_(tables.half(row_side(tile.orientation))),
        border_(tables.space.cut().border(tile.seam, row_side(tile.orientation))),
        table_(half_.border(border_)),
        plan_(tables.plans.plan(tile.seam, tile.orientation)) {}

  // The source of a bucket of columns for one row.
  struct Move {
    TileKey source;
    std::uint32_t row;  // of the source
    int captured;
    int drawn;
    const ColumnMap& columns;
    const Bucket& bucket;
  };

  // `row` counts from the tile's first one.
  template <typename Visit>
  void for_each(std::uint32_t row, const Visit& visit) const {
    const std::uint32_t configuration =
        table_.part(tile_.row_drawn, tile_.row_part, part_size_).first + row;
    for_each_of_member(configuration, visit);
    for (std::uint32_t runout = table_.first_runout[configuration];
         runout < table_.first_runout[configuration + 1]; ++runout) {
      for_each_of_member(table_.runout_member(runout), visit);
    }
  }

 private:
  template <typename Visit>
  void for_each_of_member(std::uint32_t member, const Visit& visit) const {
    for (const Outcome& outcome : plan_[table_.class_of[member]]) {
      for_each_bucket(outcome, table_.reactions[outcome.row_newly][member], visit);
    }
  }

  bool stored(int row_drawn, int column_drawn) const {
    return read_by_rows(tile_.orientation, row_drawn, column_drawn);
  }

  template <typename Visit>
  void for_each_bucket(const Outcome& outcome, const Reaction& reaction, const Visit& visit) const {
    const int row_drawn = tile_.row_drawn + reaction.drawn;
    const int most = tile_.column_drawn + outcome.columns->most_drawn();
    if (outcome.folded && !stored(row_drawn, most)) return;
    std::uint32_t target_row = reaction.target;
    if (outcome.mirror) {
      const BorderTable& target = half_.border(border_ | outcome.row_newly);
      target_row = target.mirrored[target.first[row_drawn] + target_row];
    }
    const PartNumber row_part = part_of(target_row, part_size_);
    target_row -= row_part * part_size_;
    for (const Bucket& bucket : outcome.columns->buckets(tile_.column_drawn, chunk_)) {
      const int column_drawn = tile_.column_drawn + bucket.reached.drawn;
      if (outcome.folded && !stored(row_drawn, column_drawn)) continue;
      // The source's rows belong to this half, so its key names them first, whichever half this is.
      visit(
          Move{.source = {{outcome.target, row_drawn, column_drawn}, row_part, bucket.reached.part},
               .row = target_row,
               .captured = outcome.captured + reaction.captured + bucket.captured,
               .drawn = outcome.drawn + reaction.drawn + bucket.reached.drawn,
               .columns = *outcome.columns,
               .bucket = bucket});
    }
  }

  OrientedTile tile_;
  std::uint32_t part_size_;
  std::uint32_t chunk_;  // counted from the first column of the group
  const HalfTable& half_;
  BorderState border_;
  const BorderTable& table_;
  const SeamPlan& plan_;
};

}  // namespace

void raise_through_seam(const SweepTables& tables, const LoadedTiles& loaded,
                        const OrientedTile& tile, std::uint32_t first_row, std::uint32_t end_row,
                        std::uint32_t chunk, std::int8_t* out, std::size_t stride) {
  const GameKernels& kernel = kernels(tables.game, tables.option_set);
  const SeamMoves moves(tables, tile, chunk);
  for (std::uint32_t row = first_row; row < end_row; ++row) {
    moves.for_each(row, [&](const SeamMoves::Move& move) {
      const Strip strip = loaded.rows(move.source);
      if (strip.data == nullptr) return;
      const RowSource source{strip.data + move.row * strip.stride,
                             static_cast<std::int8_t>(move.captured),
                             static_cast<std::int8_t>(handout_of(move.captured, move.drawn))};
      kernel.raise_columns(out + (row - first_row) * stride, source,
                           move.columns.links(move.bucket));
    });
  }
}

bool may_pass_through_seam(const SweepTables& tables, const OrientedTile& tile) {
  for (const auto& outcomes : tables.plans.plan(tile.seam, tile.orientation)) {
    for (const Outcome& outcome : outcomes) {
      const int most = tile.column_drawn + outcome.columns->most_drawn();
      if (tile.orientation == Orientation::lower_rows || !outcome.folded || tile.row_drawn < most) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace pipo
