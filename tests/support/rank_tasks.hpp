// The tasks of a whole board for several ranks, and a record of their memories.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "generator/cluster/rank_memories.hpp"
#include "generator/cluster/task_list.hpp"
#include "generator/sweep/sweep_start.hpp"

namespace pipo::test {

struct RankTasks {
  RankTasks(const Board& board, const std::vector<RankMeans>& means)
      : space(board, 0),
        start(space),
        sections(space),
        tasks(start.tables(), sections,
              std::vector<bool>(static_cast<std::size_t>(space.last_layer()) + 1, true),
              std::ranges::min(means, {}, &RankMeans::budget).budget,
              static_cast<int>(means.size())),
        memories(sections, means) {
    for (int rank = 0; rank < memories.ranks(); ++rank) memories.begin_task(rank);
  }

  StateSpace space;
  SweepStart start;
  LoadedTiles sections;
  TaskList tasks;
  RankMemories memories;
};

}  // namespace pipo::test
