#include "generator/writer/layer_writer.hpp"

#include <tbb/task_arena.h>

#include <utility>

#include "generator/writer/layer_in_progress.hpp"
#include "generator/writer/new_file.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {

LayerReport layer_report(const LayerHeader& header) {
  return {.layer = header.layer,
          .file = layer_file_name(header.layer),
          .stored = header.stored,
          .bytes = header.file_bytes,
          .content_hash = header.content_hash,
          .values = header.values};
}

LayerWriter::LayerWriter(const StateSpace& space, const TableIdentity& table,
                         std::filesystem::path folder, Thinning thinning)
    : space_(&space),
      table_(table),
      folder_(std::move(folder)),
      thinning_(thinning),
      kept_(space),
      blanks_(space, kept_, thinning),
      parities_(space) {}

LayerWriter::~LayerWriter() {
  try {
    finish();
  } catch (...) {
    // Whoever wants to know calls finish().
  }
}

LayerReport LayerWriter::write(int layer, const SectionValues& section) {
  auto progress = begin(layer);
  add_sections(*progress, progress->stream().sections(), section);
  return end(std::move(progress));
}

std::unique_ptr<LayerInProgress> LayerWriter::begin(int layer) const {
  LayerHeader plan;
  plan.table = table_;
  plan.layer = layer;
  plan.thinning = thinning_;
  plan.block_rows = kBlockRows;
  plan.block_columns = kBlockColumns;
  return std::make_unique<LayerInProgress>(TableParts{*space_, kept_, blanks_, parities_}, plan,
                                           folder_ / layer_file_name(layer));
}

void LayerWriter::add_sections(LayerInProgress& layer, std::size_t count,
                               const SectionValues& section) const {
  // A thread that waits here must not take up a long task of the sweep instead.
  tbb::this_task_arena::isolate([&] { layer.stream().add(count, section); });
}

LayerReport LayerWriter::end(std::unique_ptr<LayerInProgress> layer) {
  const LayerHeader& header = layer->stream().finish();
  LayerReport report = layer_report(header);
  publish(layer->take_file());
  return report;
}

// Many small files synced at once cost a journalling file system little more than one: it commits
// them together.
void LayerWriter::publish(std::unique_ptr<NewFile> file) {
  auto published = std::async(std::launch::async, [file = std::move(file)] { file->publish(); });
  const std::lock_guard lock(mutex_);
  publishing_.push_back(std::move(published));
}

void LayerWriter::finish() {
  std::vector<std::future<void>> publishing;
  {
    const std::lock_guard lock(mutex_);
    publishing.swap(publishing_);
  }
  if (publishing.empty()) return;
  for (const std::future<void>& published : publishing) published.wait();
  for (std::future<void>& published : publishing) published.get();
  sync_folder(folder_);
}

}  // namespace pipo
