// The tables of some folders. A TableSet finds the table that covers a position, and the place of
// its value in the files.
#pragma once

#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "probe/base/fork_safe_mutex.hpp"
#include "probe/board/settle.hpp"
#include "probe/table/block_cache.hpp"
#include "probe/table/lazy_table.hpp"

namespace pipo {

class TableSet {
 public:
  explicit TableSet(const TablesOptions& options);

  // Add the tables of a tables folder, and a single table. add_folder throws as list_tables does.
  void add_folder(const std::filesystem::path& tables_folder);
  void add(const FoundTable& found);

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
  };

  static constexpr std::size_t kNoTable = ~std::size_t{0};

  // Calls `use` with the best table that covers a settled position and can be used, and returns its
  // result. Tables with more start edges, which are smaller, are better. Returns nothing if no
  // table covers the position. If tables cover it but none can be used, throws the error of the
  // best of them. Ignores the table `without`.
  template <typename Use>
  auto with_table_of(const Board& board, EdgeSet quiet, Use use,
                     std::size_t without = kNoTable) const
      -> std::optional<std::invoke_result_t<Use, const TableWay&, const LazyTable::Opened&>>;

  // The place of the value of a settled position: a block, and the row and column in it.
  struct Place {
    BlockKey block = 0;
    std::uint32_t row = 0;
    std::uint32_t column = 0;
  };
  static Place place(const TableWay& way, const LazyTable::Opened& opened, EdgeSet quiet);
  // Returns the halved value at a place, from the cache or else from the file. Throws DamagedTable.
  int halved(const Place& place) const;

  static std::size_t table_of(BlockKey key) { return key >> 48; }

  // Calls `use` with a block, from the cache or else from the file. Throws DamagedTable.
  using BlockUse = std::function<void(const PackedBlock&)>;
  void with_block(BlockKey key, const BlockUse& use) const;

  // Returns the value of any position, or nothing if no table covers it. Throws BadInput if edges
  // are drawn that are not on the board.
  std::optional<int> find_value(const Position& position) const;
  // Returns the value of a settled position, or nothing if no table covers it.
  std::optional<int> find_quiet_value(const Board& board, EdgeSet quiet,
                                      std::size_t without = kNoTable) const;
  // Returns the value of a settled position. Throws MissingTable if no table covers it.
  int quiet_value(const Board& board, EdgeSet quiet) const;

  [[noreturn]] void throw_missing(const Position& position) const;

 private:
  const std::vector<TableWay>& ways_of(const Board& board) const;
  const LazyTable::Way& way_of(const TableWay& way) const {
    return tables_[way.table]->ways()[way.way];
  }

  std::vector<std::filesystem::path> searched_;
  std::vector<std::unique_ptr<LazyTable>> tables_;
  std::size_t batch_positions_;
  mutable OpenFileBudget open_files_;
  mutable BlockCache cache_;
  std::vector<std::vector<TableWay>> by_board_;

  mutable ForkSafeMutex problems_mutex_;
  mutable std::vector<TableProblem> problems_;
};

template <typename Use>
auto TableSet::with_table_of(const Board& board, EdgeSet quiet, Use use, std::size_t without) const
    -> std::optional<std::invoke_result_t<Use, const TableWay&, const LazyTable::Opened&>> {
  std::exception_ptr first;
  for (const TableWay& way : ways_of(board)) {
    if (way.table == without || !way_of(way).overlay.covers(quiet)) continue;
    LazyTable& table = *tables_[way.table];
    try {
      return use(way, table.open(open_files_));
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

}  // namespace pipo
