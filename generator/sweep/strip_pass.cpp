#include "generator/sweep/strip_pass.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace pipo {
namespace {

// More moves than a configuration can have: one an edge.
constexpr std::size_t kMostMoves = 32;

}  // namespace

StripPass::StripPass(const SweepTables& tables, const FinishedSections& finished,
                     const OrientedSection& section, std::uint32_t chunk, StripScratch& scratch)
    : tables_(tables),
      finished_(finished),
      section_(section),
      chunk_(chunk),
      scratch_(scratch),
      kernels_(kernels()),
      row_half_(tables.half(row_side(section.orientation))),
      row_line_(tables.space.cut().line(section.seam, row_side(section.orientation))),
      row_table_(row_half_.line(row_line_)),
      plan_(tables.plans.plan(section.seam, section.orientation)),
      rows_(row_table_.size(section.row_drawn)) {
  const Side side = column_side(section.orientation);
  const LineTable& column_table =
      tables.half(side).line(tables.space.cut().line(section.seam, side));
  columns_ =
      std::min(kChunkColumns, column_table.size(section.column_drawn) - chunk * kChunkColumns);
}

void StripPass::compute(std::int8_t* out, std::size_t stride) {
  find_inner_sources();
  // Kernels write whole multiples of 64; the last columns of a row must not spill into its
  // neighbour.
  alignas(64) std::int8_t row_values[kChunkColumns];
  for (std::uint32_t row = 0; row < rows_; ++row) {
    compute_row(row, row_values);
    std::memcpy(out + row * stride, row_values, columns_);
  }
}

// Moves inside the rows' half lead to sections of the same seam with more edges drawn in that half.
void StripPass::find_inner_sources() {
  const bool folded = tables_.space.orbit(section_.seam).folded;
  const std::uint32_t first_column = chunk_ * kChunkColumns;
  std::uint32_t drawn_by_moves =
      row_table_.drawn_by_moves.empty() ? 0 : row_table_.drawn_by_moves[section_.row_drawn];
  for (; drawn_by_moves != 0; drawn_by_moves &= drawn_by_moves - 1) {
    const int drawn = std::countr_zero(drawn_by_moves);
    int lower = section_.row_drawn + drawn;
    int upper = section_.column_drawn;
    Orientation orientation = Orientation::lower_rows;
    if (section_.orientation == Orientation::upper_rows) {
      std::swap(lower, upper);
      orientation = Orientation::upper_rows;
    }
    if (folded && lower > upper) {
      std::swap(lower, upper);
      orientation = orientation == Orientation::lower_rows ? Orientation::upper_rows
                                                           : Orientation::lower_rows;
    }
    inner_[drawn] = finished_.strip({section_.seam, lower, upper}, orientation, first_column,
                                    columns_, scratch_);
  }
}

void StripPass::compute_row(std::uint32_t row, std::int8_t* out) {
  const std::uint32_t configuration = row_table_.first[section_.row_drawn] + row;
  std::array<RowSource, kMostMoves> sources;
  std::size_t count = 0;
  for (std::uint32_t i = row_table_.first_move[configuration];
       i < row_table_.first_move[configuration + 1]; ++i) {
    const InnerMove& move = row_table_.moves[i];
    const Strip& strip = inner_[move.drawn];
    sources[count++] = {strip.data + move.target * strip.stride, move.captured, move.handout};
  }
  kernels_.best_of(out, sources.data(), count, columns_);
  through_seam(configuration, out);
  for (std::uint32_t runout = row_table_.first_runout[configuration];
       runout < row_table_.first_runout[configuration + 1]; ++runout) {
    through_seam(row_table_.runout_member(runout), out);
  }
}

void StripPass::through_seam(std::uint32_t member, std::int8_t* out) {
  for (const Outcome& outcome : plan_[row_table_.class_of[member]]) {
    raise_outcome(outcome, row_table_.reactions[outcome.row_newly][member], out);
  }
}

void StripPass::raise_outcome(const Outcome& outcome, const Reaction& reaction, std::int8_t* out) {
  const int row_drawn = section_.row_drawn + reaction.drawn;
  std::uint32_t target_row = reaction.target;
  if (outcome.mirror) {
    const LineTable& target = row_half_.line(row_line_ | outcome.row_newly);
    target_row = target.mirrored[target.first[row_drawn] + target_row];
  }
  for (const Bucket& bucket : outcome.columns->buckets(section_.column_drawn, chunk_)) {
    const int column_drawn = section_.column_drawn + bucket.drawn;
    if (outcome.folded) {
      // Of two images of a folded section only the one with fewer edges in its rows is stored.
      const bool stored = section_.orientation == Orientation::lower_rows
                              ? row_drawn <= column_drawn
                              : row_drawn < column_drawn;
      if (!stored) continue;
    }
    const Strip strip = finished_.rows(stored_key(outcome.target, row_drawn, column_drawn));
    const int captured = outcome.captured + reaction.captured + bucket.captured;
    const int drawn = outcome.drawn + reaction.drawn + bucket.drawn;
    const RowSource source{strip.data + target_row * strip.stride,
                           static_cast<std::int8_t>(captured),
                           static_cast<std::int8_t>(handout_of(captured, drawn))};
    kernels_.raise_columns(out, source, outcome.columns->links(bucket));
  }
}

}  // namespace pipo
