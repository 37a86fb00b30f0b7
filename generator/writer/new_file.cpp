#include "generator/writer/new_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/sizes.hpp"

namespace pipo {
namespace {

// Is the open file still the one that bears this name?
bool same_file(int descriptor, const std::filesystem::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

NewFile::NewFile(std::filesystem::path path) : path_(std::move(path)), part_(path_) {
  part_ += ".part";
  open_and_lock();
}

// What an interrupted run left behind is overwritten. The lock keeps two processes apart that make
// the same table; file systems without locks do without.
void NewFile::open_and_lock() {
  for (;;) {
    descriptor_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) fail(errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(std::exchange(descriptor_, -1));
      throw NoSpace(part_.string() +
                    ": another process is writing this file; wait until it has finished");
    }
    // The one who held the lock may have renamed the file since it was opened here.
    if (same_file(descriptor_, part_)) break;
    ::close(std::exchange(descriptor_, -1));
  }
  if (::ftruncate(descriptor_, 0) != 0) {
    const int error = errno;
    ::unlink(part_.c_str());
    ::close(std::exchange(descriptor_, -1));
    fail(error);
  }
}

NewFile::~NewFile() {
  if (descriptor_ < 0) return;
  // Removed while still locked, so that it is certainly ours.
  ::unlink(part_.c_str());
  ::close(descriptor_);
}

void NewFile::fail(int error) const {
  const std::string problem = fmt::format("{}: cannot be written: {}", path_.string(),
                                          std::generic_category().message(error));
  if (error == ENOSPC || error == EDQUOT || error == EFBIG) {
    throw NoSpace(fmt::format("{} after {} of about {}; free that much or choose another folder",
                              problem, human_bytes(bytes_),
                              human_bytes(std::max(expected_, bytes_))));
  }
  throw NoSpace(problem + "; make the folder writable or choose another one");
}

void NewFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
}

void NewFile::append(std::span<const std::byte> bytes) {
  write(bytes_, bytes);
  bytes_ += bytes.size();
}

void NewFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes) {
  write(offset, bytes);
}

void NewFile::publish() {
  if (::fsync(descriptor_) != 0) fail(errno);
  if (std::rename(part_.c_str(), path_.c_str()) != 0) fail(errno);
  // From here on there is nothing to remove, whatever happens.
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // Some file systems cannot sync folders, and say EINVAL.
  const bool synced = descriptor >= 0 && (::fsync(descriptor) == 0 || errno == EINVAL);
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (synced) return;
  throw NoSpace(
      fmt::format("{}: cannot be written: {}; make the folder writable or choose another one",
                  folder.string(), std::generic_category().message(error)));
}

}  // namespace pipo
