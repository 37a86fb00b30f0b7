// Reads a table from end to end.
#include "probe/error.hpp"
#include "probe/table/content_hash.hpp"
#include "probe/table/table.hpp"

namespace pipo {
namespace {

// The stored values of a section, counted: like the file's histogram, over blocks. A dense section
// is at hand, so the entries that are not stored are left out.
void count_stored(const KeptRows& kept, const StoredSection& section,
                  const std::vector<std::int8_t>& dense, Histogram& values) {
  const std::size_t columns = section.columns;
  const std::size_t rows = dense.size() / columns;
  for (std::size_t row = 0; row < rows; ++row) {
    if (section.storage == Storage::kept_rows &&
        !kept.group(section.key).kept(static_cast<std::uint32_t>(row))) {
      continue;
    }
    const std::size_t stored = section.storage == Storage::half
                                   ? std::min(columns, (row / kTileRows + 1) * kTileRows)
                                   : columns;
    for (std::size_t column = 0; column < stored; ++column) {
      const int value = dense[row * columns + column];
      if (std::abs(value) <= kMaximumMargin) ++values[value];
    }
  }
}

}  // namespace

BytesReport verify_bytes(const Table& table, const std::function<void(int layer)>& progress) {
  BytesReport report;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    const LayerFile& file = table.file(layer);
    std::vector<std::uint64_t> hashes;
    Histogram values;
    for (const StoredSection& section : table.layout(layer).sections()) {
      const std::vector<std::int8_t> dense = table.read_section(section.key);
      hashes.push_back(section_hash(section.key, dense));
      count_stored(table.kept_rows(), section, dense, values);
    }
    if (combined_hash(hashes) != file.header().content_hash) {
      throw_damaged(file.path().string(), "what it says does not match its content hash");
    }
    if (values != file.header().values) {
      throw_damaged(file.path().string(), "its values do not match its histogram");
    }
    ++report.files;
    report.bytes += file.header().file_bytes;
    report.blocks += file.header().blocks;
    report.values += file.header().stored;
    if (progress) progress(layer);
  }
  return report;
}

}  // namespace pipo
