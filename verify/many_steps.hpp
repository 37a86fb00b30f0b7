// The rule of the game at many positions at once (one_step.hpp has it for one).
//
// The values that are needed, of the positions and of those after each move, are looked up layer by
// layer of the files. So each block is read once, as long as the lookups of a layer fit into
// kMostLookups; more are looked up in several parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "probe/table/nim_tables.hpp"

namespace pipo {

// Lookups at a time. Each takes 29 bytes, with the 16 that Tables needs to sort it.
constexpr std::size_t kMostLookups = std::size_t{1} << 26;

struct ManySteps {
  std::span<std::int8_t> values;   // as the table answers
  std::span<std::int8_t> by_rule;  // the largest value of a move, from the table's values after it
};

// Fills in both for each position of the board. Positions may be repeated; there may be at most
// 2^32 / 65 of them. Uses all cores. `progress` gets the share of the work that is done, from 0 to
// 1. Throws what Tables::values throws.
void take_steps(const StoredValues& tables, const Board& board, std::span<const EdgeSet> positions,
                const ManySteps& results, const std::function<void(double)>& progress = {},
                std::size_t most_lookups = kMostLookups);

}  // namespace pipo
