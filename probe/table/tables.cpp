#include "pipopipette/tables.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/incidence.hpp"
#include "probe/board/settle.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/file/file_names.hpp"
#include "probe/space/locator.hpp"
#include "probe/space/parity.hpp"
#include "probe/space/view.hpp"
#include "probe/table/block_cache.hpp"
#include "probe/table/table.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

// Files that may stay open: half of what the process is allowed, and no other part of it knows of
// the rest.
std::size_t open_file_budget() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 128;
  return static_cast<std::size_t>(std::min<rlim_t>(limit.rlim_cur / 2, 4096));
}

// The folders in a tables folder that hold a finished table.
std::vector<fs::path> table_folders(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) {
    throw MissingTable(
        fmt::format("{}: no folder of tables here: {}; name one with --tables or PIPO_TABLES",
                    folder.string(), error.message()));
  }
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : entries) {
    if (fs::is_regular_file(entry.path() / kManifestName, error)) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

struct Tables::Implementation {
  // One table, ready to be asked.
  struct OpenTable {
    OpenTable(const fs::path& folder, KeepOpen keep_open)
        : table(folder, keep_open),
          locator(table.space().states(), table.space().kept_rows(), table.space().thinning()) {}

    Table table;
    Locator locator;
  };

  struct TableView {
    std::size_t table;
    View view;
  };

  Implementation(std::vector<fs::path> searched_folders, const std::vector<fs::path>& table_folders,
                 const TablesOptions& options)
      : searched(std::move(searched_folders)), cache(options.cache_bytes), by_board(kBoards) {
    std::size_t budget = open_file_budget();
    for (const fs::path& folder : table_folders) add(folder, budget);
    for (auto& views : by_board) {
      // Later starts have smaller tables; the first of several folders goes first.
      std::stable_sort(views.begin(), views.end(), [](const TableView& a, const TableView& b) {
        return a.view.start_edges() > b.view.start_edges();
      });
    }
  }

  void add(const fs::path& folder, std::size_t& budget) {
    const std::size_t files = kMaximumEdges + 1;
    const KeepOpen keep_open = budget >= files ? KeepOpen::yes : KeepOpen::no;
    tables.push_back(std::make_unique<OpenTable>(folder, keep_open));
    const Table& table = tables.back()->table;
    if (keep_open == KeepOpen::yes) budget -= table.manifest().layers.size();
    const Board board = table.identity().board;
    add_views(board);
    if (board.rows() != board.columns()) add_views(board.transposed());
  }

  void add_views(const Board& board) {
    const std::size_t number = tables.size() - 1;
    for (const View& view : View::all(board, tables.back()->table.space().states().cut())) {
      by_board[slot(board)].push_back({number, view});
    }
  }

  static constexpr std::size_t kBoards = std::size_t{(kMaximumRows + 1) * (kMaximumRows + 1)};
  static std::size_t slot(const Board& board) {
    return static_cast<std::size_t>(board.rows() * (kMaximumRows + 1) + board.columns());
  }

  // The best view that covers a settled position; none covers it: nullptr.
  const TableView* view_of(const Board& board, EdgeSet quiet) const {
    for (const TableView& candidate : by_board[slot(board)]) {
      if (candidate.view.covers(quiet)) return &candidate;
    }
    return nullptr;
  }

  int quiet_value(const Board& board, EdgeSet quiet) const {
    const TableView* const found = view_of(board, quiet);
    if (found == nullptr) throw_missing({board, quiet});
    return quiet_value(*found, board, quiet);
  }

  int quiet_value(const TableView& view, const Board& board, EdgeSet quiet) const;
  int value(const Position& position) const;
  [[noreturn]] void throw_missing(const Position& position) const;

  std::vector<fs::path> searched;
  std::vector<std::unique_ptr<OpenTable>> tables;
  mutable BlockCache cache;
  std::vector<std::vector<TableView>> by_board;
};

int Tables::Implementation::quiet_value(const TableView& view, const Board& board,
                                        EdgeSet quiet) const {
  const OpenTable& open = *tables[view.table];
  const StoredLocation location = open.locator.locate(view.view.parts(quiet));
  const int layer = location.layer();
  const LayerLayout& layout = open.table.layout(layer);
  const std::optional<std::size_t> section = layout.find(location.key);
  const ValuePlace place =
      layout.place(layout.sections()[section.value()], location.row, location.column);
  const BlockKey key =
      place.block << 24 | static_cast<BlockKey>(view.table) << 8 | static_cast<BlockKey>(layer);
  std::optional<int> halved = cache.find_halved(key, place.row, place.column);
  if (!halved) {
    static thread_local PackedBlock block;
    open.table.file(layer).read_block(place.block, block);
    halved = block.halved(place.row, place.column);
    cache.insert(key, block);
  }
  return 2 * *halved + margin_parity(board, quiet);
}

int Tables::Implementation::value(const Position& position) const {
  const Settlement settlement = settle(position.board, position.drawn);
  return settled_value(settlement, quiet_value(position.board, settlement.quiet));
}

void Tables::Implementation::throw_missing(const Position& position) const {
  std::vector<std::string> folders;
  for (const fs::path& folder : searched) folders.push_back(folder.string());
  const bool other_start = !by_board[slot(position.board)].empty();
  const std::string name = table_identity(position.board).board.name();
  throw MissingTable(fmt::format(
      "no table {} in {}; make it with: pipo generate {}",
      other_start ? fmt::format("with a start that {} contains", to_string(position))
                  : "of " + name,
      folders.empty() ? "no folder" : fmt::format("{}", fmt::join(folders, ", ")), name));
}

Tables::Tables(const std::vector<fs::path>& folders, const TablesOptions& options) {
  std::vector<fs::path> found;
  for (const fs::path& folder : folders) {
    for (fs::path& table : table_folders(folder)) found.push_back(std::move(table));
  }
  implementation_ = std::make_unique<Implementation>(folders, found, options);
}

Tables::Tables(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}

Tables Tables::only(const fs::path& table_folder, const TablesOptions& options) {
  const std::vector<fs::path> folders{table_folder};
  return Tables(std::make_unique<Implementation>(folders, folders, options));
}

Tables::~Tables() = default;
Tables::Tables(Tables&&) noexcept = default;
Tables& Tables::operator=(Tables&&) noexcept = default;

std::vector<FoundTable> Tables::found() const {
  std::vector<FoundTable> found;
  for (const auto& open : implementation_->tables) {
    found.push_back({open->table.identity(), open->table.folder()});
  }
  return found;
}

bool Tables::covers(const Position& position) const {
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  return implementation_->view_of(position.board, quiet) != nullptr;
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
  const auto* const view = implementation_->view_of(board, settled.quiet);
  Answer answer{.position = position, .value = 0, .moves = {}, .best = {}, .table = {}};
  if (view != nullptr) answer.table = implementation_->tables[view->table]->table.identity();
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
