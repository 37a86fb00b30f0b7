// Lookups of many positions at once. All threads locate the positions, which are then sorted by
// block and answered block by block, so that each block is unpacked once.
#include "probe/table/batch.hpp"

#include <algorithm>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "pipopipette/tables.hpp"
#include "probe/board/settle.hpp"
#include "probe/space/parity.hpp"
#include "probe/table/in_parallel.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {
namespace {

// Smaller batches are looked up one by one, since their positions seldom share a block.
constexpr std::size_t kFewest = 64;

// Positions that one thread locates or answers in one go, so many that the cost of starting threads
// is small in comparison.
constexpr std::size_t kChunk = 4096;

// Positions sorted at once; their places take 64 MiB.
constexpr std::size_t kRound = std::size_t{1} << 22;

// A position of the batch: the place of the value of the quiet position to which it settles, and
// the numbers to compute its own value from that one (identity (A) of board/settle.hpp).
struct Asked {
  BlockKey block = 0;
  std::uint32_t number = 0;
  std::uint8_t row = 0;
  std::uint8_t column = 0;
  std::int8_t captured = 0;
  std::uint8_t handout_and_parity = 0;

  std::int8_t value(const PackedBlock& in) const {
    const Settlement settlement{.quiet = 0,
                                .captured = captured,
                                .handout = static_cast<Handout>(handout_and_parity & ~1U)};
    return static_cast<std::int8_t>(
        settled_value(settlement, 2 * in.halved(row, column) + (handout_and_parity & 1)));
  }
};
static_assert(sizeof(Asked) == 16);

// The keys of positions without a block: no table covers them, those that do cannot be used, or no
// caller asked for it. No block has such keys, since there are fewer tables.
constexpr BlockKey kNowhere = std::numeric_limits<BlockKey>::max();
constexpr BlockKey kSpoiled = kNowhere - 1;
constexpr BlockKey kNotAsked = kNowhere - 2;

Asked located(const TableSet& set, const Position& position, std::size_t number) {
  check_edges(position.board, position.drawn);
  const Settlement settled = settle(position.board, position.drawn);
  const auto place = set.with_table_of(position.board, settled.quiet,
                                       [&](const auto& way, const LazyTable::Opened& opened) {
                                         return TableSet::place(way, opened, settled.quiet);
                                       });
  const int parity = margin_parity(position.board, settled.quiet);
  return {
      .block = place ? place->block : kNowhere,
      .number = static_cast<std::uint32_t>(number),
      .row = static_cast<std::uint8_t>(place ? place->row : 0),
      .column = static_cast<std::uint8_t>(place ? place->column : 0),
      .captured = static_cast<std::int8_t>(settled.captured),
      .handout_and_parity = static_cast<std::uint8_t>(static_cast<int>(settled.handout) | parity)};
}

// The error of the first position of a batch that has one.
class FirstError {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Keeps the current exception if the position is before all others that had one. Must be called
  // in an exception handler.
  void note(std::size_t position) {
    const std::lock_guard lock(mutex_);
    if (position >= position_) return;
    position_ = position;
    error_ = std::current_exception();
  }

  // Throws the error unless `position`, which has another one, comes before.
  void throw_before(std::size_t position) const {
    if (position_ < position) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::size_t position_ = kNone;
  std::exception_ptr error_;
};

// Calls f. Returns whether the tables that it needs can be used; if not, notes the error.
template <typename F>
bool usable(FirstError& errors, std::size_t position, F f) {
  try {
    f();
    return true;
  } catch (const DamagedTable&) {
    errors.note(position);
  } catch (const MissingTable&) {
    errors.note(position);
  }
  return false;
}

// Throws BadInput unless there is one place per position for the results.
void check_sizes(std::size_t positions, std::size_t results) {
  if (positions == results) return;
  throw BadInput(std::to_string(positions) + " positions, but room for " + std::to_string(results) +
                 " results");
}

// A batch: its positions, by number, and the destination of their values. A number may have no
// position; its result is then left as it is.
template <typename PositionOf>
class Batch {
 public:
  Batch(const TableSet& set, PositionOf position_of, std::span<std::int8_t> results,
        unsigned threads, std::size_t round)
      : set_(set),
        position_of_(position_of),
        results_(results),
        threads_(threads_for(threads)),
        round_(round) {}

  void answer() {
    if (results_.size() < kFewest) {
      for (std::size_t i = 0; i < results_.size(); ++i) answer_alone(i);
      return;
    }
    for (first_ = 0; first_ < results_.size(); first_ += round_) answer_round();
  }

  const FirstError& errors() const { return errors_; }

 private:
  void answer_alone(std::size_t number) {
    const std::optional<Position> position = position_of_(number);
    if (!position) return;
    std::int8_t& result = results_[number];
    result = kDamaged;
    usable(errors_, number, [&] {
      const std::optional<int> value = set_.find_value(*position);
      result = value ? static_cast<std::int8_t>(*value) : kNotCovered;
    });
  }

  Asked locate(std::size_t i) {
    Asked asked{.block = kNotAsked, .number = static_cast<std::uint32_t>(i)};
    const std::optional<Position> position = position_of_(first_ + i);
    if (!position) return asked;
    if (!usable(errors_, first_ + i, [&] { asked = located(set_, *position, i); })) {
      asked.block = kSpoiled;
    }
    return asked;
  }

