// Lookups of many positions at once. All threads locate the positions, which are then sorted by
// block and answered block by block, so that each block is unpacked once.
#include "probe/table/batch.hpp"

#include <algorithm>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <limits>

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

// The key of positions that no table covers. No block has it, since there are fewer tables.
constexpr BlockKey kNowhere = std::numeric_limits<BlockKey>::max();

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

// Throws BadInput unless there is one place per position for the results.
void check_sizes(std::size_t positions, std::size_t results) {
  if (positions == results) return;
  throw BadInput(std::to_string(positions) + " positions, but room for " + std::to_string(results) +
                 " results");
}

// A batch: its positions, by number, and the destination of their values.
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

 private:
  void answer_alone(std::size_t number) {
    const std::optional<int> value = set_.find_value(position_of_(number));
    results_[number] = value ? static_cast<std::int8_t>(*value) : kNotCovered;
  }

  void answer_round() {
    asked_.resize(std::min(round_, results_.size() - first_));
    in_parallel((asked_.size() + kChunk - 1) / kChunk, threads_, [this](std::size_t chunk) {
      const std::size_t end = std::min(asked_.size(), (chunk + 1) * kChunk);
      for (std::size_t i = chunk * kChunk; i < end; ++i) {
        asked_[i] = located(set_, position_of_(first_ + i), i);
      }
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
    if (asked.front().block == kNowhere) {
      for (const Asked& one : asked) results_[first_ + one.number] = kNotCovered;
      return;
    }
    try {
      set_.with_block(asked.front().block, [&](const PackedBlock& block) {
        for (const Asked& one : asked) results_[first_ + one.number] = one.value(block);
      });
    } catch (const DamagedTable& error) {
      answer_by_others(asked, error.what());
    } catch (const MissingTable& error) {
      answer_by_others(asked, error.what());
    }
  }

  // Looks up the positions in other tables. Must be called in the handler of the block's error,
  // which it rethrows if no other table covers a position.
  void answer_by_others(std::span<const Asked> asked, const std::string& problem) {
    const std::size_t table = TableSet::table_of(asked.front().block);
    set_.note(set_.tables()[table]->found().folder, problem);
    for (const Asked& one : asked) {
      const Position position = position_of_(first_ + one.number);
      const Settlement settled = settle(position.board, position.drawn);
      const std::optional<int> quiet = set_.find_quiet_value(position.board, settled.quiet, table);
      if (!quiet) throw;
      results_[first_ + one.number] = static_cast<std::int8_t>(settled_value(settled, *quiet));
    }
  }

  const TableSet& set_;
  PositionOf position_of_;
  std::span<std::int8_t> results_;
  unsigned threads_;
  std::size_t round_;
  std::size_t first_ = 0;  // of the round
  std::vector<Asked> asked_;
};

// The reaction if no table covers a position.
enum class NotCovered { marked, thrown };

template <typename PositionOf>
void answer_all(const TableSet& set, std::size_t positions, PositionOf position_of,
                std::span<std::int8_t> results, unsigned threads, NotCovered not_covered) {
  check_sizes(positions, results.size());
  Batch(set, position_of, results, threads, kRound).answer();
  if (not_covered == NotCovered::marked) return;
  const auto first = std::ranges::find(results, kNotCovered);
  if (first != results.end()) set.throw_missing(position_of(first - results.begin()));
}

auto numbered(std::span<const Position> positions) {
  return [positions](std::size_t i) { return positions[i]; };
}

auto numbered(const Board& board, std::span<const EdgeSet> drawn) {
  return [board, drawn](std::size_t i) { return Position{board, drawn[i]}; };
}

}  // namespace

void find_values_in_rounds(const TableSet& set, std::span<const Position> positions,
                           std::span<std::int8_t> results, unsigned threads, std::size_t round) {
  check_sizes(positions.size(), results.size());
  Batch(set, numbered(positions), results, threads, round).answer();
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

void Tables::best_moves(const Board& board, std::span<const EdgeSet> drawn, std::span<EdgeSet> best,
                        unsigned threads) const {
  constexpr std::size_t kMovesChunk = 256;  // each takes some 6 us
  check_sizes(drawn.size(), best.size());
  const std::size_t chunks = (drawn.size() + kMovesChunk - 1) / kMovesChunk;
  in_parallel(chunks, threads_for(threads), [&](std::size_t chunk) {
    Answer answer;
    const std::size_t end = std::min(drawn.size(), (chunk + 1) * kMovesChunk);
    for (std::size_t i = chunk * kMovesChunk; i < end; ++i) {
      this->answer({board, drawn[i]}, answer);
      best[i] = 0;
      for (const int edge : answer.best) best[i] |= EdgeSet{1} << edge;
    }
  });
}

}  // namespace pipo
