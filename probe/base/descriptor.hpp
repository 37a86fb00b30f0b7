// File descriptors, and a safe way to open files.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace pipo {

// An owned file descriptor, closed by the destructor. Closing leaves errno unchanged.
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

// Opens a file with these flags of open(2), and retries if a signal interrupts. Other programs do
// not inherit the descriptor. Opening does not wait for the other end of a FIFO. The descriptor is
// never 0, 1 or 2: if the process has closed these, its standard input or output would be the file.
// Returns an invalid descriptor and sets errno if the file cannot be opened.
Descriptor open_file(const std::filesystem::path& path, int flags, mode_t mode = 0);

// Returns the kind of a file that is not regular: "a folder", "a FIFO", "a device", ... Returns an
// empty string for a regular file.
std::string irregular_kind(mode_t mode);

}  // namespace pipo
