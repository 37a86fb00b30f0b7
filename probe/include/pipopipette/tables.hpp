// The public face of the tables: open folders, ask for values.
//
//   pipo::Tables tables({"./tables"});
//   int margin = tables.value(pipo::parse_position("3x3:000000000000000000000000"));   // -3
//
// Which tables there are is found out by the constructor; each is opened when it is first needed,
// and blocks are read and decoded on demand into a cache of limited size. Every const member may be
// called from many threads at once. Nothing is printed, nothing ends the process; what goes wrong
// is thrown as one of the types in pipopipette/error.hpp.
//
// One bad table does not disable the others: what cannot be opened or read is noted in problems(),
// and another table that covers the position, say a second copy in another folder, answers instead.
//
// Where no more is said, a member that asks for values throws
//
// - MissingTable if no table covers the position;
// - DamagedTable or UnreadableTable if those that do cannot be used: what is wrong with the first;
// - NoSpace if too many files are open;
// - BadInput if edges are drawn that the board has not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipopipette/export.h"
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
  Position position{Board(1, 1), 0};
  int value = 0;                 // margin for the player to move; 0 on the full board
  std::vector<MoveValue> moves;  // every open edge, by index
  std::vector<int> best;         // indices of the edges whose value equals `value`
  TableIdentity table;           // that covers the position
};

// A move of a line of play.
struct LineMove {
  int edge = 0;      // DBN index on the position's own board
  int captures = 0;  // boxes it completes, for the player who draws it
  int value = 0;     // margin for that player, captures included
  int player = 0;    // 0 is the player to move in the first position, 1 the other
};

// In place of a value where no table covers the position; no board has such a margin.
constexpr std::int8_t kNotCovered = -128;

class TableSet;

class PIPOPIPETTE_API Tables {
 public:
  // Takes the tables in the given tables folders. A folder that does not exist or cannot be read is
  // a problem, and if all are so, the first one's is thrown: MissingTable, UnreadableTable. A
  // folder without tables is no problem, and neither is a table still being made: without its
  // manifest it does not count.
  explicit Tables(const std::vector<std::filesystem::path>& folders,
                  const TablesOptions& options = {});

  // Opens a single table, given its own folder (e.g. tables/3x3), at once. Throws MissingTable if
  // it has no manifest, UnreadableTable if it may not be read, DamagedTable if a file is not what
  // it should be.
  static Tables only(const std::filesystem::path& table_folder, const TablesOptions& options = {});

  ~Tables();
  Tables(Tables&&) noexcept;
  Tables& operator=(Tables&&) noexcept;

  // Takes the tables in one more tables folder, too; not while other members are at work. Throws
  // MissingTable or UnreadableTable if there is no such folder or it cannot be read.
  void add(const std::filesystem::path& folder);

  // The tables found, by folder, whether they can be opened or not.
  std::vector<FoundTable> found() const;

  // What was found wrong so far, each thing once, in the order in which it was met; the first 1,000
  // things. It may grow whenever a position is asked for.
  std::vector<TableProblem> problems() const;

  // Is there a table that answers this position, and can it be opened? A table answers it if it is
  // of this board or of the transposed one, and some mirror image of the position, settled,
  // contains the table's start. Throws BadInput and NoSpace only.
  bool covers(const Position& position) const;

  // Margin for the player to move, of any position, quiet or not. find_value gives nothing where no
  // table covers it.
  int value(const Position& position) const;
  std::optional<int> find_value(const Position& position) const;

  // The values of many positions at once, by so many threads (0: all the machine has; 256 at most):
  // sorted by block, four million at a time, so that each block is read once, which is much faster
  // than one by one where blocks are not in the cache. `results` has as many places as there are
  // positions, or BadInput is thrown. Where no table covers a position find_values writes
  // kNotCovered, and values throws MissingTable for the first such. After an error the results are
  // not to be used.
  void values(std::span<const Position> positions, std::span<std::int8_t> results,
              unsigned threads = 0) const;
  void find_values(std::span<const Position> positions, std::span<std::int8_t> results,
                   unsigned threads = 0) const;

  // The same for positions of one board, given by their drawn edges.
  void values(const Board& board, std::span<const EdgeSet> drawn, std::span<std::int8_t> results,
              unsigned threads = 0) const;
  void find_values(const Board& board, std::span<const EdgeSet> drawn,
                   std::span<std::int8_t> results, unsigned threads = 0) const;

  // Value of the position and of every legal move. The second form writes into an answer that was
  // used before and allocates nothing that is there already.
  Answer answer(const Position& position) const;
  void answer(const Position& position, Answer& answer) const;

  // The best moves of many positions of one board, as sets of edges; none on the full board.
  void best_moves(const Board& board, std::span<const EdgeSet> drawn, std::span<EdgeSet> best,
                  unsigned threads = 0) const;

  // Best play to the end: of the best moves one that captures most boxes, of those the first.
  std::vector<LineMove> line(const Position& position) const;

 private:
  explicit Tables(std::unique_ptr<TableSet> set);

  std::unique_ptr<TableSet> set_;
};

}  // namespace pipo