  void answer_round() {
    asked_.resize(std::min(round_, results_.size() - first_));
    in_parallel((asked_.size() + kChunk - 1) / kChunk, threads_, [this](std::size_t chunk) {
      const std::size_t end = std::min(asked_.size(), (chunk + 1) * kChunk);
      for (std::size_t i = chunk * kChunk; i < end; ++i) asked_[i] = locate(i);
    });
    boost::sort::spreadsort::integer_sort(
        asked_.begin(), asked_.end(),
        [](const Asked& asked, unsigned shift) { return asked.block >> shift; },
        [](const Asked& a, const Asked& b) { return a.block < b.block; });
    in_parallel((asked_.size() + kChunk - 1) / kChunk, threads_,
                [this](std::size_t chunk) { answer_chunk(chunk * kChunk); });
  }

  // Answers the blocks whose first position is in the chunk.
  void answer_chunk(std::size_t from) {
    const std::size_t end = std::min(asked_.size(), from + kChunk);
    while (from > 0 && from < end && asked_[from].block == asked_[from - 1].block) ++from;
    while (from < end) {
      std::size_t to = from;
      while (to < asked_.size() && asked_[to].block == asked_[from].block) ++to;
      answer_block(std::span(asked_).subspan(from, to - from));
      from = to;
    }
  }

  void answer_block(std::span<const Asked> asked) {
    const BlockKey block = asked.front().block;
    if (block == kNotAsked) return;
    if (block == kNowhere || block == kSpoiled) {
      const std::int8_t mark = block == kNowhere ? kNotCovered : kDamaged;
      for (const Asked& one : asked) results_[first_ + one.number] = mark;
      return;
    }
    try {
      set_.with_block(block, [&](const PackedBlock& content) {
        for (const Asked& one : asked) results_[first_ + one.number] = one.value(content);
      });
    } catch (const DamagedTable& error) {
      answer_by_others(asked, error.what());
    } catch (const MissingTable& error) {
      answer_by_others(asked, error.what());
    }
  }

  // Looks up the positions in other tables. Must be called in the handler of the block's error,
  // which is that of the positions that no other table can answer.
  void answer_by_others(std::span<const Asked> asked, const std::string& problem) {
    const std::size_t table = TableSet::table_of(asked.front().block);
    set_.note(set_.tables()[table]->found().folder, problem);
    for (const Asked& one : asked) {
      const std::size_t number = first_ + one.number;
      const Position position = *position_of_(number);
      const Settlement settled = settle(position.board, position.drawn);
      results_[number] = kDamaged;
      FirstError ignored;
      std::optional<int> quiet;
      usable(ignored, number, [&] {
        quiet = set_.find_quiet_value(position.board, settled.quiet, table);
      });
      if (quiet) {
        results_[number] = static_cast<std::int8_t>(settled_value(settled, *quiet));
      } else {
        errors_.note(number);
      }
    }
  }

  const TableSet& set_;
  PositionOf position_of_;
  std::span<std::int8_t> results_;
  unsigned threads_;
  std::size_t round_;
  std::size_t first_ = 0;  // of the round
  std::vector<Asked> asked_;
  FirstError errors_;
};

// The reaction if no table covers a position.
enum class NotCovered { marked, thrown };

template <typename PositionOf>
void answer_all(const TableSet& set, std::size_t positions, PositionOf position_of,
                std::span<std::int8_t> results, unsigned threads, NotCovered not_covered) {
  check_sizes(positions, results.size());
  Batch batch(set, position_of, results, threads, kRound);
  batch.answer();
  const auto first = not_covered == NotCovered::marked ? results.end()
                                                       : std::ranges::find(results, kNotCovered);
  if (first == results.end()) return batch.errors().throw_before(FirstError::kNone);
  const auto number = static_cast<std::size_t>(first - results.begin());
  batch.errors().throw_before(number);
  set.throw_missing(*position_of(number));
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

void find_values_in_rounds(const TableSet& set, std::span<const Position> positions,
                           std::span<std::int8_t> results, unsigned threads, std::size_t round) {
  check_sizes(positions.size(), results.size());
  Batch batch(set, numbered(positions), results, threads, round);
  batch.answer();
  batch.errors().throw_before(FirstError::kNone);
}

void Tables::find_values(std::span<const Position> positions, std::span<std::int8_t> results,
                         unsigned threads) const {
  answer_all(*set_, positions.size(), numbered(positions), results, threads, NotCovered::marked);
}

void Tables::find_values(const Board& board, std::span<const EdgeSet> drawn,
                         std::span<std::int8_t> results, unsigned threads) const {
  answer_all(*set_, drawn.size(), numbered(board, drawn), results, threads, NotCovered::marked);
}

void Tables::values(std::span<const Position> positions, std::span<std::int8_t> results,
                    unsigned threads) const {
  answer_all(*set_, positions.size(), numbered(positions), results, threads, NotCovered::thrown);
}

void Tables::values(const Board& board, std::span<const EdgeSet> drawn,
                    std::span<std::int8_t> results, unsigned threads) const {
  answer_all(*set_, drawn.size(), numbered(board, drawn), results, threads, NotCovered::thrown);
}

void Tables::move_values(const Board& board, std::span<const EdgeSet> drawn,
                         std::span<std::int8_t> results, unsigned threads) const {
  const auto edges = static_cast<std::size_t>(board.edges());
  check_sizes(drawn.size() * edges, results.size());
  for (const EdgeSet one : drawn) check_edges(board, one);
  std::ranges::fill(results, kDrawn);
  const auto turn = [&] {
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      turn_to_moves({board, drawn[i]}, results.subspan(i * edges, edges));
    }
  };
  try {
    answer_all(*set_, results.size(), after_moves(board, drawn), results, threads,
               NotCovered::thrown);
  } catch (const DamagedTable&) {
    turn();
    throw;
  } catch (const MissingTable&) {
    turn();
    throw;
  }
  turn();
}

void Tables::best_moves(const Board& board, std::span<const EdgeSet> drawn, std::span<EdgeSet> best,
                        unsigned threads) const {
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
