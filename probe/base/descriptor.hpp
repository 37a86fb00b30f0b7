// Files of the system, opened without surprises.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace pipo {

// A file descriptor that is closed in the end. Closing leaves errno as it is.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;

  bool open() const { return number_ >= 0; }
  int get() const { return number_; }
  void close();

 private:
  int number_ = -1;  // -1: none
};

// Opens a file with these flags of open(2), again where a signal interrupts, not to be inherited by
// other programs. Does not wait for the other end of a FIFO. The descriptor is never 0, 1 or 2: in
// a process that has closed those, somebody else's output or input would go to the file. None, and
// errno, where it cannot be opened.
Descriptor open_file(const std::filesystem::path& path, int flags, mode_t mode = 0);

// What stands in the place of a regular file: "a folder", "a FIFO", "a device", ... Empty if it is
// a regular file.
std::string irregular_kind(mode_t mode);

}  // namespace pipo
