// The public face of the tables: open folders, ask for values.
//
//   pipo::Tables tables({"./tables"});
//   int margin = tables.value(pipo::parse_position("3x3:000000000000000000000000"));   // -3
//
// Which tables there are is found out by the constructor; each is opened when it is first needed,
// and blocks are read and decoded on demand into a cache of limited size. Every member may be called
// from many threads at once. Nothing is printed, nothing ends the process; what goes wrong is thrown
// as one of the types in pipopipette/error.hpp.
//
// One bad table does not disable the others: what cannot be opened or read is noted in problems(),
// and another table that covers the position, say a second copy in another folder, answers instead.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "pipopipette/position.hpp"
#include "pipopipette/table_identity.hpp"

namespace pipo {

struct TablesOptions {
  // Decoded blocks kept in memory, in bytes.
  std::size_t cache_bytes = std::size_t{1} << 30;
};

// One table found on disk.
struct FoundTable {
  TableIdentity table;
  std::filesystem::path folder;  // e.g. tables/3x3
};

// Why a table, or a folder of tables, is not used, wholly or in part.
struct TableProblem {
  std::filesystem::path folder;
  std::string message;  // one line; it may hold what a file holds, any byte
};

// A move and what it leads to.
struct MoveValue {
  int edge = 0;      // DBN index on the position's own board
  int captures = 0;  // boxes this edge completes: 0, 1 or 2
  int value = 0;     // margin for the player who draws it, captures included
};

struct Answer {
  Position position;
  int value = 0;                 // margin for the player to move; 0 on the full board
  std::vector<MoveValue> moves;  // every open edge, by index
  std::vector<int> best;         // indices of the edges whose value equals `value`
  TableIdentity table;           // that covers the position
};

class Tables {
 public:
  // Takes the tables in the given tables folders. A folder that does not exist or cannot be read is
  // a problem, and if all are so, the first one's is thrown: MissingTable, UnreadableTable. A folder
  // without tables is no problem, and neither is a table still being made: without its manifest it
  // does not count.
  explicit Tables(const std::vector<std::filesystem::path>& folders,
                  const TablesOptions& options = {});

  // Opens a single table, given its own folder (e.g. tables/3x3), at once. Throws MissingTable if it
  // has no manifest, UnreadableTable if it may not be read, DamagedTable if a file is not what it
  // should be.
  static Tables only(const std::filesystem::path& table_folder, const TablesOptions& options = {});

  ~Tables();
  Tables(Tables&&) noexcept;
  Tables& operator=(Tables&&) noexcept;

  // The tables found, by folder, whether they can be opened or not.
  std::vector<FoundTable> found() const;

  // What was found wrong so far, each thing once, in the order in which it was met. It may grow
  // whenever a position is asked for.
  std::vector<TableProblem> problems() const;

  // Is there a table that answers this position, and can it be opened? A table answers it if it is of
  // this board or of the transposed one, and some mirror image of the position, settled, contains the
  // table's start.
  bool covers(const Position& position) const;

  // Margin for the player to move, of any position, quiet or not.
  // Throws MissingTable if no table covers it; if those that do cannot be used, what is wrong with
  // the first of them: DamagedTable, UnreadableTable. NoSpace where too many files are open.
  int value(const Position& position) const;

  // Value of the position and of every legal move. Same errors.
  Answer answer(const Position& position) const;

 private:
  struct Implementation;
  explicit Tables(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> implementation_;
};

}  // namespace pipo
