// Boards solved by the sweep.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generator/sweep/sweep.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/space/game_values.hpp"

namespace pipo {

// All sections of a board, made by a sweep in memory, with the value of any position that contains
// the start.
class SolvedBoard {
 public:
  explicit SolvedBoard(const Board& board, EdgeSet start = 0,
                       TableGame game = TableGame::dots_and_boxes)
      : board_(board),
        game_(game),
        space_(board, start),
        sections_(space_, kUndivided),
        values_(sections_.count()) {
    constexpr std::uint64_t kMuchMemory = 1'000'000'000;
    const SweepStart sweep_start(space_, game);
    const std::vector<bool> all(static_cast<std::size_t>(space_.last_layer()) + 1, true);
    const auto keep = [&](std::span<const SectionRows> finished) {
      for (const SectionRows& section : finished) {
        const std::int8_t* const first = section.at(0, 0);
        values_[sections_.number({section.key()})].assign(first, first + section.values());
      }
    };
    Sweep(sweep_start, make_schedule(sweep_start.tables(), all, kMuchMemory), {.write = keep})
        .run();
  }

  int value(EdgeSet drawn) const {
    const Cut& cut = space_.cut();
    const Settlement settlement = settle(board_, drawn);
    const MatrixCell place =
        space_.locate(merge_outer(cut.turned(), cut.turn(board_, settlement.quiet), cut.start()));
    const auto& section = values_[sections_.number({place.key})];
    return settled_value(
        game_, settlement,
        section[std::size_t{place.row} * space_.columns(place.key) + place.column]);
  }

 private:
  Board board_;
  TableGame game_;
  StateSpace space_;
  Tiling sections_;
  std::vector<std::vector<std::int8_t>> values_;  // by number
};

}  // namespace pipo
