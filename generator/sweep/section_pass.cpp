#include "generator/sweep/section_pass.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <cstring>

namespace pipo {
namespace {

// Sections up to this many values are one task; of larger ones every strip is a task.
constexpr std::uint64_t kSmallSection = 1 << 18;

struct StripTask {
  SectionKey key;
  std::uint32_t chunk;
};

class LayerPass {
 public:
  LayerPass(const SweepTables& tables, MemorySections& sections)
      : tables_(tables), sections_(sections) {}

  void compute(const std::vector<SectionKey>& keys) {
    std::vector<SectionKey> small;
    std::vector<StripTask> lower_rows;
    std::vector<StripTask> upper_rows;
    for (const SectionKey& key : keys) {
      const std::uint32_t rows = tables_.space.rows(key);
      const std::uint32_t columns = tables_.space.columns(key);
      if (std::uint64_t{rows} * columns <= kSmallSection) {
        small.push_back(key);
        continue;
      }
      for (std::uint32_t c = 0; c * kChunkColumns < columns; ++c) lower_rows.push_back({key, c});
      for (std::uint32_t c = 0; c * kChunkColumns < rows; ++c) upper_rows.push_back({key, c});
    }
    run(lower_rows, [&](const StripTask& task) { lower_rows_strip(task.key, task.chunk); });
    run(upper_rows, [&](const StripTask& task) { upper_rows_strip(task.key, task.chunk); });
    run(small, [&](const SectionKey& key) {
      const std::uint32_t columns = tables_.space.columns(key);
      const std::uint32_t rows = tables_.space.rows(key);
      for (std::uint32_t c = 0; c * kChunkColumns < columns; ++c) lower_rows_strip(key, c);
      for (std::uint32_t c = 0; c * kChunkColumns < rows; ++c) upper_rows_strip(key, c);
    });
  }

 private:
  template <typename Task, typename Work>
  void run(const std::vector<Task>& tasks, const Work& work) {
    tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
      scratch_.local().clear();
      work(tasks[i]);
    });
  }

  // Writes the strip's columns of the section.
  void lower_rows_strip(const SectionKey& key, std::uint32_t chunk) {
    const OrientedSection section{key.seam, Orientation::lower_rows, key.lower, key.upper};
    StripPass pass(tables_, sections_, section, chunk, scratch_.local());
    pass.compute(sections_.data(key) + std::size_t{chunk} * kChunkColumns,
                 tables_.space.columns(key));
  }

  // Raises the strip's rows of the section. The upper half's moves run along the columns of the
  // stored matrix.
  void upper_rows_strip(const SectionKey& key, std::uint32_t chunk) {
    StripScratch& scratch = scratch_.local();
    scratch.clear();
    const OrientedSection section{key.seam, Orientation::upper_rows, key.upper, key.lower};
    StripPass pass(tables_, sections_, section, chunk, scratch);
    std::int8_t* values = scratch.take(std::size_t{pass.rows()} * kChunkColumns);
    pass.compute(values, kChunkColumns);
    const std::size_t stride = tables_.space.columns(key);
    std::int8_t* out = sections_.data(key) + std::size_t{chunk} * kChunkColumns * stride;
    kernels().raise_transposed(out, stride, values, kChunkColumns, pass.rows(), pass.columns());
  }

  const SweepTables& tables_;
  MemorySections& sections_;
  tbb::enumerable_thread_specific<StripScratch> scratch_;
};

}  // namespace

void compute_layer(const SweepTables& tables, MemorySections& sections,
                   const std::vector<SectionKey>& keys) {
  LayerPass(tables, sections).compute(keys);
}

}  // namespace pipo
