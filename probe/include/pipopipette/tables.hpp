// The main interface to tables: opens folders and looks up values.
//
//   pipo::Tables tables({"./tables"});
//   int margin = tables.value(pipo::parse_position("3x3:000000000000000000000000"));   // -3
//
// The constructor lists the tables; each one is opened when it is first needed. Blocks are read and
// decoded on demand into a cache of limited size. Many threads may call const members at once. The
// library never prints and never ends the process. Its errors are the types in
// pipopipette/error.hpp.
//
// One bad table does not disable the others. If a table cannot be opened or read, problems() says
// why, and another table that covers the position answers, say a second copy in another folder.
//
// A child of fork() may use and destroy its parent's tables, even if other threads of the parent
// were using them: fork() waits for the short moments in which a thread changes what they share
// (pthread_atfork). Only add(), a move and the destructor must not be running. The child's cache
// begins with the blocks that the parent has decoded.
//
// The atlas is a folder of tables that is installed with the library: of each solved board it has
// the first layers, which are small. Tables in the given folders come first; where none covers a
// position, the atlas answers. Its folder is share/pipopipette/atlas in the first folder around
// this library (or the program that contains it) that has one; the environment variable PIPO_ATLAS
// names another folder, or none if it is empty. A Solver finds the values of later positions on
// these boards (solver.hpp).
//
// A table may omit layers (`pipo thin`). A value of an omitted layer is computed from later layers,
// if at most two layers in a row are omitted from there on; this takes a hundred times as long as a
// look-up.
//
// Unless stated otherwise, a member that looks up values throws
//
// - MissingTable if no table covers the position, or one does but omits too many layers;
// - DamagedTable, UnreadableTable or MissingTable if tables cover the position but none of them can
//   be used: the error of the first;
// - SystemLimit if too many files are open;
// - BadInput if edges are drawn that are not on the board.
#pragma once

#include <array>
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
  // Memory for the cache of decoded blocks, in bytes.
  std::size_t cache_bytes = std::size_t{1} << 30;
  // Positions that the members for many positions sort at once, 1 to 2^32 - 1 (numbers beyond these
  // count as the nearer one); each takes 16 bytes. A block is read once for each of these rounds.
  std::size_t batch_positions = std::size_t{1} << 22;
  bool no_atlas = false;  // leave out the tables of the atlas
  // Use only tables in which the last move costs this many points, so that no value is taken for
  // that of another game. The atlas has none with a cost. At most kMostLastMoveCost.
  std::uint64_t last_move_cost = 0;
  std::array<std::uint64_t, 2> reserved = {};  // for members of later versions; leave it zero
};

// One table found on disk.
struct FoundTable {
  TableIdentity table;
  std::filesystem::path folder;  // e.g. tables/3x3
  bool atlas = false;            // it is of the atlas, not in a folder that was named
};

// The reason why a table, or a folder of tables, is not used or only partly used.
struct TableProblem {
  std::filesystem::path folder;
  std::string message;  // one line; it may quote a file, so it may contain any byte
};

// A move of a position or of a line of play, and its value.
struct MoveValue {
  int edge = 0;      // DBN index on the position's own board
  int captures = 0;  // boxes this edge completes: 0, 1 or 2
  int value = 0;     // margin for the player who draws it, captures included
  int player = 0;    // 0 is the player to move in the (first) position, 1 the other

  friend bool operator==(const MoveValue&, const MoveValue&) = default;
};

struct Answer {
  Position position{Board(1, 1), 0};
  int value = 0;                 // margin for the player to move; on the full board 0 or -cost
  std::vector<MoveValue> moves;  // every open edge, by DBN index
  std::vector<int> best;         // DBN indices of the moves whose value equals `value`
  // The table that covers the position. In an answer of a Solver, the table need not exist: another
  // method may have found the values.
  TableIdentity table;
  bool computed = false;  // some value is of an omitted layer, computed from later ones
  bool atlas = false;     // the table is of the atlas
  std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
};

// Written in place of a value by the members that look up many positions. No board has such
// margins.
constexpr std::int8_t kNotCovered = -128;  // no table covers the position
constexpr std::int8_t kDamaged = -127;     // tables cover it, but none of them can be used
constexpr std::int8_t kDrawn = -126;       // a move that is not possible: the edge is drawn already

class TableSet;
class NimTables;

// A copy refers to the same tables and the same cache, which the last copy closes.
class PIPOPIPETTE_API Tables {
 public:
  // Lists the tables in the given tables folders, and those of the atlas. A folder that does not
  // exist or cannot be read is noted in problems(). If that applies to all folders, the constructor
  // throws the first one's MissingTable or UnreadableTable. A folder without tables is not a
  // problem. A table that is still being made has no manifest and is ignored, and so are tables of
  // nim-values of Nimstring, and those in which the last move has another cost than in `options`.
  // Throws BadInput if that cost is too large for every board.
  explicit Tables(const std::vector<std::filesystem::path>& folders,
                  const TablesOptions& options = {});

