#include "generator/cluster/part_files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <random>
#include <span>
#include <thread>
#include <utility>

#include "generator/writer/new_file.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {
namespace {

constexpr std::chrono::milliseconds kBetweenTries(100);

// A folder in which rank 0 has just made a file is looked at for this long.
constexpr double kSecondsToShare = 5;

// By default NFS asks again after at most this long how large a file is (acregmax).
constexpr double kLatestNews = 60;

// Waits for what another machine has written: a file system may show it late.
class LateNews {
 public:
  explicit LateNews(double seconds) : deadline_(seconds) {}

  // Waits a moment; returns false if it has waited long enough. `poll` may throw.
  bool wait(const Poll& poll = {}) {
    if (deadline_.over()) return false;
    if (poll) poll();
    std::this_thread::sleep_for(kBetweenTries);
    return true;
  }

 private:
  Deadline deadline_;
};

std::string some_text() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

bool has_token(const std::filesystem::path& folder, const std::string& token) {
  try {
    return read_small_file(part_of(folder / kManifestName), 1000) == token;
  } catch (const Error&) {
    return false;  // missing, not visible yet, or something else
  }
}

}  // namespace

SharedToken::SharedToken(const std::filesystem::path& folder)
    : text_(some_text()), file_(folder / kManifestName) {
  file_.append(std::as_bytes(std::span(text_)));
}

void require_shared(const std::filesystem::path& folder, const std::string& token) {
  for (LateNews late(kSecondsToShare); !has_token(folder, token);) {
    if (late.wait()) continue;
    throw CannotWrite(fmt::format(
        "{}: not the folder that rank 0 writes to; all ranks need the same one (--tables), on a "
        "file system that they share",
        std::filesystem::absolute(folder).string()));
  }
  if (::access(folder.c_str(), W_OK) != 0) throw_failed_write(folder, errno);
}

PartFiles::PartFiles(const TableSpace& space, std::filesystem::path folder, double patience)
    : space_(space),
      folder_(std::move(folder)),
      patience_(std::min(patience, kLatestNews)),
      files_(space, folder_) {}

std::filesystem::path PartFiles::path_of(int layer) const {
  return folder_ / layer_file_name(layer);
}

// The caller must hold the lock.
PartFiles::Layer& PartFiles::layer_of(int layer) {
  Layer& found = layers_[layer];
  if (!found.encoder) {
    found.encoder = std::make_unique<const LayerEncoder>(space_, layer);
    found.index.emplace(folder_, found.encoder->layout().blocks());
  }
  return found;
}

const LayerEncoder& PartFiles::encoder(int layer) {
  const std::lock_guard lock(mutex_);
  return *layer_of(layer).encoder;
}

std::shared_ptr<const Descriptor> PartFiles::opened(int layer, std::uint64_t file) {
  const std::lock_guard lock(mutex_);
  Layer& found = layer_of(layer);
  if (!found.descriptor) found.descriptor = open_now(layer, file);
  return found.descriptor;
}

// Returns nothing if there is no such file, or not yet.
//
// A file that was finished meanwhile has its final name. The inode excludes files other than rank
// 0's: one that a later run began, or one in a folder that is not shared.
std::shared_ptr<const Descriptor> PartFiles::open_now(int layer, std::uint64_t file) const {
  const std::filesystem::path path = path_of(layer);
  for (const std::filesystem::path& name : {part_of(path), path}) {
    auto descriptor = std::make_shared<const Descriptor>(open_file(name, O_RDONLY | O_NOFOLLOW));
    if (!descriptor->open()) {
      if (errno == ENOENT) continue;
      throw_failed_write(path, errno);
    }
    struct stat status {};
    if (::fstat(descriptor->get(), &status) == 0 && status.st_ino == file) return descriptor;
  }
  return nullptr;
}

std::uint64_t PartFiles::note(const SectionPart& part, const TileBlocks& place, const Poll& poll) {
  const int layer = part.key.layer();
  if (place.file == 0) {
    if (!files_.opened(layer)) files_.open(layer);
    return files_.bytes(*files_.opened(layer), part);
  }
  auto descriptor = opened(layer, place.file);
  for (LateNews late(patience_); !descriptor; descriptor = opened(layer, place.file)) {
    if (late.wait(poll)) continue;
    throw CannotWrite(fmt::format(
        "{}: not the file that rank 0 writes; all ranks need the same folder, on a file system "
        "that they share",
        path_of(layer).string()));
  }
  const std::lock_guard lock(mutex_);
  Layer& found = layer_of(layer);
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < place.blocks.size(); ++i) {
    found.index->set(place.blocks[i], std::span(&place.index[i], 1));
    bytes += place.index[i].bytes;
  }
  if (!files_.opened(layer)) {
    files_.open(GrowingLayer{.file = ReadOnlyFile(part_of(path_of(layer)), descriptor),
                             .inode = place.file,
                             .layout = found.encoder->shared_layout(),
                             .header = found.encoder->header(),
                             .index = found.index->reading()});
  }
  return bytes;
}

void PartFiles::prefetch(int layer, const TileBlocks& place) {
  if (place.file == 0) return;
  const auto descriptor = opened(layer, place.file);
  if (!descriptor) return;
  const ReadOnlyFile file(path_of(layer), descriptor);
  for (const IndexEntry& block : place.index) file.prefetch(block.offset, block.bytes);
}

// A block that this rank sees before all of its bytes does not match its checksum.
void PartFiles::read(const SectionPart& part, std::int8_t* values, const Poll& poll) const {
  const int layer = part.key.layer();
  const auto file = files_.opened(layer);
  for (LateNews late(patience_);;) {
    try {
      return files_.load(*file, part, values);
    } catch (const DamagedTable& error) {
      if (!growing(layer)) throw;
      if (late.wait(poll)) continue;
      throw CannotWrite(fmt::format(
          "{}: after {:.0f} s this machine does not see what rank 0 has written there; all ranks "
          "need a file system that shows it at once ({})",
          path_of(layer).string(), patience_, error.what()));
    }
  }
}

// Returns whether this run writes the layer.
bool PartFiles::growing(int layer) const {
  const std::lock_guard lock(mutex_);
  const auto found = layers_.find(layer);
  return found != layers_.end() && found->second.descriptor;
}

}  // namespace pipo
