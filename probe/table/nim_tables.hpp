// Looks up nim-values of Nimstring in the tables of some folders. Tables of margins are ignored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pipopipette/tables.hpp"
#include "probe/board/nim_value.hpp"

namespace pipo {

// A move of Nimstring.
struct NimMove {
  int edge = 0;       // DBN index on the position's own board
  int captures = 0;   // boxes this edge completes; if there are any, the player moves again
  NimValue after;     // value of the position after the move, for the player who is then to move
  bool wins = false;  // does the player who draws it win Nimstring?
};

struct NimAnswer {
  Position position{Board(1, 1), 0};
  NimValue value;
  std::vector<NimMove> moves;  // every open edge, by DBN index
  TableIdentity table;         // the table that covers the position
};

class NimTables {
 public:
  // Lists the tables as the constructor of Tables does, and throws what it throws.
  explicit NimTables(const std::vector<std::filesystem::path>& folders,
                     const TablesOptions& options = {});

  // Opens a single table at once, given its own folder. Throws what Tables::only throws, and
  // BadInput if it has margins.
  static NimTables only(const std::filesystem::path& table_folder,
                        const TablesOptions& options = {});

  // Returns the value of any position, quiet or not. If no table covers the position, value throws
  // MissingTable and find_value returns nothing. Both throw DamagedTable.
  NimValue value(const Position& position) const;
  std::optional<NimValue> find_value(const Position& position) const;

  // Returns the value of the position and of the positions after each move. Throws what value()
  // throws.
  NimAnswer answer(const Position& position) const;

  std::vector<FoundTable> found() const { return coded_.found(); }
  std::vector<TableProblem> problems() const { return coded_.problems(); }

 private:
  friend class StoredValues;

  explicit NimTables(Tables coded) : coded_(std::move(coded)) {}

  Tables coded_;  // with nim-values and kLoony (game_values.hpp) in place of margins
};

// The values of tables of either game as they store them: margins, or nim-values and kLoony
// (game_values.hpp). For checks. There are no values of moves, because they follow from these by
// another rule in each game.
class StoredValues {
 public:
  StoredValues(const Tables& tables) : tables_(tables) {}
  StoredValues(const NimTables& tables) : tables_(tables.coded_) {}

  // Opens a single table, which this must be. Throws what Tables::only throws.
  static StoredValues only(const std::filesystem::path& table_folder, const TableIdentity& table,
                           TablesOptions options = {});

  // As the members of Tables.
  int value(const Position& position) const { return tables_.value(position); }
  std::optional<int> find_value(const Position& position) const {
    return tables_.find_value(position);
  }
  void values(const Board& board, std::span<const EdgeSet> drawn, std::span<std::int8_t> results,
              int threads = 0) const {
    tables_.values(board, drawn, results, threads);
  }
  bool covers_moves(const Position& position) const { return tables_.covers_moves(position); }
  LastMoveCost last_move_cost() const { return tables_.last_move_cost(); }

 private:
  Tables tables_;
};

}  // namespace pipo
