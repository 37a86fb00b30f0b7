// The inner loops of the sweep, on contiguous rows of entries, one byte each.
//
// They are compiled for several instruction sets with identical results; kernels() picks the widest
// one that this machine supports.
//
// A move that captures k boxes for the opponent and leads to a position that the opponent values w
// is worth -(k + max(w, -h - w)), where h is the handout's cost, or -(k + w) if h is 0 (identity
// B). While a section of Dots-and-Boxes is computed, its entries are the worth of the best moves.
//
// While a section of Nimstring is computed, an entry is a set: bit v says that a move leads to
// nim-value v. Moves with a handout are loony and do not count. At the end the entry becomes the
// least number that is not in the set, the nim-value. A set lists the nim-values 0 to 7. If an
// entry has them all, the moves are made once more with sets that list 8 to 15.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pipopipette/table_identity.hpp"

namespace pipo {

// Margins are between -32 and 32; this value means "no move yet".
constexpr std::int8_t kNoValue = -100;

constexpr std::int8_t kOptionsASet = 8;
constexpr int kOptionSets = 2;
constexpr std::int8_t kMostNimValue = kOptionSets * kOptionsASet - 1;

// A source row that raises a whole row.
struct RowSource {
  const std::int8_t* row;
  std::int8_t captured;  // k
  std::int8_t handout;   // h: 0, 4 or 8
};

// Neighbouring columns that map to neighbours.
struct Segment {
  std::uint16_t start;  // the first column
  std::uint16_t length;
  std::uint32_t source;  // its target column
};

// Some of 64 neighbouring columns whose targets are among 64 neighbours, so that vectors can
// permute them. All 64 columns belong to the row, so all may be written.
struct Patch {
  std::uint32_t source;                  // the first of the targets
  std::uint16_t start;                   // the first of the columns
  std::array<std::uint8_t, 64> targets;  // [column - start], from `source` on; kNoTarget: not in it
};
constexpr std::uint8_t kNoTarget = 0x80;

// The sources of a row of up to 65536 columns: which entry of a source row raises which column. A
// segment or patch names each column at most once.
struct ColumnLinks {
  std::span<const Segment> straight;
  std::span<const Patch> patches;
  const std::uint16_t* stray_columns;  // columns raised one by one
  const std::uint32_t* stray_targets;
  std::size_t strays;
};

// The loops for one game. The comments describe those of Dots-and-Boxes. Those of Nimstring insert
// source values into sets instead of raising margins.
struct GameKernels {
  std::int8_t identity;  // an entry before any move: kNoValue or the empty set

  // out[i] = max(out[i], the best worth of the sources), for 0 <= i < n. Reads and writes up to n
  // rounded up to a multiple of 64. Sources without a handout must come first.
  void (*raise_to_best)(std::int8_t* out, const RowSource* sources, std::size_t count,
                        std::size_t n);

  // out[i] = max(out[i], worth of source.row[i]), for 0 <= i < n exactly.
  void (*raise)(std::int8_t* out, RowSource source, std::size_t n);

  // out[c] = max(out[c], worth of source.row[target of c]) for every column c of the links, and no
  // other. May read 64 bytes of the row from a patch's source on.
  void (*raise_columns)(std::int8_t* out, RowSource source, const ColumnLinks& links);
};

struct Kernels {
  std::string_view instructions;
  GameKernels margins;
  std::array<GameKernels, kOptionSets> nim_values;  // sets from 0 on, from 8 on

  // Turns n sets of options into the least number in none of them; kOptionsASet for full sets.
  // Returns whether there is a full set. Reads up to 64 bytes beyond.
  bool (*finish_options)(std::int8_t* entries, std::size_t n);
};

// The versions that this processor can run, the widest first; never empty.
const std::vector<const Kernels*>& available_kernels();

inline const Kernels& kernels() {
  static const Kernels& widest = *available_kernels().front();
  return widest;
}

// Returns the loops for a game; of Nimstring those for a number of its sets.
inline const GameKernels& kernels(TableGame game, int option_set) {
  if (game == TableGame::dots_and_boxes) return kernels().margins;
  return kernels().nim_values[static_cast<std::size_t>(option_set)];
}

}  // namespace pipo
