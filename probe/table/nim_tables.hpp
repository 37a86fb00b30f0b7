// Looks up nim-values of Nimstring in the tables of some folders. Tables of margins are ignored.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
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

  // The same tables, with nim-values and kLoony (game_values.hpp) as their values: for checks,
  // which look up many positions. Only members that return values as they are stored may be called:
  // value, values, and their find forms.
  const Tables& coded() const { return coded_; }

 private:
  explicit NimTables(Tables coded) : coded_(std::move(coded)) {}

  Tables coded_;
};

// Opens a single table of either game, for checks: with the values of NimTables::coded if it has
// nim-values. Throws what Tables::only throws.
Tables values_of(const std::filesystem::path& table_folder, TableGame game,
                 const TablesOptions& options = {});

}  // namespace pipo
