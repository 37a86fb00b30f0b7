// The tiles that a sweep holds in memory, and their computation.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/nim_values.hpp"
#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/tile_pass.hpp"
#include "generator/sweep/value_memory.hpp"
#include "probe/space/section_rows.hpp"

namespace pipo {

// Reads the values of a tile that was finished before; called by several threads at once.
using ReadPart = std::function<void(const SectionPart& part, std::int8_t* values)>;

class TileStore {
 public:
  // `limit`: bytes of memory for values (see ValuePool).
  TileStore(const SweepTables& tables, std::uint64_t limit);

  // Allocates memory for tiles. Its contents are undefined, and compute() does not see them before
  // show().
  void take(const std::vector<TileNumber>& tiles);
  void load(const std::vector<TileNumber>& tiles, const ReadPart& read);
  std::int8_t* memory(TileNumber tile) { return memory_[tile].data(); }
  void show(const std::vector<TileNumber>& tiles);
  void drop(const std::vector<TileNumber>& tiles);

  // Computes the values of the step's targets, which must be shown. A partial step uses only the
  // sources that it names, a whole step all shown tiles.
  void compute(const Step& step, const Poll& poll);

  const Tiling& tiling() const { return loaded_.tiling(); }
  std::size_t count() const { return loaded_.count(); }  // of tiles
  std::uint64_t values(TileNumber tile) const { return loaded_.values(tile); }
  const std::int8_t* data(TileNumber tile) const { return loaded_.data(tile); }

  // Returns the rows of sections that these shown tiles are: whole rows of tiles, in order.
  std::vector<SectionRows> rows(const std::vector<TileNumber>& tiles) const;

 private:
  SweepTables tables_;
  LoadedTiles loaded_;
  LoadedTiles part_;  // the tiles that a partial step may see
  TileInSteps in_steps_;
  ValuePool pool_;
  std::vector<ValueMemory> memory_;  // [tile]
};

}  // namespace pipo
