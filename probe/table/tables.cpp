#include "pipopipette/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/incidence.hpp"
#include "probe/board/settle.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/space/locator.hpp"
#include "probe/space/parity.hpp"
#include "probe/table/block_cache.hpp"
#include "probe/table/lazy_table.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

// A block's key has two bytes for its table.
constexpr std::size_t kMostTables = 0xffff;

// More than these are not told apart by anybody.
constexpr std::size_t kMostProblems = 1000;

}  // namespace

struct Tables::Implementation {
  // One way to lay positions of a board over a table: a number of its LazyTable::ways.
  struct TableWay {
    std::size_t table;
    std::size_t way;
  };

  Implementation(std::vector<fs::path> searched_folders, const TablesOptions& options)
      : searched(std::move(searched_folders)), cache(options.cache_bytes), by_board(kBoards) {}

  void list();
  void add(const FoundTable& found);
  void sort_ways();

  static constexpr std::size_t kBoards = std::size_t{(kMaximumRows + 1) * (kMaximumRows + 1)};
  static std::size_t slot(const Board& board) {
    return static_cast<std::size_t>(board.rows() * (kMaximumRows + 1) + board.columns());
  }
  const LazyTable::Way& way_of(const TableWay& way) const {
    return tables[way.table]->ways()[way.way];
  }

  template <typename Use>
  using Result = std::invoke_result_t<Use, const TableWay&, const LazyTable::Opened&>;
  template <typename Use>
  Result<Use> with_table_of(const Board& board, EdgeSet quiet, Use use) const;

  int quiet_value(const Board& board, EdgeSet quiet) const {
    return with_table_of(board, quiet, [&](const TableWay& way, const LazyTable::Opened& opened) {
      return quiet_value(way, opened, board, quiet);
    });
  }
  int quiet_value(const TableWay& way, const LazyTable::Opened& opened, const Board& board,
                  EdgeSet quiet) const;
  int value(const Position& position) const;

  void note(const fs::path& folder, const std::string& message) const;
  std::vector<TableProblem> noted() const;
  [[noreturn]] void throw_missing(const Position& position) const;

  std::vector<fs::path> searched;
  std::vector<std::unique_ptr<LazyTable>> tables;
  mutable OpenFileBudget open_files;
  mutable BlockCache cache;
  std::vector<std::vector<TableWay>> by_board;

  mutable std::mutex problems_mutex;
  mutable std::vector<TableProblem> problems;
};

void Tables::Implementation::list() {
  std::exception_ptr first;
  std::size_t listed = 0;
  for (const fs::path& folder : searched) {
    try {
      const TableListing listing = list_tables(folder);
      for (const FoundTable& found : listing.tables) add(found);
      for (const TableProblem& problem : listing.problems) note(problem.folder, problem.message);
      ++listed;
    } catch (const MissingTable& error) {
      if (!first) first = std::current_exception();
      note(folder, error.what());
    }
  }
  if (first && listed == 0) std::rethrow_exception(first);
  sort_ways();
}

void Tables::Implementation::add(const FoundTable& found) {
  if (tables.size() == kMostTables) {
    note(found.folder, fmt::format("{}: not used: there are more than {} tables",
                                   found.folder.string(), kMostTables));
    return;
  }
  tables.push_back(std::make_unique<LazyTable>(found));
  const std::vector<LazyTable::Way>& ways = tables.back()->ways();
  for (std::size_t way = 0; way < ways.size(); ++way) {
    by_board[slot(ways[way].board)].push_back({tables.size() - 1, way});
  }
}

// Later starts have smaller tables; the first of several folders goes first.
void Tables::Implementation::sort_ways() {
  for (std::vector<TableWay>& ways : by_board) {
    std::ranges::stable_sort(ways, std::greater(), [this](const TableWay& way) {
      return count_bits(way_of(way).overlay.needed);
    });
  }
}

