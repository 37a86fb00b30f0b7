// Solver::move_values: tables answer what they can, block by block, and know_all the rest.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/solver.hpp"
#include "pipopipette/tables.hpp"
#include "probe/table/batch.hpp"
#include "solve/question.hpp"

namespace pipo {
namespace {

// Looks up move values, and leaves marks where tables cannot answer.
void look_up(const Tables& tables, const Board& board, std::span<const EdgeSet> drawn,
             std::span<std::int8_t> results, int threads) {
  try {
    tables.move_values(board, drawn, results, threads);
  } catch (const DamagedTable&) {
    // Marked with kDamaged.
  } catch (const MissingTable&) {
    // Marked with kNotCovered, or with kDamaged if a file is missing or unreadable.
  }
}

// Marks the moves of a position as unknown.
void mark(EdgeSet drawn, std::span<std::int8_t> row) {
  for (std::size_t edge = 0; edge < row.size(); ++edge) {
    row[edge] = (drawn >> edge & 1) != 0 ? kDrawn : kNotCovered;
  }
}

bool is_unknown(std::int8_t value) {
  return value == kNotCovered || value == kDamaged;
}

}  // namespace

void Solver::move_values(const Board& board, std::span<const EdgeSet> drawn,
                         std::span<std::int8_t> results, const SolverOptions& options) const {
  board.expect_small();
  check_options(options);
  const auto edges = static_cast<std::size_t>(board.edges());
  if (results.size() != drawn.size() * edges) {
    throw BadInput(std::to_string(drawn.size()) + " positions with " + std::to_string(edges) +
                   " edges, but room for " + std::to_string(results.size()) + " results");
  }
  for (const EdgeSet one : drawn) check_edges(board, one);
  const auto row = [&](std::size_t i) { return results.subspan(i * edges, edges); };
  for (std::size_t i = 0; i < drawn.size(); ++i) mark(drawn[i], row(i));
  if (options.only.value_or(Way::table) == Way::table) {
    const std::size_t piece = kDefaultBatch / edges;
    for (std::size_t from = 0; from < drawn.size(); from += piece) {
      if (options.stopped && options.stopped()) throw Stopped("stopped");
      const std::size_t count = std::min(piece, drawn.size() - from);
      look_up(tables_, board, drawn.subspan(from, count),
              results.subspan(from * edges, count * edges), options.threads);
    }
    if (options.only) return;
  }
  std::vector<Position> left;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (std::ranges::none_of(row(i), is_unknown)) continue;
    left.push_back({board, drawn[i]});
    numbers.push_back(i);
  }
  const auto write = [&](std::size_t number, const Known& known) {
    if (!known.solution) return;
    for (const MoveValue& move : known.solution->answer.moves) {
      row(numbers[number])[static_cast<std::size_t>(move.edge)] =
          static_cast<std::int8_t>(move.value);
    }
  };
  know_all(left, write, options);
}

}  // namespace pipo
