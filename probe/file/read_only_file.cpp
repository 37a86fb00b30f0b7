#include "probe/file/read_only_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/narrow.hpp"
#include "probe/base/operating_system.hpp"
#include "probe/file/damaged.hpp"

namespace pipo {
namespace {

[[noreturn]] void throw_unreadable(const std::filesystem::path& path) {
  const int error = errno;
  const auto problem = [&] {
    return fmt::format("{}: cannot be read: {}", path.string(),
                       std::generic_category().message(error));
  };
  const auto details = [&] {
    return MissingTable::Details{.table = {}, .searched = {}, .file = path, .omitted_layer = {}};
  };
  if (const std::string link = broken_link(path); !link.empty()) {
    throw UnreadableTable(link, details());
  }
  if (error == ENOENT || error == ENOTDIR)
    throw MissingTable(path.string() + ": no such file; generate the table anew", details());
  if (error == EACCES || error == EPERM)
    throw UnreadableTable(problem() + "; change its permissions or ask its owner", details());
  if (error == EMFILE || error == ENFILE) {
    throw SystemLimit(path.string() + ": too many open files: " + too_many_files(error));
  }
  if (error == ENETUNREACH) {
    throw SystemLimit(path.string() +
                      ": could not be fetched; try again when the network is there");
  }
  if (error == ENXIO) throw_damaged(path.string(), "not a regular file");  // a socket
  throw DamagedTable(problem() + "; check the disk, then copy the file again", path);
}

std::shared_ptr<const Descriptor> open_for_reading(const std::filesystem::path& path) {
  Descriptor descriptor = open_file(path, O_RDONLY);
  if (!descriptor.open()) throw_unreadable(path);
  return std::make_shared<const Descriptor>(std::move(descriptor));
}

}  // namespace

ReadOnlyFile::ReadOnlyFile(std::filesystem::path path, KeepOpen keep_open)
    : path_(std::move(path)), kept_(open_for_reading(path_)) {
  struct stat status {};
  if (::fstat(kept_->get(), &status) != 0) throw_unreadable(path_);
  if (const std::string kind = irregular_kind(status.st_mode); !kind.empty())
    throw_damaged(path_.string(), fmt::format("not a regular file but {}", kind));
  bytes_ = static_cast<std::uint64_t>(status.st_size);
  if (keep_open == KeepOpen::no) kept_.reset();
}

void ReadOnlyFile::prefetch(std::uint64_t offset, std::uint64_t bytes) const {
  if (!kept_) return;
  // This is only a hint, so errors are ignored here and show when the file is read.
  prefetch_file(kept_->get(), static_cast<off_t>(offset), static_cast<off_t>(bytes));
}

void ReadOnlyFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  const std::shared_ptr<const Descriptor> opened = kept_ ? kept_ : open_for_reading(path_);
  while (!out.empty()) {
    const ssize_t got = ::pread(opened->get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_unreadable(path_);
    if (got == 0) throw_damaged(path_.string(), "shorter than when it was opened");
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

std::string read_small_file(const std::filesystem::path& path, std::uint64_t most) {
  const ReadOnlyFile file(path, KeepOpen::yes);
  if (file.bytes() > most) {
    throw_damaged(path.string(),
                  fmt::format("{}, more than such a file can have", human_bytes(file.bytes())));
  }
  std::string text(narrow<std::size_t>(file.bytes()), '\0');
  file.read(0, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace pipo
