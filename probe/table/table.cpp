#include "probe/table/table.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {
namespace {

// In a browser each read may be a request to a host far away, and a large index is many.
#ifdef __EMSCRIPTEN__
constexpr bool kFilesAreFar = true;
constexpr IndexReading kIndexReading{.most_checked = 2000};
#else
constexpr bool kFilesAreFar = false;
constexpr IndexReading kIndexReading{};
#endif

}  // namespace

Table::Table(const std::filesystem::path& folder, KeepOpen keep_open)
    : folder_(folder),
      keep_open_(keep_open),
      manifest_(read_manifest(folder)),
      kept_(manifest_.kept()),
      space_(std::make_unique<TableSpace>(manifest_.table)),
      layers_(manifest_.layers.size()) {
  if (kFilesAreFar) return;
  for (const ManifestLayer& layer : manifest_.layers) {
    if (!layer.omitted()) (void)file(layer.layer);
  }
}

const LayerLayout& Table::layout(int layer) const {
  return at(layer).layout.get(
      [&] { return std::make_unique<const LayerLayout>(space_->states(), layer); });
}

const LayerFile& Table::file(int layer) const {
  return at(layer).file.get([&] { return open_layer(layer); });
}

std::unique_ptr<const LayerFile> Table::open_layer(int layer) const {
  const ManifestLayer& listed = manifest_.layers[index(layer)];
  const std::filesystem::path path = folder_ / listed.file;
  try {
    auto file = std::make_unique<const LayerFile>(path, identity(), layout(layer), keep_open_,
                                                  kIndexReading);
    if (manifest_layer(file->header()) != listed) {
      throw_damaged(path.string(), fmt::format("does not match {}", kManifestName));
    }
    return file;
  } catch (const UnreadableTable&) {
    throw;
  } catch (const MissingTable&) {
    throw_damaged(path.string(), fmt::format("missing, though {} lists it", kManifestName));
  }
}

OpenFileBudget::OpenFileBudget() : left_(128) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  left_ = static_cast<std::int64_t>(std::min<rlim_t>(limit.rlim_cur / 2, 4096));
}

KeepOpen OpenFileBudget::take(std::int64_t files) {
  if (left_.fetch_sub(files) >= files) return KeepOpen::yes;
  left_ += files;
  return KeepOpen::no;
}

LazyTable::LazyTable(FoundTable found) : found_(std::move(found)) {
  const Board& board = found_.table.board;
  const Cut cut(board, found_.table.start);
  for (const Overlay& overlay : Overlay::all(board, cut)) ways_.push_back({board, overlay});
  if (board.rows() == board.columns()) return;
  const Board turned = board.transposed();
  for (const Overlay& overlay : Overlay::all(turned, cut)) ways_.push_back({turned, overlay});
}

LazyTable::Opened::Opened(const FoundTable& found, KeepOpen keep_open, const std::vector<Way>& ways)
    : table(found.folder, keep_open), locator(table.space().states(), table.space().kept_rows()) {
  // The ways belong to the table that was found, so the folder must hold that table.
  require_table(found.folder, table.identity(), found.table);
  const Cut& cut = table.space().states().cut();
  for (const Way& way : ways) packings.push_back(packing(way.board, cut, way.overlay.image));
}

// Keeps a permanent error. Must be called in the handler of the error thrown by opening.
void LazyTable::note_failure() {
  try {
    throw;
  } catch (const MissingTable&) {
    failure_ = std::current_exception();
  } catch (const DamagedTable&) {
    failure_ = std::current_exception();
  } catch (...) {
    // The error is temporary: the next call may succeed.
  }
}

const LazyTable::Opened* LazyTable::begin_opening() {
  const pid_t self = ::getpid();
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (failure_) std::rethrow_exception(failure_);
      if (owned_) return owned_.get();
      if (opening_ != self) {
        opening_ = self;
        return nullptr;
      }
    }
    // A condition variable would have to survive fork(), and opening takes milliseconds.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// Keeps the opened table, or after a failure, with null, only lets others try.
const LazyTable::Opened* LazyTable::end_opening(std::unique_ptr<const Opened> opened) {
  const std::lock_guard lock(mutex_);
  if (opened) {
    owned_ = std::move(opened);
    opened_.store(owned_.get(), std::memory_order_release);
  } else {
    note_failure();
  }
  opening_ = 0;
  return owned_.get();
}

const LazyTable::Opened& LazyTable::open(OpenFileBudget& files) {
  if (const Opened* const opened = opened_.load(std::memory_order_acquire)) return *opened;
  if (const Opened* const opened = begin_opening()) return *opened;
  const std::int64_t layers = found_.table.board.edges() + 1;
  const KeepOpen keep_open = files.take(layers);
  try {
    return *end_opening(std::make_unique<const Opened>(found_, keep_open, ways_));
  } catch (...) {
    if (keep_open == KeepOpen::yes) files.give_back(layers);
    end_opening(nullptr);
    throw;
  }
}

}  // namespace pipo
