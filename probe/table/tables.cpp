#include "pipopipette/tables.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "probe/table/batch.hpp"
#include "probe/table/best_line.hpp"
#include "probe/table/look_ahead.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {

namespace fs = std::filesystem;

Tables::Tables(const std::vector<fs::path>& folders, const TablesOptions& options)
    : set_(std::make_shared<TableSet>(options)) {
  set_->add_folders(folders);
  if (!options.no_atlas) set_->add_atlas();
}

Tables::Tables(std::shared_ptr<TableSet> set) : set_(std::move(set)) {}

Tables Tables::only(const fs::path& table_folder, const TablesOptions& options) {
  auto set = std::make_shared<TableSet>(options);
  set->add_only(table_folder);
  return Tables(std::move(set));
}

Tables::~Tables() = default;
Tables::Tables(const Tables&) noexcept = default;
Tables& Tables::operator=(const Tables&) noexcept = default;

LastMoveCost Tables::last_move_cost() const {
  return set_->last_move_cost();
}

void Tables::add(const fs::path& folder) {
  set_->add_folder(folder);
  set_->note_searched(folder);
}

std::vector<FoundTable> Tables::found() const {
  std::vector<FoundTable> found;
  for (const auto& table : set_->tables()) found.push_back(table->found());
  std::stable_partition(found.begin(), found.end(),
                        [](const FoundTable& table) { return !table.atlas; });
  return found;
}

std::vector<TableProblem> Tables::problems() const {
  return set_->problems();
}

bool Tables::covers(const Position& position) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) return false;
  return set_->covers(position.board, settle(position.board, position.drawn).quiet);
}

// Only if a table omits layers can it cover the position and not every later one.
bool Tables::covers_moves(const Position& position) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) return false;
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  if (!set_->covers(position.board, quiet)) return false;
  if (set_->covers_all_after(position.board, quiet)) return true;
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    const EdgeSet after = position.drawn | (open & -open);
    if (!set_->covers(position.board, settle(position.board, after).quiet)) return false;
  }
  return true;
}

bool Tables::computes(const Position& position) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) return false;
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  return !set_->keeps(position.board, quiet) && set_->computes(position.board, quiet);
}

bool Tables::in_atlas(const Position& position) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) return false;
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  const auto is_of_atlas = [&](const TableSet::TableWay& way, const LazyTable::Opened&) {
    return set_->tables()[way.table]->found().atlas;
  };
  return set_->covers(position.board, quiet) &&
         set_->with_answering_table(position.board, quiet, is_of_atlas).value();
}

std::optional<int> Tables::find_value(const Position& position) const {
  return pipo::find_value(*set_, position);
}

int Tables::value(const Position& position) const {
  const std::optional<int> value = pipo::find_value(*set_, position);
  if (!value) set_->throw_missing(position);
  return *value;
}

namespace {

// A small cache of the values of quiet positions reached by moves. All moves in one string reach
// the same position.
class SeenPositions {
 public:
  template <typename Value>
  int value(EdgeSet quiet, Value compute) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (quiet_[i] == quiet) return values_[i];
    }
    const int value = compute();
    quiet_[count_] = quiet;
    values_[count_++] = value;
    return value;
  }

 private:
  std::array<EdgeSet, kSmallBoardEdges> quiet_;
  std::array<int, kSmallBoardEdges> values_;
  std::size_t count_ = 0;
};

int value_of(const TableSet& set, LookAhead& values, const Position& quiet) {
  const std::optional<int> value = values.find(quiet.drawn);
  if (!value) set.throw_missing(quiet);
  return *value;
}

void add_moves(const TableSet& set, LookAhead& values, Answer& answer) {
  const Board& board = answer.position.board;
  SeenPositions seen;
  for (EdgeSet open = answer.position.open(); open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const Settlement after = settle(board, answer.position.drawn | (open & -open));
    const int next = settled_value(after, seen.value(after.quiet, [&] {
      return value_of(set, values, {board, after.quiet});
    }));
    const int captures = completed_boxes(board, answer.position.drawn, edge);
    answer.moves.push_back(
        {.edge = edge, .captures = captures, .value = captures > 0 ? captures + next : -next});
  }
  answer.value = std::ranges::max(answer.moves, {}, &MoveValue::value).value;
  for (const MoveValue& move : answer.moves) {
    if (move.value == answer.value) answer.best.push_back(move.edge);
  }
}

}  // namespace

void Tables::answer(const Position& position, Answer& answer) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) set_->throw_missing(position);
  const Settlement settled = settle(position.board, position.drawn);
  const Board& board = position.board;
  answer.computed = false;
  answer.atlas = false;
  const auto table = set_->with_answering_table(
      board, settled.quiet, [&](const auto& way, const LazyTable::Opened& opened) {
        answer.computed = !opened.table.keeps(count_bits(settled.quiet));
        const FoundTable& found = set_->tables()[way.table]->found();
        answer.atlas = found.atlas;
        return found.table;
      });
  if (!table) set_->throw_missing(position);
  answer.position = position;
  answer.table = *table;
  answer.moves.clear();
  answer.best.clear();
  LookAhead values(*set_, board, TableSet::kNoTable);
  if (position.open() != 0) {
    add_moves(*set_, values, answer);
  } else {
    answer.value = settled_value(settled, value_of(*set_, values, {board, settled.quiet}));
  }
  answer.computed |= values.computed();
}

Answer Tables::answer(const Position& position) const {
  Answer answer;
  this->answer(position, answer);
  return answer;
}

std::vector<MoveValue> Tables::line(const Position& position) const {
  return best_line(position, [this](const Position& now) { return answer(now); });
}

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
  const std::size_t most = kDefaultBatch / edges;
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
