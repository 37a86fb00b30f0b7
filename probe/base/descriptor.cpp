#include "probe/base/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace pipo {

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::close() {
  if (number_ < 0) return;
  const int error = errno;
  ::close(std::exchange(number_, -1));
  errno = error;
}

Descriptor open_file(const std::filesystem::path& path, int flags, mode_t mode) {
  int opened = -1;
  do {
    opened = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode);
  } while (opened < 0 && errno == EINTR);
  Descriptor descriptor(opened);
  if (opened < 0 || opened > STDERR_FILENO) return descriptor;
  return Descriptor(::fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

std::string irregular_kind(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISLNK(mode)) return "a symbolic link";
  return "a device";
}

}  // namespace pipo
