#include "generator/writer/layer_writer.hpp"

#include <tbb/task_arena.h>

#include <utility>

#include "generator/writer/layer_stream.hpp"

namespace pipo {

LayerWriter::LayerWriter(const StateSpace& space, const TableIdentity& table,
                         std::filesystem::path folder)
    : space_(&space), table_(table), folder_(std::move(folder)), kept_(space), parities_(space) {}

LayerReport LayerWriter::write(int layer, const SectionValues& section) const {
  LayerReport report;
  report.layer = layer;
  report.file = layer_file_name(layer);
  const TableParts parts{*space_, kept_, parities_};
  NewFile file(folder_ / report.file);
  // A thread that waits here must not take up a long task of the sweep instead.
  tbb::this_task_arena::isolate([&] {
    LayerHeader plan;
    plan.table = table_;
    plan.layer = layer;
    plan.tile_rows = kTileRows;
    plan.tile_columns = kTileColumns;
    LayerStream stream(parts, section, plan, file);
    const LayerHeader& header = stream.write();
    report.stored = header.stored;
    report.bytes = header.file_bytes;
    report.content_hash = header.content_hash;
    report.values = header.values;
  });
  file.publish();
  return report;
}

}  // namespace pipo
