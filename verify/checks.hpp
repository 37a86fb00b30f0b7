// Checks of a table by the rule of the game: of some positions, of every stored position, or of
// every position.
//
// All of them use all cores and give the same result each time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "probe/table/table.hpp"
#include "probe/table/table_sections.hpp"
#include "verify/one_step.hpp"

namespace pipo {

// Called from time to time, by one thread at a time: the stage, the positions done and their total.
using VerifyProgress =
    std::function<void(const std::string& stage, std::uint64_t done, std::uint64_t total)>;

// The stored entries of a table, and the same table as a source of values.
struct CheckedTable {
  const TableSections& sections;
  StoredValues values;

  const Table& table() const { return sections.table(); }

  // Returns whether the table has the value of the position and those of all its moves.
  bool has(const Position& position) const {
    return table().kept().answers_all() || values.covers_moves(position);
  }
};

// Returns the mismatch at a position, with its moves by the rule from these values.
inline Mismatch mismatch(const CheckedTable& checked, const ValueOfPosition& value,
                         const Position& position, int table_value) {
  const TableIdentity& table = checked.table().identity();
  return {position, table_value, moves_by_rule(table.game, value, position), table.game,
          table.last_move_cost};
}

struct CheckResult {
  std::uint64_t stored = 0;        // stored positions checked
  std::uint64_t not_stored = 0;    // positions checked whose value follows from stored ones
  std::uint64_t wrong_stored = 0;  // of these, mismatches; counted by check_sample
  std::uint64_t wrong_not_stored = 0;
  // Positions of which the table omits too many layers to have the values of all moves.
  std::uint64_t left_out = 0;
  std::optional<Mismatch> mismatch;  // the first
};

// Checks `count` stored positions drawn at random, and for each of them a position that is not
// quiet, reached by drawing random edges. The same seed draws the same positions. Counts all
// mismatches; the first is that of the position drawn first.
//
// Ten million positions at a time are looked up block by block (take_steps), so that each block is
// read a few times at most. This takes at most 2.5 GB; for fewer positions 250 bytes each.
CheckResult check_sample(const CheckedTable& checked, std::uint64_t count, std::uint64_t seed,
                         const VerifyProgress& progress = {});

// The bound on the share of wrong values that follows from a random sample.
constexpr double kConfidence = 0.95;

// Returns the upper limit of the share of wrong items in a population, from the number of wrong
// ones in a sample of `size` drawn at random with repetition: the one-sided interval of C. J.
// Clopper and E. S. Pearson (1934) with kConfidence. If none is wrong, this is 1 - 0.05^(1 / size),
// a little less than 3 / size: the "rule of three". wrong <= size, size > 0.
double most_wrong_share(std::uint64_t wrong, std::uint64_t size);

// The same as a number of items in as many as were drawn, rounded up.
std::uint64_t most_wrong_in_size(std::uint64_t wrong, std::uint64_t size);

// Checks every stored position. Omitted layers are rebuilt from later ones for that, in memory: a
// byte for each of values_to_rebuild(). Throws DamagedTable if one does not have the content hash
// that the manifest gives, though every stored position is right. After a mismatch only fuller
// positions are checked, so that the reported one is a position whose successors are all right. If
// identities (A), settling, and (C), merging outer edges, hold, this proves every value.
CheckResult check_stored(const CheckedTable& checked, const VerifyProgress& progress = {});

// Estimates the seconds that this takes with this many threads, from rates measured on a machine of
// 2026 (docs/performance.md).
double seconds_to_check_stored(const Table& table, int threads);

// Checks every position that contains the start, quiet or not. This proves every value that the
// table can give, without any of the identities. It takes one byte per position, so it is only for
// boards with at most kMostFreeEdges edges besides the start's.
constexpr int kMostFreeEdges = 24;
int free_edges(const TableIdentity& table);
CheckResult check_every_position(const CheckedTable& checked, const VerifyProgress& progress = {});

// Reads every byte of a table and checks each block's checksum and sizes, each layer's histogram
// and content hash, and the manifest's value of the start and number of positions. Throws
// DamagedTable, which names the wrong file (and block), the one of the lowest layer. `progress` is
// called for each finished layer, by one thread at a time. `threads` = 0: as many as there are
// cores.
struct BytesReport {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t blocks = 0;
  std::uint64_t values = 0;
};
BytesReport verify_bytes(const Table& table, const std::function<void(int layer)>& progress = {},
                         unsigned threads = 0);

}  // namespace pipo
