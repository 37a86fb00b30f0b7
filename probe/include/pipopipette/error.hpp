// The errors that the library throws. Each type calls for a different reaction of the caller;
// code() returns the exact kind.
//
// Every message is one line that names the file or the board, the place and the remedy. The types
// for tables also have members for the file and the place. The library throws only these types,
// and std::bad_alloc if memory runs out. It never prints, exits or aborts.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "pipopipette/export.h"

namespace pipo {

// The kinds of errors, each with its own type below. Later versions may add kinds at the end.
enum class ErrorCode : std::uint8_t {
  bad_input,         // a board, position, edge or option is malformed or out of range
  missing_table,     // no table answers for the position, or a file or folder is missing
  unreadable_table,  // this process is not permitted to read a table
  damaged_table,     // a file is truncated, altered, unfinished, or not one of ours
  newer_table,       // a newer version of Pipopipette made the file
  out_of_memory,     // the work takes more memory than there is or the caller allows
  out_of_time,       // the work takes more time than the caller allows
  disk_full,         // the disk, a quota or the limit on the size of files is too small
  system_limit,      // the system permits no more open files or threads
  cannot_write,      // no permission, a read-only or failing disk, or something is in the way
  busy,              // another process is making the table
  stopped,           // the caller stopped the work before it was complete
  internal           // a bug in Pipopipette
};

// The base class of all errors here. Catching it catches everything but std::bad_alloc.
class PIPOPIPETTE_API Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

class PIPOPIPETTE_API BadInput : public Error {
 public:
  explicit BadInput(const std::string& message) : Error(ErrorCode::bad_input, message) {}
};

// No table covers the position, the one that does omits too many layers, or a file or folder of a
// table is missing. The message names what is missing and the places searched.
class PIPOPIPETTE_API MissingTable : public Error {
 public:
  struct Details {
    std::string table = {};
    std::vector<std::filesystem::path> searched = {};
    std::filesystem::path file = {};
    std::optional<int> omitted_layer = {};
    std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
  };
  explicit MissingTable(const std::string& message);
  MissingTable(const std::string& message, Details details,
               ErrorCode code = ErrorCode::missing_table);

  // Returns the folder name of the table that would cover the position ("3x4"), which is the table
  // of the whole board. Empty if a file or folder is missing instead.
  const std::string& table() const { return details_->table; }
  // Returns the folders that were searched for the table.
  const std::vector<std::filesystem::path>& searched() const { return details_->searched; }
  // Returns the file or folder that is missing or unreadable; empty if a table is missing.
  const std::filesystem::path& file() const { return details_->file; }
  // Returns the layer of the settled position, if table() covers the position but omits this layer,
  // and too many of the next layers to compute its value.
  std::optional<int> omitted_layer() const { return details_->omitted_layer; }

 private:
  std::shared_ptr<const Details> details_;  // shared because copying an exception must not throw
};

// The file or folder may exist, but this process is not permitted to read it.
class PIPOPIPETTE_API UnreadableTable : public MissingTable {
 public:
  explicit UnreadableTable(const std::string& message);
  UnreadableTable(const std::string& message, Details details);
};

// A file is truncated, altered, unfinished, of another version, or not one of ours.
class PIPOPIPETTE_API DamagedTable : public Error {
 public:
  explicit DamagedTable(const std::string& message, std::filesystem::path file = {},
                        std::optional<std::uint64_t> offset = {},
                        ErrorCode code = ErrorCode::damaged_table);

  // Returns the damaged file, or the table's folder if no single file is at fault.
  const std::filesystem::path& file() const { return *file_; }
  // Returns the offset in bytes of the damaged part (header, block index or block), if it is known.
  std::optional<std::uint64_t> offset() const { return offset_; }

 private:
  std::shared_ptr<const std::filesystem::path> file_;
  std::optional<std::uint64_t> offset_;
};

// A newer version of Pipopipette made the file. This version neither repairs nor replaces it.
class PIPOPIPETTE_API NewerTable : public DamagedTable {
 public:
  explicit NewerTable(const std::string& message, std::filesystem::path file = {});
};

// A resource does not suffice: memory, time, the disk, or what the system permits.
class PIPOPIPETTE_API OutOfResources : public Error {
 public:
  using Error::Error;
};

class PIPOPIPETTE_API OutOfMemory : public OutOfResources {
 public:
  explicit OutOfMemory(const std::string& message)
      : OutOfResources(ErrorCode::out_of_memory, message) {}
};

class PIPOPIPETTE_API OutOfTime : public OutOfResources {
 public:
  explicit OutOfTime(const std::string& message)
      : OutOfResources(ErrorCode::out_of_time, message) {}
};

class PIPOPIPETTE_API DiskFull : public OutOfResources {
 public:
  explicit DiskFull(const std::string& message) : OutOfResources(ErrorCode::disk_full, message) {}
};

class PIPOPIPETTE_API SystemLimit : public OutOfResources {
 public:
  explicit SystemLimit(const std::string& message)
      : OutOfResources(ErrorCode::system_limit, message) {}
};

class PIPOPIPETTE_API CannotWrite : public Error {
 public:
  explicit CannotWrite(const std::string& message) : Error(ErrorCode::cannot_write, message) {}
};

class PIPOPIPETTE_API Busy : public Error {
 public:
  explicit Busy(const std::string& message) : Error(ErrorCode::busy, message) {}
};

class PIPOPIPETTE_API Stopped : public Error {
 public:
  explicit Stopped(const std::string& message) : Error(ErrorCode::stopped, message) {}
};

class PIPOPIPETTE_API InternalError : public Error {
 public:
  explicit InternalError(const std::string& message) : Error(ErrorCode::internal, message) {}
};

}  // namespace pipo
