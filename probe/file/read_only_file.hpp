// A file read at given places by many threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "probe/base/descriptor.hpp"

namespace pipo {

// Descriptors are scarce (often 1024 a process) and a folder of tables has many files, so a file
// may also be opened anew for each read.
enum class KeepOpen : bool { no, yes };

class ReadOnlyFile {
 public:
  // Throws MissingTable if there is no such file, UnreadableTable if it may not be read, NoSpace if
  // too many files are open, DamagedTable if reading fails or if it is no regular file: a folder, a
  // FIFO and a device are refused at once.
  ReadOnlyFile(std::filesystem::path path, KeepOpen keep_open);

  // A file that is open already.
  ReadOnlyFile(std::filesystem::path path, std::shared_ptr<const Descriptor> opened)
      : path_(std::move(path)), kept_(std::move(opened)) {}

  const std::filesystem::path& path() const { return path_; }

  // The size when it was opened.
  std::uint64_t bytes() const { return bytes_; }

  // Lets the system fetch so many bytes from this place on while other things are done.
  void expect(std::uint64_t offset, std::uint64_t bytes) const;

  // Fills `out` from this place on. Throws as the constructor does, and DamagedTable if the file is
  // shorter by now.
  void read(std::uint64_t offset, std::span<std::byte> out) const;

 private:
  std::filesystem::path path_;
  std::uint64_t bytes_ = 0;
  std::shared_ptr<const Descriptor> kept_;  // none: opened anew for each read
};

// The whole of a small file. Throws as ReadOnlyFile does, and DamagedTable if it has more than
// `most` bytes.
std::string read_small_file(const std::filesystem::path& path, std::uint64_t most);

}  // namespace pipo
