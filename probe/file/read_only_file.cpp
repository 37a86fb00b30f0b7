#include "probe/file/read_only_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/file/damaged.hpp"

namespace pipo {
namespace {

[[noreturn]] void throw_unreadable(const std::filesystem::path& path) {
  const int error = errno;
  if (error == ENOENT)
    throw MissingTable(path.string() + ": no such file; generate the table anew");
  if (error == EMFILE || error == ENFILE) {
    throw NoSpace(path.string() +
                  ": too many open files; raise the limit (ulimit -n) or open fewer");
  }
  throw DamagedTable(fmt::format("{}: cannot be read: {}; check its permissions and the disk",
                                 path.string(), std::generic_category().message(error)));
}

int open_for_reading(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_unreadable(path);
  return descriptor;
}

// A descriptor for one read: the file's own, or one opened for it.
class Borrowed {
 public:
  Borrowed(int kept, const std::filesystem::path& path)
      : descriptor_(kept >= 0 ? kept : open_for_reading(path)), close_(kept < 0) {}
  ~Borrowed() {
    if (close_) ::close(descriptor_);
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
  bool close_;
};

}  // namespace

ReadOnlyFile::ReadOnlyFile(std::filesystem::path path, KeepOpen keep_open)
    : path_(std::move(path)), descriptor_(open_for_reading(path_)) {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw_damaged(path_.string(), "not a regular file");
  }
  bytes_ = static_cast<std::uint64_t>(status.st_size);
  if (keep_open == KeepOpen::no) {
    ::close(descriptor_);
    descriptor_ = -1;
  }
}

ReadOnlyFile::~ReadOnlyFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

ReadOnlyFile::ReadOnlyFile(ReadOnlyFile&& other) noexcept
    : path_(std::move(other.path_)),
      bytes_(other.bytes_),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

ReadOnlyFile& ReadOnlyFile::operator=(ReadOnlyFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(bytes_, other.bytes_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void ReadOnlyFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  const Borrowed file(descriptor_, path_);
  while (!out.empty()) {
    const ssize_t got = ::pread(file.get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_unreadable(path_);
    if (got == 0) throw_damaged(path_.string(), "shorter than when it was opened");
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

}  // namespace pipo
