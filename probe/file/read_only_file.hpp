// A file read at given places by many threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace pipo {

// Descriptors are scarce (often 1024 a process) and a folder of tables has many files, so a file
// may also be opened anew for each read.
enum class KeepOpen : bool { no, yes };

class ReadOnlyFile {
 public:
  // Throws MissingTable if there is no such file, DamagedTable if it cannot be read.
  ReadOnlyFile(std::filesystem::path path, KeepOpen keep_open);
  ~ReadOnlyFile();
  ReadOnlyFile(ReadOnlyFile&& other) noexcept;
  ReadOnlyFile& operator=(ReadOnlyFile&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }

  // The size when it was opened.
  std::uint64_t bytes() const { return bytes_; }

  // Fills `out` from this place on. Throws DamagedTable if the file is shorter by now, or cannot be
  // read.
  void read(std::uint64_t offset, std::span<std::byte> out) const;

 private:
  std::filesystem::path path_;
  std::uint64_t bytes_ = 0;
  int descriptor_ = -1;  // -1: not kept open
};

}  // namespace pipo