  // Opens a single table at once, given its own folder (e.g. tables/3x3). Throws MissingTable if
  // it has no manifest, UnreadableTable if this process may not read it, DamagedTable if a file is
  // damaged or missing, BadInput if it has nim-values of Nimstring or another cost of the last
  // move.
  static Tables only(const std::filesystem::path& table_folder, const TablesOptions& options = {});

  // Moving copies, so that an object that has been moved from remains usable.
  ~Tables();
  Tables(const Tables&) noexcept;
  Tables& operator=(const Tables&) noexcept;

  // Returns the cost of the last move in all of these tables.
  LastMoveCost last_move_cost() const;

  // Adds the tables in one more tables folder, before those of the atlas, for all copies of this
  // object. No other member of any copy may run at the same time. Throws MissingTable if there is
  // no such folder, UnreadableTable if it cannot be read.
  void add(const std::filesystem::path& folder);

  // Returns the tables found, whether or not they can be opened: the folders in the given order,
  // the tables of each by name; those of the atlas last.
  std::vector<FoundTable> found() const;

  // Returns the problems met so far, at most 1,000, each once and in the order of their discovery.
  // Any lookup may add problems.
  std::vector<TableProblem> problems() const;

  // Returns whether some table that covers this position can be opened. A table covers it if three
  // conditions hold: the table is of this board or of the transposed one, some mirror image of the
  // settled position contains the table's start, and the table keeps the layer or computes it.
  // Throws only BadInput and OutOfResources.
  bool covers(const Position& position) const;

  // Returns whether tables cover this position and each position after a move, as answer() needs.
  // This differs from covers() only if a table omits layers. Throws only BadInput and
  // OutOfResources.
  bool covers_moves(const Position& position) const;

  // Returns whether value() computes the value of this position, because the tables that cover it
  // omit its layer. Throws only BadInput and OutOfResources.
  bool computes(const Position& position) const;

  // Returns whether value() answers this position by a table of the atlas. Throws only BadInput and
  // OutOfResources.
  bool in_atlas(const Position& position) const;

  // Returns the margin for the player to move of any position, quiet or not. If no table covers the
  // position, as covers() says, value throws MissingTable and find_value returns nothing.
  int value(const Position& position) const;
  std::optional<int> find_value(const Position& position) const;

  // Look up many positions at once with this number of threads (0: all of the machine; more than
  // 256 count as 256; fewer than 0 are BadInput). The positions are sorted by block,
  // TablesOptions::batch_positions at a time, so that each block is read once for that many
  // positions. This is much faster than single lookups if the blocks are not cached.
  //
  // `results` must have as many elements as there are positions; otherwise BadInput is thrown. A
  // position that cannot be answered affects no other: its result is kNotCovered or kDamaged. Once
  // all others have their results, its error is thrown, that of the first such position. These
  // errors are MissingTable and DamagedTable with the types derived from them; find_values throws
  // none for positions that no table covers. After any other error the results are undefined.
  void values(std::span<const Position> positions, std::span<std::int8_t> results,
              int threads = 0) const;
  void find_values(std::span<const Position> positions, std::span<std::int8_t> results,
                   int threads = 0) const;

  // Look up many positions of one board in the same way, given by their drawn edges. All members
  // with `drawn` throw BadInput for a board with more than 64 edges.
  void values(const Board& board, std::span<const EdgeSet> drawn, std::span<std::int8_t> results,
              int threads = 0) const;
  void find_values(const Board& board, std::span<const EdgeSet> drawn,
                   std::span<std::int8_t> results, int threads = 0) const;

  // Returns the value of the position and of every legal move. The second form reuses the memory of
  // an existing answer.
  Answer answer(const Position& position) const;
  void answer(const Position& position, Answer& answer) const;

  // Writes the value of each move of many positions of one board, sorted by block in the same way:
  // the value of edge e of position i as results[i * board.edges() + e], or kDrawn, kNotCovered or
  // kDamaged. Throws what values() throws.
  void move_values(const Board& board, std::span<const EdgeSet> drawn,
                   std::span<std::int8_t> results, int threads = 0) const;

  // Writes the best moves of many positions of one board, as sets of edges. The full board has
  // none: its result is 0. So is that of a position whose move_values are not all known.
  // Throws what values() throws.
  void best_moves(const Board& board, std::span<const EdgeSet> drawn, std::span<EdgeSet> best,
                  int threads = 0) const;

  // Returns a line of best play to the end of the game. Each move is a best move that captures the
  // most boxes; of several such moves it is the first by DBN index.
  std::vector<MoveValue> line(const Position& position) const;

 private:
  friend class NimTables;
  explicit Tables(std::shared_ptr<TableSet> set);

  std::shared_ptr<TableSet> set_;
};

}  // namespace pipo
