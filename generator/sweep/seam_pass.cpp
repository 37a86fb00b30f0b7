#include "generator/sweep/seam_pass.hpp"

#include "generator/kernels/kernels.hpp"

namespace pipo {
namespace {

class SeamPass {
 public:
  SeamPass(const SweepTables& tables, const FinishedSections& finished,
           const OrientedSection& section, std::uint32_t chunk)
      : finished_(finished),
        section_(section),
        chunk_(chunk),
        half_(tables.half(row_side(section.orientation))),
        line_(tables.space.cut().line(section.seam, row_side(section.orientation))),
        table_(half_.line(line_)),
        plan_(tables.plans.plan(section.seam, section.orientation)),
        kernels_(kernels()) {}

  void raise_row(std::uint32_t row, std::int8_t* out) const {
    const std::uint32_t configuration = table_.first[section_.row_drawn] + row;
    raise_member(configuration, out);
    for (std::uint32_t runout = table_.first_runout[configuration];
         runout < table_.first_runout[configuration + 1]; ++runout) {
      raise_member(table_.runout_member(runout), out);
    }
  }

 private:
  void raise_member(std::uint32_t member, std::int8_t* out) const {
    for (const Outcome& outcome : plan_[table_.class_of[member]]) {
      raise_outcome(outcome, table_.reactions[outcome.row_newly][member], out);
    }
  }

  // Of two images of a folded section only the one with fewer edges in its rows is stored.
  bool stored(int row_drawn, int column_drawn) const {
    return section_.orientation == Orientation::lower_rows ? row_drawn <= column_drawn
                                                           : row_drawn < column_drawn;
  }

  void raise_outcome(const Outcome& outcome, const Reaction& reaction, std::int8_t* out) const {
    const int row_drawn = section_.row_drawn + reaction.drawn;
    const int most = section_.column_drawn + outcome.columns->most_drawn();
    if (outcome.folded && !stored(row_drawn, most)) return;
    std::uint32_t target_row = reaction.target;
    if (outcome.mirror) {
      const LineTable& target = half_.line(line_ | outcome.row_newly);
      target_row = target.mirrored[target.first[row_drawn] + target_row];
    }
    for (const Bucket& bucket : outcome.columns->buckets(section_.column_drawn, chunk_)) {
      const int column_drawn = section_.column_drawn + bucket.drawn;
      if (outcome.folded && !stored(row_drawn, column_drawn)) continue;
      // The source's rows are ours, so its key counts them first, whichever half they belong to.
      const Strip strip = finished_.rows({outcome.target, row_drawn, column_drawn});
      const int captured = outcome.captured + reaction.captured + bucket.captured;
      const int drawn = outcome.drawn + reaction.drawn + bucket.drawn;
      const RowSource source{strip.data + target_row * strip.stride,
                             static_cast<std::int8_t>(captured),
                             static_cast<std::int8_t>(handout_of(captured, drawn))};
      kernels_.raise_columns(out, source, outcome.columns->links(bucket));
    }
  }

  const FinishedSections& finished_;
  OrientedSection section_;
  std::uint32_t chunk_;
  const HalfTable& half_;
  LineState line_;
  const LineTable& table_;
  const SeamPlan& plan_;
  const Kernels& kernels_;
};

}  // namespace

void raise_through_seam(const SweepTables& tables, const FinishedSections& finished,
                        const OrientedSection& section, std::uint32_t first_row,
                        std::uint32_t end_row, std::uint32_t chunk, std::int8_t* out,
                        std::size_t stride) {
  const SeamPass pass(tables, finished, section, chunk);
  for (std::uint32_t row = first_row; row < end_row; ++row) {
    pass.raise_row(row, out + (row - first_row) * stride);
  }
}

bool may_pass_through_seam(const SweepTables& tables, const OrientedSection& section) {
  for (const auto& outcomes : tables.plans.plan(section.seam, section.orientation)) {
    for (const Outcome& outcome : outcomes) {
      const int most = section.column_drawn + outcome.columns->most_drawn();
      if (section.orientation == Orientation::lower_rows || !outcome.folded ||
          section.row_drawn < most) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace pipo
