// A file that many threads read at given offsets.
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

// Whether a file stays open or is opened anew for each read. Descriptors are scarce (often 1024 per
// process), and a folder of tables has many files.
enum class KeepOpen : bool { no, yes };

class ReadOnlyFile {
 public:
  // Opens a file. Throws
  //
  // - MissingTable if there is no such file;
  // - UnreadableTable if this process may not read it;
  // - SystemLimit if too many files are open;
  // - DamagedTable if reading fails, or if it is not a regular file. A folder, FIFO or device is
  //   refused at once.
  ReadOnlyFile(std::filesystem::path path, KeepOpen keep_open);

  // Wraps a file that is already open.
  ReadOnlyFile(std::filesystem::path path, std::shared_ptr<const Descriptor> opened)
      : path_(std::move(path)), kept_(std::move(opened)) {}

  const std::filesystem::path& path() const { return path_; }

  // The size when it was opened.
  std::uint64_t bytes() const { return bytes_; }

  // Asks the system to prefetch a range of the file. Does nothing unless the file is kept open.
  void prefetch(std::uint64_t offset, std::uint64_t bytes) const;

  // Fills `out` with the bytes from `offset` on. Throws what the constructor throws, and
  // DamagedTable if the file has become shorter.
  void read(std::uint64_t offset, std::span<std::byte> out) const;

 private:
  std::filesystem::path path_;
  std::uint64_t bytes_ = 0;
  std::shared_ptr<const Descriptor> kept_;  // null: opened anew for each read
};

// Reads the whole of a small file. Throws what ReadOnlyFile throws, and DamagedTable if it has more
// than `most` bytes.
std::string read_small_file(const std::filesystem::path& path, std::uint64_t most);

}  // namespace pipo
