#include "generator/sweep/section_pass.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstring>

#include "generator/kernels/kernels.hpp"
#include "generator/sweep/inner_pass.hpp"
#include "generator/sweep/seam_pass.hpp"
#include "probe/codec/transpose.hpp"

namespace pipo {
namespace {

// A section of up to this many values is one task; a larger one is split into several.
constexpr std::uint64_t kSmallSection = 1 << 18;

// Rows of a task through the seam.
constexpr std::uint32_t kRowsATask = 64;

// Scratch memory of this thread, never freed: clearing fresh memory costs more than most strips.
StripScratch& fresh_scratch() {
  static thread_local StripScratch scratch;
  scratch.clear();
  return scratch;
}

class SectionPass {
 public:
  SectionPass(const SweepTables& tables, LoadedSections& sections, Targets targets,
              const Poll& poll)
      : tables_(tables),
        space_(tables.space),
        sections_(sections),
        targets_(targets),
        poll_(poll) {}

  void compute(const std::vector<SectionKey>& keys) {
    std::vector<SectionKey> small;
    std::vector<Part> strips;
    std::vector<Part> row_blocks;
    std::vector<Part> upper_strips;
    for (const SectionKey& key : keys) {
      const std::uint32_t rows = space_.rows(key);
      const std::uint32_t columns = space_.columns(key);
      if (std::uint64_t{rows} * columns <= kSmallSection) {
        small.push_back(key);
        continue;
      }
      for (std::uint32_t at = 0; at < columns; at += kStripColumns) strips.push_back({key, at});
      for (std::uint32_t at = 0; at < rows; at += kRowsATask) row_blocks.push_back({key, at});
      for (std::uint32_t at = 0; at < rows; at += kStripColumns) upper_strips.push_back({key, at});
    }
    run(strips, [&](const Part& part) { lower_inner(part.key, part.first); });
    run(row_blocks, [&](const Part& part) {
      lower_through_seam(part.key, part.first,
                         std::min(part.first + kRowsATask, space_.rows(part.key)));
    });
    run(upper_strips, [&](const Part& part) { upper_strip(part.key, part.first); });
    run(small, [&](const SectionKey& key) { whole(key); });
  }

 private:
  // A strip (by its first column) or a block of rows (by its first row) of a section.
  struct Part {
    SectionKey key;
    std::uint32_t first;
  };

  template <typename Task, typename Work>
  void run(const std::vector<Task>& tasks, const Work& work) {
    tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
      if (poll_) poll_();
      work(tasks[i]);
    });
  }

  void whole(const SectionKey& key) {
    const std::uint32_t rows = space_.rows(key);
    for (std::uint32_t at = 0; at < space_.columns(key); at += kStripColumns) lower_inner(key, at);
    lower_through_seam(key, 0, rows);
    for (std::uint32_t at = 0; at < rows; at += kStripColumns) upper_strip(key, at);
  }

  // Makes moves inside the lower half. They come first, so they also clear fresh sections.
  void lower_inner(const SectionKey& key, std::uint32_t first) {
    const std::uint32_t columns = space_.columns(key);
    const std::uint32_t width = std::min(kStripColumns, columns - first);
    std::int8_t* out = sections_.data(key) + first;
    if (targets_ == Targets::fresh) {
      for (std::size_t row = 0; row < space_.rows(key); ++row) {
        std::memset(out + row * columns, none_, width);
      }
    }
    raise_inner_moves(tables_, sections_, oriented(key, Orientation::lower_rows), first, width, out,
                      columns, fresh_scratch());
  }

  void lower_through_seam(const SectionKey& key, std::uint32_t first_row, std::uint32_t end_row) {
    const std::size_t columns = space_.columns(key);
    const std::uint32_t chunk = chunk_columns(Orientation::lower_rows);
    for (std::uint32_t i = 0; std::size_t{i} * chunk < columns; ++i) {
      raise_through_seam(
          tables_, sections_, oriented(key, Orientation::lower_rows), first_row, end_row, i,
          sections_.data(key) + first_row * columns + std::size_t{i} * chunk, columns);
    }
  }

  // Makes moves inside the upper half, and those through the seam that are read by rows of the
  // upper half. They run along the columns of the stored matrix, so a transposed strip is worked
  // on.
  void upper_strip(const SectionKey& key, std::uint32_t first) {
    static_assert(kStripColumns == kUpperChunkColumns);
    StripScratch& scratch = fresh_scratch();
    const OrientedSection section = oriented(key, Orientation::upper_rows);
    const std::uint32_t rows = space_.columns(key);
    const std::uint32_t columns = std::min(kStripColumns, space_.rows(key) - first);
    const std::size_t stride = strip_stride(columns);
    std::int8_t* values = scratch.take(rows * stride);
    std::memset(values, none_, rows * stride);
    raise_inner_moves(tables_, sections_, section, first, columns, values, stride, scratch);
    if (may_pass_through_seam(tables_, section)) {
      raise_through_seam(tables_, sections_, section, 0, rows, first / kUpperChunkColumns, values,
                         stride);
    }
    std::int8_t* out = sections_.data(key) + std::size_t{first} * rows;
    if (tables_.game == TableGame::nimstring) {
      transposing().unite_transposed(out, rows, values, stride, rows, columns);
    } else {
      transposing().raise_transposed(out, rows, values, stride, rows, columns);
    }
  }

  const SweepTables& tables_;
  const StateSpace& space_;
  LoadedSections& sections_;
  Targets targets_;
  const Poll& poll_;
  std::int8_t none_ = kernels(tables_.game, tables_.option_set).none;
};

}  // namespace

void compute_sections(const SweepTables& tables, LoadedSections& sections,
                      const std::vector<SectionKey>& keys, Targets targets, const Poll& poll) {
  SectionPass(tables, sections, targets, poll).compute(keys);
  for (const SectionKey& key : keys) {
    // The full board has no moves, so its value is 0.
    if (key.layer() == tables.space.last_layer()) *sections.data(key) = 0;
  }
}

}  // namespace pipo
