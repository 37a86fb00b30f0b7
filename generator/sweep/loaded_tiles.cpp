#include "generator/sweep/loaded_tiles.hpp"

#include "generator/sweep/tile_pass.hpp"
#include "parallel/threads.hpp"
#include "probe/codec/transpose.hpp"

namespace pipo {

TileSources::TileSources(const SweepTables& tables, const Tiling& tiling)
    : tables_(tables), tiling_(tiling), found_for_(tiling.count()) {}

std::vector<TileNumber> TileSources::find(const TileKey& key) {
  ++search_;
  found_.clear();
  for (const Orientation orientation : {Orientation::lower_rows, Orientation::upper_rows}) {
    add_inner_moves(oriented(key, orientation));
    add_seam_moves(oriented(key, orientation));
  }
  return found_;
}

void TileSources::add(const TileKey& source) {
  const TileNumber number = tiling_.number(source);
  if (found_for_[number] == search_) return;
  found_for_[number] = search_;
  found_.push_back(number);
}

void TileSources::add_inner_moves(const OrientedTile& tile) {
  const BorderTable& rows = row_table(tables_, tile);
  for (const MovesThatReach& moves :
       rows.moves_by_reached[rows.part_index(tile.row_drawn, tile.row_part)]) {
    add(inner_source(tables_, tile, moves.reached).key);
  }
}

void TileSources::add_seam_moves(const OrientedTile& tile) {
  const BorderTable& rows = row_table(tables_, tile);
  const SeamPlan& plan = tables_.plans.plan(tile.seam, tile.orientation);
  const std::size_t columns =
      column_table(tables_, tile).part_index(tile.column_drawn, tile.column_part);
  for (std::size_t of_class = 0; of_class < plan.size(); ++of_class) {
    const std::size_t list = rows.list_of(of_class, tile.row_drawn, tile.row_part);
    for (const Outcome& outcome : plan[of_class]) {
      for (const Reached& row : rows.reached(outcome.row_newly, outcome.mirror, list)) {
        const int row_drawn = tile.row_drawn + row.drawn;
        for (const Reached& column : outcome.columns->reached(columns)) {
          const int column_drawn = tile.column_drawn + column.drawn;
          if (outcome.folded && !read_by_rows(tile.orientation, row_drawn, column_drawn)) continue;
          add({{outcome.target, row_drawn, column_drawn}, row.part, column.part});
        }
      }
    }
  }
}

std::vector<std::vector<TileNumber>> source_lists(const SweepTables& tables, const Tiling& tiling,
                                                  const std::vector<TileNumber>& targets) {
  std::vector<std::vector<TileNumber>> lists(targets.size());
  PerThread<TileSources> finders([&] { return TileSources(tables, tiling); });
  parallel_loop(std::size_t{0}, targets.size(),
                [&](std::size_t i) { lists[i] = finders.local().find(tiling.key(targets[i])); });
  return lists;
}

LoadedTiles::LoadedTiles(const StateSpace& space, std::uint32_t part_size)
    : LoadedTiles(std::make_shared<const Tiling>(space, part_size)) {}

LoadedTiles::LoadedTiles(std::shared_ptr<const Tiling> tiling)
    : tiling_(std::move(tiling)), places_(tiling_->count(), nullptr) {}

Strip LoadedTiles::strip(const TileKey& key, Orientation orientation, std::uint32_t first_column,
                         std::uint32_t columns, std::span<const ConfigurationRange> required,
                         StripScratch& scratch) const {
  const Strip stored = rows(key);
  if (stored.data == nullptr) return {};
  if (orientation == Orientation::lower_rows) return {stored.data + first_column, stored.stride};
  const std::size_t stride = strip_stride(columns);
  std::int8_t* transposed = scratch.take(stored.stride * stride + kTileSlack);
  const std::int8_t* const first_row = stored.data + std::size_t{first_column} * stored.stride;
  for (const ConfigurationRange& range : required) {
    transposing().transpose(transposed + range.first * stride, stride, first_row + range.first,
                            stored.stride, columns, range.end - range.first);
  }
  return {transposed, stride};
}

}  // namespace pipo
