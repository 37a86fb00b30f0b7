#include "probe/table/table_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/incidence.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/game_values.hpp"
#include "probe/table/atlas.hpp"
#include "probe/table/batch.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

// A block's key has two bytes for its table and one for the layer.
constexpr std::size_t kMostTables = 0xffff;

// The maximum number of problems kept.
constexpr std::size_t kMostProblems = 1000;

constexpr std::size_t kBoards = std::size_t{(kMaximumRows + 1) * (kMaximumRows + 1)};

std::size_t slot(const Board& board) {
  return static_cast<std::size_t>(board.rows() * (kMaximumRows + 1) + board.columns());
}

std::string kind_of_values(TableGame game, LastMoveCost last_move_cost) {
  if (game == TableGame::nimstring) return "nim-values of Nimstring";
  if (last_move_cost == 0) return "margins of Dots-and-Boxes";
  return fmt::format("margins with a last move that costs {}", last_move_cost);
}

int layer_of(BlockKey key) {
  return static_cast<int>(key >> 40 & 0xff);
}

}  // namespace

TableSet::TableSet(const TablesOptions& options, TableGame game)
    : game_(game),
      last_move_cost_(checked_last_move_cost(Board(1, 1), options.last_move_cost)),
      batch_positions_(std::clamp<std::size_t>(options.batch_positions, 1, kMostInARound)),
      cache_(options.cache_bytes),
      by_board_(kBoards) {}

bool TableSet::may_have(const TableIdentity& table) const {
  return table.game == game_ && table.last_move_cost == last_move_cost_;
}

// Returns the name of the table that would cover all positions of this board.
std::string TableSet::name_of_whole(const Board& board) const {
  if (board.boxes() + last_move_cost_ > kMostBoxesAndCost) {
    return fmt::format("{} ({})", board.name(), kind_of_values(game_, last_move_cost_));
  }
  return folder_name(table_identity(board, 0, game_, last_move_cost_));
}

const std::vector<TableSet::TableWay>& TableSet::ways_of(const Board& board) const {
  return by_board_[slot(board)];
}

void TableSet::add_folder(const fs::path& tables_folder) {
  const TableListing listing = list_tables(tables_folder);
  for (const FoundTable& found : listing.tables) add(found);
  for (const FoundTable& found : listing.unfinished) {
    if (may_have(found.table)) unfinished_.push_back(found);
  }
  for (const TableProblem& problem : listing.problems) note(problem.folder, problem.message);
}

void TableSet::add_folders(const std::vector<fs::path>& tables_folders) {
  std::exception_ptr first;
  std::size_t listed = 0;
  for (const fs::path& folder : tables_folders) {
    note_searched(folder);
    try {
      add_folder(folder);
      ++listed;
    } catch (const MissingTable& error) {
      if (!first) first = std::current_exception();
      note(folder, error.what());
    }
  }
  if (first && listed == 0) std::rethrow_exception(first);
}

void TableSet::add_atlas() {
  const fs::path folder = atlas_folder();
  if (folder.empty()) return;
  note_searched(folder);
  for (const FoundTable& found : tables_of_atlas(folder)) add(found);
}

void TableSet::add_only(const fs::path& table_folder) {
  check_name(table_folder);
  note_searched(table_folder);
  const FoundTable found{read_manifest(table_folder).table, table_folder};
  if (!may_have(found.table)) {
    throw BadInput(fmt::format("{}: has {}; name a table of {}", table_folder.string(),
                               kind_of_values(found.table.game, found.table.last_move_cost),
                               kind_of_values(game_, last_move_cost_)));
  }
  add(found);
  open_all();
}

// Adds a table. For each board the ways are sorted: those of the atlas last, then by the number of
// start edges, most first, since those tables are smaller. Equal ones are in the order in which
// they were added.
void TableSet::add(const FoundTable& found) {
  if (!may_have(found.table)) return;
  if (tables_.size() == kMostTables) {
    note(found.folder, fmt::format("{}: ignored, because there are more than {} tables",
                                   found.folder.string(), kMostTables));
    return;
  }
  tables_.push_back(std::make_unique<LazyTable>(found));
  const std::vector<LazyTable::Way>& ways = tables_.back()->ways();
  const auto rank = [this](const TableWay& way) {
    return std::pair(!tables_[way.table]->found().atlas, count_bits(way.overlay.needed));
  };
  for (std::size_t way = 0; way < ways.size(); ++way) {
    const TableWay added{tables_.size() - 1, way, ways[way].overlay};
    std::vector<TableWay>& others = by_board_[slot(ways[way].board)];
    others.insert(std::ranges::upper_bound(others, rank(added), std::greater(), rank), added);
  }
}

TableSet::Place TableSet::place(const TableWay& way, const LazyTable::Opened& opened,
                                EdgeSet quiet) {
  const StoredCell location = opened.locator.locate(opened.packings[way.way](quiet));
  const LayerLayout& layout = opened.table.layout(location.layer());
  const std::optional<std::size_t> section = layout.find(location.key);
  const BlockCell place =
      layout.place(layout.sections()[section.value()], location.row, location.column);
  // The keys of a table are in the order of its files, so that reading blocks in the order of keys
  // reads the files from front to back.
  const BlockKey key = static_cast<BlockKey>(way.table) << 48 |
                       static_cast<BlockKey>(location.layer()) << 40 | place.block;
  return {key, place.row, place.column};
}

