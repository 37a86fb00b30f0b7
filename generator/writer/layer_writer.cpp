#include "generator/writer/layer_writer.hpp"

#include <tbb/task_arena.h>

#include <utility>

#include "generator/writer/layer_stream.hpp"
#include "generator/writer/new_file.hpp"

namespace pipo {

LayerWriter::LayerWriter(const StateSpace& space, const TableIdentity& table,
                         std::filesystem::path folder)
    : space_(&space), table_(table), folder_(std::move(folder)), kept_(space), parities_(space) {}

LayerWriter::~LayerWriter() {
  try {
    finish();
  } catch (...) {
    // Whoever wants to know calls finish().
  }
}

LayerReport LayerWriter::write(int layer, const SectionValues& section) {
  LayerReport report;
  report.layer = layer;
  report.file = layer_file_name(layer);
  const TableParts parts{*space_, kept_, parities_};
  auto file = std::make_unique<NewFile>(folder_ / report.file);
  // A thread that waits here must not take up a long task of the sweep instead.
  tbb::this_task_arena::isolate([&] {
    LayerHeader plan;
    plan.table = table_;
    plan.layer = layer;
    plan.tile_rows = kTileRows;
    plan.tile_columns = kTileColumns;
    LayerStream stream(parts, section, plan, *file);
    const LayerHeader& header = stream.write();
    report.stored = header.stored;
    report.bytes = header.file_bytes;
    report.content_hash = header.content_hash;
    report.values = header.values;
  });
  publish(std::move(file));
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
