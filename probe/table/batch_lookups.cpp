// The members of Tables that look up many positions.
#include <algorithm>
#include <optional>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "probe/table/batch.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {
namespace {

// Throws BadInput unless there is one place per position for the results.
void check_sizes(std::size_t positions, std::size_t results) {
  if (positions == results) return;
  throw BadInput(std::to_string(positions) + " positions, but room for " + std::to_string(results) +
                 " results");
}

// Throws BadInput for a negative number of threads.
unsigned checked(int threads) {
  if (threads >= 0) return static_cast<unsigned>(threads);
  throw BadInput(std::to_string(threads) +
                 " threads are too few; give 0 for all of the machine, or more");
}

// The reaction if no table covers a position.
enum class NotCovered { marked, thrown };

// Throws the error of the first position without a result, if there is one. `position_of` returns
// the position for messages.
template <typename PositionOf>
void throw_first(const TableSet& set, const FirstError& errors,
                 std::span<const std::int8_t> results, NotCovered not_covered,
                 PositionOf position_of) {
  const auto first =
      not_covered == NotCovered::marked ? results.end() : std::ranges::find(results, kNotCovered);
  if (first == results.end()) return errors.throw_before(FirstError::kNone);
  const auto number = static_cast<std::size_t>(first - results.begin());
  errors.throw_before(number);
  set.throw_missing(position_of(number));
}

void answer_all(const TableSet& set, std::size_t positions,
                const BatchLookup::PositionOf& position_of, std::span<std::int8_t> results,
                int threads, NotCovered not_covered) {
  check_sizes(positions, results.size());
  BatchLookup batch(set, position_of, results, checked(threads), set.batch_positions());
  batch.answer();
  throw_first(set, batch.errors(), results, not_covered,
              [&](std::size_t i) { return *position_of(i); });
}

auto numbered(std::span<const Position> positions) {
  return [positions](std::size_t i) { return std::optional(positions[i]); };
}

auto numbered(const Board& board, std::span<const EdgeSet> drawn) {
  return [board, drawn](std::size_t i) { return std::optional(Position{board, drawn[i]}); };
}

// The positions after each move of each position, by edge; none for edges that are drawn already.
auto after_moves(const Board& board, std::span<const EdgeSet> drawn) {
  return [board, drawn](std::size_t i) -> std::optional<Position> {
    const EdgeSet before = drawn[i / static_cast<std::size_t>(board.edges())];
    const EdgeSet edge = EdgeSet{1} << (i % static_cast<std::size_t>(board.edges()));
    if ((before & edge) != 0) return {};
    return Position{board, before | edge};
  };
}

// Turns values of the positions after each move of a position into values of the moves.
void turn_to_moves(const Position& position, std::span<std::int8_t> values) {
  for (int edge = 0; edge < position.board.edges(); ++edge) {
    std::int8_t& value = values[static_cast<std::size_t>(edge)];
    if (value == kDrawn || value == kNotCovered || value == kDamaged) continue;
    const int captures = completed_boxes(position.board, position.drawn, edge);
    value = static_cast<std::int8_t>(captures > 0 ? captures + value : -value);
  }
}

// Returns the best of the moves with these values, by edge; none unless all are known.
EdgeSet best_of(std::span<const std::int8_t> values) {
  EdgeSet best = 0;
  int most = kDrawn;
  for (std::size_t edge = 0; edge < values.size(); ++edge) {
    if (values[edge] == kNotCovered || values[edge] == kDamaged) return 0;
    if (values[edge] > most) best = 0;
    most = std::max<int>(most, values[edge]);
    if (values[edge] == most && most != kDrawn) best |= EdgeSet{1} << edge;
  }
  return best;
}

}  // namespace

void Tables::find_values(std::span<const Position> positions, std::span<std::int8_t> results,
                         int threads) const {
  answer_all(*set_, positions.size(), numbered(positions), results, threads, NotCovered::marked);
}

void Tables::find_values(const Board& board, std::span<const EdgeSet> drawn,
                         std::span<std::int8_t> results, int threads) const {
  board.expect_small();
  answer_all(*set_, drawn.size(), numbered(board, drawn), results, threads, NotCovered::marked);
}

void Tables::values(std::span<const Position> positions, std::span<std::int8_t> results,
                    int threads) const {
  answer_all(*set_, positions.size(), numbered(positions), results, threads, NotCovered::thrown);
}

void Tables::values(const Board& board, std::span<const EdgeSet> drawn,
                    std::span<std::int8_t> results, int threads) const {
  board.expect_small();
  answer_all(*set_, drawn.size(), numbered(board, drawn), results, threads, NotCovered::thrown);
}

void Tables::move_values(const Board& board, std::span<const EdgeSet> drawn,
                         std::span<std::int8_t> results, int threads) const {
  board.expect_small();
  const auto edges = static_cast<std::size_t>(board.edges());
  check_sizes(drawn.size() * edges, results.size());
  for (const EdgeSet one : drawn) check_edges(board, one);
  std::ranges::fill(results, kDrawn);
  BatchLookup batch(*set_, after_moves(board, drawn), results, checked(threads),
                    set_->batch_positions());
  batch.answer();
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    turn_to_moves({board, drawn[i]}, results.subspan(i * edges, edges));
  }
  throw_first(*set_, batch.errors(), results, NotCovered::thrown, [&](std::size_t i) {
    return Position{board, drawn[i / edges]};
  });
}

void Tables::best_moves(const Board& board, std::span<const EdgeSet> drawn, std::span<EdgeSet> best,
                        int threads) const {
  board.expect_small();
  static_cast<void>(checked(threads));
  check_sizes(drawn.size(), best.size());
  const auto edges = static_cast<std::size_t>(board.edges());
  const std::size_t most = kRound / edges;
  std::vector<std::int8_t> values;
  FirstError errors;
  for (std::size_t from = 0; from < drawn.size(); from += most) {
    const auto asked = drawn.subspan(from, std::min(most, drawn.size() - from));
    values.resize(asked.size() * edges);
    usable(errors, from, [&] { move_values(board, asked, values, threads); });
    for (std::size_t i = 0; i < asked.size(); ++i) {
      best[from + i] = best_of(std::span(values).subspan(i * edges, edges));
    }
  }
  errors.throw_before(FirstError::kNone);
}

}  // namespace pipo
