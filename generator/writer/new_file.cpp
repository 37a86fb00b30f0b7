#include "generator/writer/new_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/operating_system.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

constexpr mode_t kReadByAll = 0666;  // before the umask

// Calls fsync, again if a signal interrupts it. Any other failure is final: the system may have
// dropped data that it could not write, and a second call would not report it.
int synced(int descriptor) {
  int result = 0;
  do {
    result = ::fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result;
}

// Writes all bytes at an offset. Returns 0, or the error number.
int put(const Descriptor& descriptor, std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put =
        ::pwrite(descriptor.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put < 0 ? errno : ENOSPC;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
  return 0;
}

std::string remedy(int error) {
  if (error == ENOSPC || error == EDQUOT) return "free that much or choose another folder";
  if (error == EFBIG) {
    return "the limit on the size of a file (ulimit -f), or that of the file system, is too low: "
           "raise it or choose another folder";
  }
  if (error == EMFILE || error == ENFILE) return too_many_files(error);
  if (error == EIO) return "the disk fails: choose another folder";
  return "make the folder writable or choose another one";
}

}  // namespace

std::filesystem::path part_of(const std::filesystem::path& path) {
  std::filesystem::path part = path;
  part += kPartEnding;
  return part;
}

NewFile::NewFile(std::filesystem::path path) : path_(std::move(path)), part_(part_of(path_)) {
  if (::unlink(part_.c_str()) != 0 && errno != ENOENT) fail(errno);
  descriptor_ = std::make_shared<const Descriptor>(
      open_file(part_, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, kReadByAll));
  if (descriptor_->open()) return;
  descriptor_.reset();
  fail(errno);
}

NewFile::~NewFile() {
  if (descriptor_) ::unlink(part_.c_str());
}

void NewFile::fail(int error) const {
  throw_failed_write(path_, error,
                     fmt::format(" after {} of about {}", human_bytes(bytes_),
                                 human_bytes(std::max(expected_, bytes_))));
}

void throw_failed_write(const std::filesystem::path& path, int error, const std::string& how_far) {
  const ErrorCode code = system_error_code(error);
  const bool while_writing = code == ErrorCode::disk_full || error == EIO;
  throw_failure({code, fmt::format("{}: cannot be written: {}{}; {}", path.string(),
                                   std::generic_category().message(error),
                                   while_writing ? how_far : "", remedy(error))});
}

Descriptor unnamed_file(const std::filesystem::path& folder) {
  Descriptor file = open_unnamed_file(folder);
  if (!file.open()) throw_failed_write(folder, errno);
  return file;
}

void write_at(const Descriptor& descriptor, const std::filesystem::path& path, std::uint64_t offset,
              std::span<const std::byte> bytes) {
  if (const int error = put(descriptor, offset, bytes); error != 0)
    throw_failed_write(path, error, "");
}

std::uint64_t NewFile::inode() const {
  struct stat status {};
  if (::fstat(descriptor_->get(), &status) != 0) fail(errno);
  return status.st_ino;
}

void NewFile::append(std::span<const std::byte> bytes) {
  if (const int error = put(*descriptor_, bytes_, bytes); error != 0) fail(error);
  bytes_ += bytes.size();
}

void NewFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (const int error = put(*descriptor_, offset, bytes); error != 0) fail(error);
}

void NewFile::publish() {
  if (synced(descriptor_->get()) != 0) fail(errno);
  if (std::rename(part_.c_str(), path_.c_str()) != 0) fail(errno);
  // From here on there is nothing to remove, and closing the file cannot lose data.
  descriptor_.reset();
}

void sync_folder(const std::filesystem::path& folder) {
  const Descriptor descriptor = open_file(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
  // Some file systems cannot sync folders and return EINVAL.
  if (descriptor.open() && (synced(descriptor.get()) == 0 || errno == EINVAL)) return;
  throw_failed_write(folder, errno);
}

}  // namespace pipo
