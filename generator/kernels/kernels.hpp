// The inner loops of the sweep, on contiguous rows of margins, one byte each.
//
// They are compiled for several sets of instructions, to the same values; kernels() picks the
// widest this machine runs.
//
// A move whose result the opponent values w and that gives away k boxes is worth -(k + max(w, -h -
// w)), where h is the handout's cost, or -(k + w) where h is 0 (identity B).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pipo {

// Margins are between -32 and 32; this stands for "no move yet".
constexpr std::int8_t kNoValue = -100;

// A row that a whole row takes part in the maximum with.
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

// Some of 64 neighbouring columns, whose targets are among 64 neighbours: what vectors can permute.
// All 64 are the row's own, so that they may be written.
struct Patch {
  std::uint32_t source;                  // the first of the targets
  std::uint16_t start;                   // the first of the columns
  std::array<std::uint8_t, 64> targets;  // [column - start], from `source` on; kNoTarget: not in it
};
constexpr std::uint8_t kNoTarget = 0x80;

// Which entries of a source row a row of up to 65536 columns takes part in the maximum with. Every
// column of segments and patches stands in one place only.
struct ColumnLinks {
  std::span<const Segment> straight;
  std::span<const Patch> patches;
  const std::uint16_t* stray_columns;  // columns on their own
  const std::uint32_t* stray_targets;
  std::size_t strays;
};

struct Kernels {
  std::string_view instructions;

  // out[i] = max(out[i], the best worth of the sources), for 0 <= i < n rounded up to a multiple of
  // 64: so far may be read and written. The sources without a handout come first.
  void (*raise_to_best)(std::int8_t* out, const RowSource* sources, std::size_t count,
                        std::size_t n);

  // out[i] = max(out[i], worth of source.row[i]), for 0 <= i < n exactly.
  void (*raise)(std::int8_t* out, RowSource source, std::size_t n);

  // out[c] = max(out[c], worth of source.row[target of c]) for every column c of the links, and no
  // other. Of the row 64 bytes from a patch's source on may be read.
  void (*raise_columns)(std::int8_t* out, RowSource source, const ColumnLinks& links);
};

// The versions this processor can run, the widest first; there is always one.
const std::vector<const Kernels*>& available_kernels();

inline const Kernels& kernels() {
  static const Kernels& widest = *available_kernels().front();
  return widest;
}

}  // namespace pipo
