// The tasks of a whole board for several ranks, and a record of their memories.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "generator/cluster/rank_memories.hpp"
#include "generator/cluster/task_list.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo::test {

struct RankTasks {
  RankTasks(const Board& board, const std::vector<std::uint64_t>& budgets,
            std::uint32_t part_size = kUndivided)
      : space(board, 0),
        start(space, TableGame::dots_and_boxes, {}, part_size),
        tiles(space, part_size),
        tasks(start.tables(), tiles,
              std::vector<bool>(static_cast<std::size_t>(space.last_layer()) + 1, true),
              std::ranges::min(budgets), static_cast<int>(budgets.size())),
        memories(tiles, budgets) {
    for (int rank = 0; rank < memories.ranks(); ++rank) memories.begin_task(rank);
  }

  StateSpace space;
  SweepStart start;
  Tiling tiles;
  TaskList tasks;
  RankMemories memories;
};

}  // namespace pipo::test
