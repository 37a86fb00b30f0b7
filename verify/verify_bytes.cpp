// Reads a table from end to end with several threads, one layer each.
#include <algorithm>
#include <mutex>
#include <thread>

#include "probe/base/in_parallel.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/table/nim_tables.hpp"
#include "probe/table/section_reader.hpp"
#include "verify/checks.hpp"

namespace pipo {
namespace {

// Checks what the manifest says beyond what the headers of its layers confirm.
void verify_manifest(const Table& table) {
  std::uint64_t positions = 0;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    positions += table.space().states().quiet_positions(layer);
  }
  // A start need not be quiet; if it is not, no layer has an entry for it.
  const TableIdentity& start = table.identity();
  const int value = StoredValues::only(table.folder(), start).value({start.board, start.start});
  if (positions != table.manifest().positions || value != table.manifest().value) {
    throw_damaged((table.folder() / kManifestName).string(),
                  "disagrees with the layers about the start or the number of positions");
  }
}

}  // namespace

BytesReport verify_bytes(const Table& table, const std::function<void(int layer)>& progress,
                         unsigned threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  const auto layers = static_cast<std::size_t>(table.last_layer() - table.first_layer() + 1);
  std::mutex mutex;
  in_parallel(layers, threads, [&](std::size_t i) {
    const int layer = table.first_layer() + static_cast<int>(i);
    if (!table.keeps(layer)) return;
    const LayerFile& file = table.file(layer);
    check_content(file, layer_content(table.space(), file));
    const std::lock_guard lock(mutex);
    if (progress) progress(layer);
  });
  verify_manifest(table);
  BytesReport report;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    if (!table.keeps(layer)) continue;
    const LayerHeader& header = table.file(layer).header();
    ++report.files;
    report.bytes += header.file_bytes;
    report.blocks += header.blocks;
    report.values += header.stored;
  }
  return report;
}

}  // namespace pipo
