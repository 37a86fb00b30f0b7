// The tables of some folders. A TableSet finds the table that covers a position, and the place of
// its value in the files. LookAhead, above it, computes the values of layers that tables omit.
#pragma once

#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/fork_safe_mutex.hpp"
#include "probe/board/settle.hpp"
#include "probe/table/block_cache.hpp"
#include "probe/table/table.hpp"

namespace pipo {

class TableSet {
 public:
  // A set has tables of one game and one cost of the last move only and ignores the others, so that
  // no value is taken for that of another game. Throws BadInput if no board can have that cost.
  explicit TableSet(const TablesOptions& options, TableGame game = TableGame::dots_and_boxes);

  TableGame game() const { return game_; }
  LastMoveCost last_move_cost() const { return last_move_cost_; }

  // Add the tables of a tables folder, and a single table. add_folder throws what list_tables
  // throws.
  void add_folder(const std::filesystem::path& tables_folder);
  void add(const FoundTable& found);

  // Adds the tables of tables folders, and opens a single table. They throw what the constructor of
  // Tables and Tables::only throw.
  void add_folders(const std::vector<std::filesystem::path>& tables_folders);

  // Adds the tables of the atlas, behind all others.
  void add_atlas();
  void add_only(const std::filesystem::path& table_folder);

  // Adds a folder to the searched ones, which are named in messages.
  void note_searched(const std::filesystem::path& folder) { searched_.push_back(folder); }
  // Adds a problem of a folder; each problem is kept once.
  void note(const std::filesystem::path& folder, const std::string& message) const;
  std::vector<TableProblem> problems() const;

  const std::vector<std::unique_ptr<LazyTable>>& tables() const { return tables_; }

  std::size_t batch_positions() const { return batch_positions_; }

  // Opens all tables. Throws the error of the first that cannot be opened.
  void open_all() const {
    for (const auto& table : tables_) table->open(open_files_);
  }

  // One way to map positions of a board to a table, as indices of the table and of its
  // LazyTable::ways.
  struct TableWay {
    std::size_t table;
    std::size_t way;
    Overlay overlay;
  };

  static constexpr std::size_t kNoTable = ~std::size_t{0};

  // The source of a layer's values: its file, or kept layers to compute them from.
  enum class Has : bool { file, later_layers };

  // Calls `use` with the best table that covers a settled position, has its layer in this way and
  // can be used, and returns its result. Tables outside the atlas are better than those of the
  // atlas; otherwise tables with more start edges, which are smaller, are better. Returns nothing
  // if there is no such table. If such tables, or tables that may be such, exist but none can be
  // used, throws the error of the best one. Ignores `excluded_table`.
  template <typename Use>
  auto with_table_of(const Board& board, EdgeSet quiet, Has has, Use use,
                     std::size_t excluded_table = kNoTable) const
      -> std::optional<std::invoke_result_t<Use, const TableWay&, const LazyTable::Opened&>>;

  // The same with a table that has the file of the layer or, if none can be used, with one that
  // computes it.
  template <typename Use>
  auto with_answering_table(const Board& board, EdgeSet quiet, Use use) const
      -> std::optional<std::invoke_result_t<Use, const TableWay&, const LazyTable::Opened&>>;

  // The place of the value of a settled position: a block, and the row and column in it.
  struct Place {
    BlockKey block = 0;
    std::uint32_t row = 0;
    std::uint32_t column = 0;
  };
  static Place place(const TableWay& way, const LazyTable::Opened& opened, EdgeSet quiet);
  // Returns the place of the value of a settled position. If its layer is only computed, this is
  // the place in the file that the layer would have. Returns nothing if no table answers.
  std::optional<Place> find_place(const Board& board, EdgeSet quiet) const;
  static std::size_t table_of(BlockKey key) { return key >> 48; }
  // Returns whether there is a file with the block.
  bool is_kept(BlockKey key) const;

  // Calls `use` with a block, from the cache or else from the file. Throws DamagedTable.
  using BlockUse = std::function<void(const PackedBlock&)>;
  void with_block(BlockKey key, const BlockUse& use) const;

  // Returns the value of a settled position in a layer that a table keeps. Returns nothing if none
  // does, or if the file cannot be used and the value can be computed instead. Otherwise throws
  // DamagedTable or MissingTable if the file cannot be used.
  std::optional<int> find_kept_value(const Board& board, EdgeSet quiet,
                                     std::size_t excluded_table) const;

  // Return whether a table that can be opened keeps the layer of a settled position, computes it,
  // or does either. If one table keeps it and another computes it, the first one answers.
  bool keeps(const Board& board, EdgeSet quiet) const;
  bool computes(const Board& board, EdgeSet quiet, std::size_t excluded_table = kNoTable) const;
  bool covers(const Board& board, EdgeSet quiet) const {
    return keeps(board, quiet) || computes(board, quiet);
  }

  // Returns whether a table that can be opened covers a settled position and every later one. If
  // this is false, several tables together may.
  bool covers_all_after(const Board& board, EdgeSet quiet) const;

  [[noreturn]] void throw_missing(const Position& position) const;

 private:
  const std::vector<TableWay>& ways_of(const Board& board) const;
  bool has(const Board& board, EdgeSet quiet, Has has, std::size_t excluded_table) const;
  std::string unfinished_text(const Board& board, EdgeSet quiet) const;
  const Table* omitting_table(const Board& board, EdgeSet quiet) const;

  bool may_have(const TableIdentity& table) const;
  std::string name_of_whole(const Board& board) const;

  TableGame game_;
  LastMoveCost last_move_cost_;
  std::vector<std::filesystem::path> searched_;
  std::vector<FoundTable> unfinished_;
  std::vector<std::unique_ptr<LazyTable>> tables_;
  std::size_t batch_positions_;
  mutable OpenFileBudget open_files_;
  mutable BlockCache cache_;
  std::vector<std::vector<TableWay>> by_board_;

  mutable ForkSafeMutex problems_mutex_;
  mutable std::vector<TableProblem> problems_;
};

template <typename Use>
auto TableSet::with_table_of(const Board& board, EdgeSet quiet, Has has, Use use,
                             std::size_t excluded_table) const
    -> std::optional<std::invoke_result_t<Use, const TableWay&, const LazyTable::Opened&>> {
  const int layer = count_bits(quiet);
  std::exception_ptr first;
  for (const TableWay& way : ways_of(board)) {
    if (way.table == excluded_table || !way.overlay.covers(quiet)) continue;
    LazyTable& table = *tables_[way.table];
    try {
      const LazyTable::Opened& opened = table.open(open_files_);
      const KeptLayers& kept = opened.table.kept();
      if (has == Has::file ? kept.keeps(layer) : kept.computes(layer)) return use(way, opened);
    } catch (const MissingTable& error) {
      note(table.found().folder, error.what());
      if (!first) first = std::current_exception();
    } catch (const DamagedTable& error) {
      note(table.found().folder, error.what());
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
  return std::nullopt;
}

template <typename Use>
auto TableSet::with_answering_table(const Board& board, EdgeSet quiet, Use use) const
    -> std::optional<std::invoke_result_t<Use, const TableWay&, const LazyTable::Opened&>> {
  try {
    if (auto result = with_table_of(board, quiet, Has::file, use)) return result;
  } catch (const Error&) {
    if (!computes(board, quiet)) throw;
  }
  return with_table_of(board, quiet, Has::later_layers, use);
}

}  // namespace pipo