void TableSet::with_block(BlockKey key, const BlockUse& use) const {
  if (cache_.use(key, use)) return;
  static thread_local PackedBlock block;
  const Table& table = tables_[table_of(key)]->open(open_files_).table;
  table.file(layer_of(key)).read_block(key & 0xff'ffff'ffff, block);
  use(block);
  cache_.insert(key, block);
}

std::optional<int> TableSet::find_kept_value(const Board& board, EdgeSet quiet,
                                             std::size_t excluded_table) const {
  const auto value_in = [&](const TableWay& way, const LazyTable::Opened& opened) {
    const auto [block, row, column] = place(way, opened, quiet);
    std::optional<int> halved = cache_.find_halved(block, row, column);
    if (!halved) {
      with_block(block, [&, in_row = row, in_column = column](const PackedBlock& content) {
        halved = content.halved(in_row, in_column);
      });
    }
    return value_from_file(opened.table.identity(), *halved, board, quiet);
  };
  try {
    return with_table_of(board, quiet, Has::file, value_in, excluded_table);
  } catch (const Error&) {
    if (!computes(board, quiet, excluded_table)) throw;
    return std::nullopt;
  }
}

bool TableSet::keeps(const Board& board, EdgeSet quiet) const {
  return has(board, quiet, Has::file, kNoTable);
}

bool TableSet::computes(const Board& board, EdgeSet quiet, std::size_t excluded_table) const {
  return has(board, quiet, Has::later_layers, excluded_table);
}

bool TableSet::covers_all_after(const Board& board, EdgeSet quiet) const {
  return std::ranges::any_of(ways_of(board), [&](const TableWay& way) {
    if (!way.overlay.covers(quiet)) return false;
    try {
      return tables_[way.table]->open(open_files_).table.kept().answers_all();
    } catch (const Error&) {
      return false;
    }
  });
}

bool TableSet::has(const Board& board, EdgeSet quiet, Has has, std::size_t excluded_table) const {
  try {
    return with_table_of(
               board, quiet, has, [](const auto&, const auto&) { return true; }, excluded_table)
        .has_value();
  } catch (const MissingTable&) {
    return false;
  } catch (const DamagedTable&) {
    return false;
  }
}

std::optional<TableSet::Place> TableSet::find_place(const Board& board, EdgeSet quiet) const {
  return with_answering_table(board, quiet,
                              [&](const TableWay& way, const LazyTable::Opened& opened) {
                                return place(way, opened, quiet);
                              });
}

bool TableSet::is_kept(BlockKey key) const {
  return tables_[table_of(key)]->open(open_files_).table.keeps(layer_of(key));
}

void TableSet::note(const fs::path& folder, const std::string& message) const {
  const std::lock_guard lock(problems_mutex_);
  const bool known = std::ranges::any_of(problems_, [&](const TableProblem& problem) {
    return problem.folder == folder && problem.message == message;
  });
  if (!known && problems_.size() < kMostProblems) problems_.push_back({folder, message});
}

std::vector<TableProblem> TableSet::problems() const {
  const std::lock_guard lock(problems_mutex_);
  return problems_;
}

// Returns a table that covers a settled position but neither keeps nor computes its layer; null if
// there is none.
const Table* TableSet::omitting_table(const Board& board, EdgeSet quiet) const {
  for (const TableWay& way : ways_of(board)) {
    if (!way.overlay.covers(quiet)) continue;
    try {
      const Table& table = tables_[way.table]->open(open_files_).table;
      if (!table.keeps(count_bits(quiet))) return &table;
    } catch (const Error&) {
      // note() has kept the problem.
    }
  }
  return nullptr;
}

// Returns the text for an unfinished table that would cover a settled position, if there is one.
std::string TableSet::unfinished_text(const Board& board, EdgeSet quiet) const {
  for (const FoundTable& found : unfinished_) {
    const LazyTable table(found);
    const bool covers = std::ranges::any_of(table.ways(), [&](const LazyTable::Way& way) {
      return way.board == board && way.overlay.covers(quiet);
    });
    std::error_code ignored;
    if (covers && !fs::exists(found.folder / kManifestName, ignored)) {
      return fmt::format("; the one in {} is unfinished", found.folder.string());
    }
  }
  return {};
}

void TableSet::throw_missing(const Position& position) const {
  const Board& wanted = position.board;
  if (!wanted.is_small()) {
    throw MissingTable(fmt::format("no table can cover {}, which has more than {} edges",
                                   wanted.name(), kSmallBoardEdges));
  }
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  if (const Table* const table = omitting_table(position.board, quiet)) {
    const int layer = count_bits(quiet);
    throw MissingTable(
        fmt::format(
            "{}: omits layer {}, which is too far before the next kept layer to compute {}; "
            "solve the position, or use a table that keeps more layers",
            table->folder().string(), layer, to_string(position)),
        {.table = folder_name(table->identity()),
         .searched = searched_,
         .file = {},
         .omitted_layer = layer});
  }
  std::vector<std::string> folders;
  for (const fs::path& folder : searched_) folders.push_back(folder.string());
  const std::string board = name_of_whole(position.board);
  const bool other_start = !ways_of(position.board).empty();
  throw MissingTable(
      fmt::format("no table {} {}{}",
                  other_start ? fmt::format("with a start that {} contains", to_string(position))
                              : "of " + board,
                  folders.empty() ? "is available" : fmt::format("in {}", fmt::join(folders, ", ")),
                  unfinished_text(position.board, quiet)),
      {.table = board, .searched = searched_, .file = {}, .omitted_layer = {}});
}

}  // namespace pipo