// What `use` makes of the best table that covers a settled position and can be used; throws what
// was wrong with the best of those that cannot, or MissingTable.
template <typename Use>
Tables::Implementation::Result<Use> Tables::Implementation::with_table_of(const Board& board,
                                                                          EdgeSet quiet,
                                                                          Use use) const {
  std::exception_ptr first;
  for (const TableWay& way : by_board[slot(board)]) {
    if (!way_of(way).overlay.covers(quiet)) continue;
    LazyTable& table = *tables[way.table];
    try {
      return use(way, table.open(open_files));
    } catch (const MissingTable& error) {
      note(table.found().folder, error.what());
      if (!first) first = std::current_exception();
    } catch (const DamagedTable& error) {
      note(table.found().folder, error.what());
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
  throw_missing({board, quiet});
}

int Tables::Implementation::quiet_value(const TableWay& way, const LazyTable::Opened& opened,
                                        const Board& board, EdgeSet quiet) const {
  const StoredLocation location = opened.locator.locate(opened.views[way.way].parts(quiet));
  const int layer = location.layer();
  const LayerLayout& layout = opened.table.layout(layer);
  const std::optional<std::size_t> section = layout.find(location.key);
  const ValuePlace place =
      layout.place(layout.sections()[section.value()], location.row, location.column);
  const BlockKey key =
      place.block << 24 | static_cast<BlockKey>(way.table) << 8 | static_cast<BlockKey>(layer);
  std::optional<int> halved = cache.find_halved(key, place.row, place.column);
  if (!halved) {
    static thread_local PackedBlock block;
    opened.table.file(layer).read_block(place.block, block);
    halved = block.halved(place.row, place.column);
    cache.insert(key, block);
  }
  return 2 * *halved + margin_parity(board, quiet);
}

int Tables::Implementation::value(const Position& position) const {
  const Settlement settlement = settle(position.board, position.drawn);
  return settled_value(settlement, quiet_value(position.board, settlement.quiet));
}

void Tables::Implementation::note(const fs::path& folder, const std::string& message) const {
  const std::lock_guard lock(problems_mutex);
  const bool known = std::ranges::any_of(problems, [&](const TableProblem& problem) {
    return problem.folder == folder && problem.message == message;
  });
  if (!known && problems.size() < kMostProblems) problems.push_back({folder, message});
}

std::vector<TableProblem> Tables::Implementation::noted() const {
  const std::lock_guard lock(problems_mutex);
  return problems;
}

void Tables::Implementation::throw_missing(const Position& position) const {
  std::vector<std::string> folders;
  for (const fs::path& folder : searched) folders.push_back(folder.string());
  const bool other_start = !by_board[slot(position.board)].empty();
  throw MissingTable(
      fmt::format("no table {} in {}",
                  other_start ? fmt::format("with a start that {} contains", to_string(position))
                              : "of " + table_identity(position.board).board.name(),
                  folders.empty() ? "no folder" : fmt::format("{}", fmt::join(folders, ", "))));
}

Tables::Tables(const std::vector<fs::path>& folders, const TablesOptions& options)
    : implementation_(std::make_unique<Implementation>(folders, options)) {
  implementation_->list();
}

Tables::Tables(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}

Tables Tables::only(const fs::path& table_folder, const TablesOptions& options) {
  auto implementation =
      std::make_unique<Implementation>(std::vector<fs::path>{table_folder}, options);
  implementation->add({read_manifest(table_folder).table, table_folder});
  implementation->sort_ways();
  implementation->tables.front()->open(implementation->open_files);
  return Tables(std::move(implementation));
}

Tables::~Tables() = default;
Tables::Tables(Tables&&) noexcept = default;
Tables& Tables::operator=(Tables&&) noexcept = default;

std::vector<FoundTable> Tables::found() const {
  std::vector<FoundTable> found;
  for (const auto& table : implementation_->tables) found.push_back(table->found());
  return found;
}

std::vector<TableProblem> Tables::problems() const {
  return implementation_->noted();
}

bool Tables::covers(const Position& position) const {
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  try {
    return implementation_->with_table_of(position.board, quiet,
                                          [](const auto&, const auto&) { return true; });
  } catch (const MissingTable&) {
    return false;
  } catch (const DamagedTable&) {
    return false;
  }
}

int Tables::value(const Position& position) const {
  return implementation_->value(position);
}

namespace {

// Values of the quiet positions that moves have led to so far. All moves in one string lead to the
// same.
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
  std::array<EdgeSet, kMaximumEdges> quiet_;
  std::array<int, kMaximumEdges> values_;
  std::size_t count_ = 0;
};

}  // namespace

Answer Tables::answer(const Position& position) const {
  const Board& board = position.board;
  const Settlement settled = settle(board, position.drawn);
  Answer answer{.position = position, .value = 0, .moves = {}, .best = {}, .table = {}};
  answer.table =
      implementation_->with_table_of(board, settled.quiet, [this](const auto& way, const auto&) {
        return implementation_->tables[way.table]->found().table;
      });
  if (position.open() == 0) {
    answer.value = settled_value(settled, implementation_->quiet_value(board, settled.quiet));
    return answer;
  }
  SeenPositions seen;
  answer.moves.reserve(static_cast<std::size_t>(count_bits(position.open())));
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const Settlement after = settle(board, position.drawn | (open & -open));
    const int next = settled_value(after, seen.value(after.quiet, [&] {
      return implementation_->quiet_value(board, after.quiet);
    }));
    const int captures = completed_boxes(board, position.drawn, edge);
    answer.moves.push_back(
        {.edge = edge, .captures = captures, .value = captures > 0 ? captures + next : -next});
  }
  answer.value = std::ranges::max(answer.moves, {}, &MoveValue::value).value;
  for (const MoveValue& move : answer.moves) {
    if (move.value == answer.value) answer.best.push_back(move.edge);
  }
  return answer;
}

}  // namespace pipo
