#include "generator/writer/layer_writer.hpp"

#include <sys/resource.h>
#include <tbb/task_arena.h>

#include <system_error>
#include <utility>

#include "generator/writer/layer_stream.hpp"
#include "generator/writer/new_file.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

// The most files being synced at a time. Each takes a thread with a stack and an open file, so only
// one where few files may be open.
std::size_t most_publishing() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 64 ? 1 : 8;
}

}  // namespace

LayerWriter::LayerWriter(const TableSpace& space, std::filesystem::path folder)
    : space_(&space), folder_(std::move(folder)) {}

LayerWriter::~LayerWriter() {
  try {
    finish();
  } catch (...) {
    // finish() reports failures to callers who need them.
  }
}

ManifestLayer LayerWriter::write(int layer, const SectionValues& section) {
  auto stream = begin(layer);
  add(*stream, space_->states().sections(layer), section);
  return end(std::move(stream));
}

std::unique_ptr<LayerStream> LayerWriter::begin(int layer) const {
  return std::make_unique<LayerStream>(*space_, layer, folder_ / layer_file_name(layer));
}

void LayerWriter::add(LayerStream& layer, std::span<const SectionKey> keys,
                      const SectionValues& values) {
  // A thread that waits here must not take up a long task of the sweep meanwhile.
  tbb::this_task_arena::isolate([&] { layer.add(keys, values, workers_); });
}

ManifestLayer LayerWriter::end(std::unique_ptr<LayerStream> layer) {
  const ManifestLayer written = manifest_layer(layer->finish());
  publish(layer->take_file());
  return written;
}

// A journalling file system commits many small files together, so syncing them at once costs little
// more than one. If the system provides no more threads, this one syncs the file itself.
void LayerWriter::publish(std::unique_ptr<NewFile> file) {
  std::unique_lock lock(mutex_);
  const bool many = publishing_.size() >= most_publishing();
  lock.unlock();
  if (many) finish();
  const std::shared_ptr<NewFile> shared = std::move(file);
  std::future<void> published;
  try {
    published = std::async(std::launch::async, [shared] { shared->publish(); });
  } catch (const std::system_error&) {
    published = std::async(std::launch::deferred, [shared] { shared->publish(); });
    published.wait();
  }
  // Sections that are read back call finish() in another thread. Only ThreadSanitizer shows a
  // missing lock.
  lock.lock();
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
