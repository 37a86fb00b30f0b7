// A file that appears under its name only when it is complete and safely on disk.
//
// It is written as NAME.part beside its place, synced and renamed. Nobody else may be writing the
// same file: see TableLock. What goes wrong is NoSpace: no room, a limit, no permission, no such
// folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "probe/base/descriptor.hpp"

namespace pipo {

class NewFile {
 public:
  // What an interrupted run left behind as NAME.part is removed first, whatever it is; a symbolic
  // link is not followed.
  explicit NewFile(std::filesystem::path path);
  // Removes what was written unless it was published.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  std::uint64_t bytes() const { return bytes_; }

  // To read what has been written: where it stands until it is published, and the file itself,
  // which stays open for who holds it.
  const std::filesystem::path& part() const { return part_; }
  const std::shared_ptr<const Descriptor>& descriptor() const { return descriptor_; }

  // A number that tells it from all other files of the file system.
  std::uint64_t inode() const;

  // How large the file will become, as far as known: for the message when the disk is full.
  void expect(std::uint64_t bytes) { expected_ = bytes; }

  void append(std::span<const std::byte> bytes);
  // Leaves room for bytes that somebody else writes.
  void skip(std::uint64_t bytes) { bytes_ += bytes; }
  // Over bytes already written.
  void overwrite(std::uint64_t offset, std::span<const std::byte> bytes);

  // Syncs and renames. The new name itself is safe after sync_folder.
  void publish();

 private:
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  std::shared_ptr<const Descriptor> descriptor_;  // none once it is published
  std::uint64_t bytes_ = 0;
  std::uint64_t expected_ = 0;
};

// NAME.part
std::filesystem::path part_of(const std::filesystem::path& path);

// For who writes parts of a file that somebody else has begun and will publish. Throw NoSpace,
// which names `path`.
void write_at(const Descriptor& descriptor, const std::filesystem::path& path, std::uint64_t offset,
              std::span<const std::byte> bytes);
void sync_file(const Descriptor& descriptor, const std::filesystem::path& path);

// Throws NoSpace: "PATH: cannot be written: REASON HOW FAR; REMEDY".
[[noreturn]] void throw_failed_write(const std::filesystem::path& path, int error,
                                     const std::string& how_far);
// The same without a remedy of its own: "PATH: cannot be written: REASON; ...".
[[noreturn]] void throw_not_writable(const std::filesystem::path& path, int error);

// Makes sure that files renamed in a folder keep their new names. Throws NoSpace.
void sync_folder(const std::filesystem::path& folder);

}  // namespace pipo
