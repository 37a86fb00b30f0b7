// A file that appears under its name only when it is complete and safely on disk.
//
// It is written as NAME.part in the same folder, synced and renamed. No other process may write the
// same file: see TableLock. Failures throw OutOfResources (disk full, a limit) or CannotWrite (no
// permission, a missing folder).
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
  // Removes a NAME.part left by an interrupted run first, whatever it is, without following a
  // symbolic link.
  explicit NewFile(std::filesystem::path path);
  // Removes the file unless it was published.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  std::uint64_t bytes() const { return bytes_; }

  // For reading the written data: the path until publication, and the open file, which stays open
  // as long as the descriptor is shared.
  const std::filesystem::path& part() const { return part_; }
  const std::shared_ptr<const Descriptor>& descriptor() const { return descriptor_; }

  // The inode: identifies the file within its file system.
  std::uint64_t inode() const;

  // Sets the expected size in bytes, for the message when the disk is full.
  void set_expected_bytes(std::uint64_t bytes) { expected_ = bytes; }

  void append(std::span<const std::byte> bytes);
  // Overwrites bytes already written.
  void overwrite(std::uint64_t offset, std::span<const std::byte> bytes);

  // Syncs and renames. Call sync_folder to make the new name itself durable.
  void publish();

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  std::shared_ptr<const Descriptor> descriptor_;  // none once it is published
  std::uint64_t bytes_ = 0;
  std::uint64_t expected_ = 0;
};

// Returns NAME.part for NAME.
std::filesystem::path part_of(const std::filesystem::path& path);

// Makes a file in this folder for reading and writing. Nothing of it is left when the process ends,
// however it ends. Throws OutOfResources, CannotWrite.
Descriptor unnamed_file(const std::filesystem::path& folder);

// Throws OutOfResources or CannotWrite, which name `path`.
void write_at(const Descriptor& descriptor, const std::filesystem::path& path, std::uint64_t offset,
              std::span<const std::byte> bytes);

// Throws OutOfResources or CannotWrite: "PATH: cannot be written: REASON HOW FAR; REMEDY".
[[noreturn]] void throw_failed_write(const std::filesystem::path& path, int error,
                                     const std::string& how_far = "");

// Makes the names of files renamed in a folder durable. Throws OutOfResources, CannotWrite.
void sync_folder(const std::filesystem::path& folder);

}  // namespace pipo
