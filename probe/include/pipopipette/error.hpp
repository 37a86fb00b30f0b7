// The errors that the library throws. Each type calls for a different reaction of the caller.
//
// Every message is one line that names the file or the board, the place and the remedy. The types
// for tables also have members for the file and the place. The library throws only these types,
// and std::bad_alloc if memory runs out. It never prints, exits or aborts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "pipopipette/export.h"

namespace pipo {

// The base class of all errors here. Catching it catches everything but std::bad_alloc.
class PIPOPIPETTE_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A board, position, edge or option is malformed or out of range.
class PIPOPIPETTE_API BadInput : public Error {
 public:
  using Error::Error;
};

// No table covers the position, or a file or folder of a table is missing. The message names what
// is missing and the places searched.
class PIPOPIPETTE_API MissingTable : public Error {
 public:
  struct Details {
    std::string table;
    std::vector<std::filesystem::path> searched;
    std::filesystem::path file;
  };
  explicit MissingTable(const std::string& message, Details details = {});

  // The folder name of the table that would cover the position ("3x4"), which is the table of the
  // whole board. Empty if a file or folder is missing instead.
  const std::string& table() const { return details_->table; }
  // The folders that were searched for the table.
  const std::vector<std::filesystem::path>& searched() const { return details_->searched; }
  // The file or folder that is missing or unreadable; empty if a table is missing.
  const std::filesystem::path& file() const { return details_->file; }

 private:
  std::shared_ptr<const Details> details_;  // shared because copying an exception must not throw
};

// The file or folder may exist, but this process is not permitted to read it.
class PIPOPIPETTE_API UnreadableTable : public MissingTable {
 public:
  using MissingTable::MissingTable;
};

// A file is truncated, altered, unfinished, of another version, or not one of ours.
class PIPOPIPETTE_API DamagedTable : public Error {
 public:
  explicit DamagedTable(const std::string& message, std::filesystem::path file = {},
                        std::optional<std::uint64_t> offset = {});

  // The damaged file, or the table's folder if no single file is at fault.
  const std::filesystem::path& file() const { return *file_; }
  // The offset in bytes of the damaged part (header, block index or block), if it is known.
  std::optional<std::uint64_t> offset() const { return offset_; }

 private:
  std::shared_ptr<const std::filesystem::path> file_;
  std::optional<std::uint64_t> offset_;
};

// A newer version of Pipopipette made the file. This version neither repairs nor replaces it.
class PIPOPIPETTE_API NewerTable : public DamagedTable {
 public:
  using DamagedTable::DamagedTable;
};

// Memory, disk space, open files, threads or time do not suffice, a folder cannot be written, or
// another process is writing to it.
class PIPOPIPETTE_API NoSpace : public Error {
 public:
  using Error::Error;
};

// The caller stopped the work before it was complete.
class PIPOPIPETTE_API Stopped : public Error {
 public:
  using Error::Error;
};

}  // namespace pipo
