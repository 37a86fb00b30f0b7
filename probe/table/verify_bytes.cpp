// Reads a table from end to end, a layer a thread at a time.
#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "probe/error.hpp"
#include "probe/table/content_hash.hpp"
#include "probe/table/table.hpp"

namespace pipo {
namespace {

// Counts by value, any byte.
using Counts = std::array<std::uint64_t, 256>;

// The stored values of a section: like the file's histogram, over blocks. A dense section is at
// hand, so the entries that are not stored are left out.
void count_stored(const KeptRows& kept, const StoredSection& section,
                  const std::vector<std::int8_t>& dense, Counts& counts) {
  const std::size_t columns = section.columns;
  const std::size_t rows = dense.size() / columns;
  const bool thinned = section.storage == Storage::kept_rows;
  for (std::size_t row = 0; row < rows; ++row) {
    if (thinned && !kept.group(section.key).kept(static_cast<std::uint32_t>(row))) continue;
    const std::size_t stored = section.storage == Storage::half
                                   ? std::min(columns, (row / kTileRows + 1) * kTileRows)
                                   : columns;
    for (std::size_t column = 0; column < stored; ++column) {
      ++counts[static_cast<std::uint8_t>(dense[row * columns + column])];
    }
  }
}

void verify_layer(const Table& table, int layer) {
  const LayerFile& file = table.file(layer);
  std::vector<std::uint64_t> hashes;
  Counts counts{};
  for (const StoredSection& section : table.layout(layer).sections()) {
    const std::vector<std::int8_t> dense = table.read_section(section.key);
    hashes.push_back(section_hash(section.key, dense));
    count_stored(table.kept_rows(), section, dense, counts);
  }
  if (combined_hash(hashes) != file.header().content_hash) {
    throw_damaged(file.path().string(), "what it says does not match its content hash");
  }
  Histogram values;
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    values[margin] = counts[static_cast<std::uint8_t>(margin)];
  }
  if (values != file.header().values) {
    throw_damaged(file.path().string(), "its values do not match its histogram");
  }
}

// What the manifest says beyond what its layers' headers confirm.
void verify_manifest(const Table& table) {
  std::uint64_t positions = 0;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    positions += table.space().quiet_positions(layer);
  }
  const int value = table.stored_entry(table.first_layer(), 0).value;
  if (positions != table.manifest().positions || value != table.manifest().value) {
    throw_damaged((table.folder() / kManifestName).string(),
                  "does not say what the layers do about the start or the number of positions");
  }
}

// Layers one after the other, by several threads; what goes wrong in a layer is kept for later.
class LayerQueue {
 public:
  LayerQueue(const Table& table, const std::function<void(int layer)>& progress)
      : table_(table), progress_(progress), next_(table.first_layer()) {}

  void run(unsigned threads) {
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
    work();
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    for (int layer = next_++; layer <= table_.last_layer() && !failed_; layer = next_++) {
      try {
        verify_layer(table_, layer);
        const std::lock_guard lock(mutex_);
        if (progress_) progress_(layer);
      } catch (...) {
        keep(layer, std::current_exception());
      }
    }
  }

  // Layers before a failed one are under way or done, so the lowest that fails is always found.
  void keep(int layer, std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (failed_ && layer > failed_layer_) return;
    failed_ = true;
    failed_layer_ = layer;
    failure_ = std::move(failure);
  }

  const Table& table_;
  const std::function<void(int layer)>& progress_;
  std::atomic<int> next_;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  int failed_layer_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

BytesReport verify_bytes(const Table& table, const std::function<void(int layer)>& progress,
                         unsigned threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  LayerQueue(table, progress).run(threads);
  verify_manifest(table);
  BytesReport report;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    const LayerHeader& header = table.file(layer).header();
    ++report.files;
    report.bytes += header.file_bytes;
    report.blocks += header.blocks;
    report.values += header.stored;
  }
  return report;
}

}  // namespace pipo
