// The errors the library throws, one type for each thing a caller may want to do about them.
//
// Every message is one line that names the file or the board, the place and the remedy; what it
// says can be asked for, too. The library throws these, std::bad_alloc where memory runs out, and
// nothing else; it never prints, exits or aborts.
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

// Base of all of them: catch this to catch everything the library raises on purpose.
class PIPOPIPETTE_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A board, position, edge or option that cannot be read, or that is out of range.
class PIPOPIPETTE_API BadInput : public Error {
 public:
  using Error::Error;
};

// No table covers what was asked for; the message says what was looked for and where.
class PIPOPIPETTE_API MissingTable : public Error {
 public:
  struct Details {
    std::string table;
    std::vector<std::filesystem::path> searched;
    std::filesystem::path file;
  };
  explicit MissingTable(const std::string& message, Details details = {});

  // The table that would do, by the name of its folder ("3x4"): the one of the whole board. Empty
  // where a file or folder is missing instead.
  const std::string& table() const { return details_->table; }
  // The folders in which it was looked for.
  const std::vector<std::filesystem::path>& searched() const { return details_->searched; }
  // The file or folder that is missing or may not be read; empty where it is a table.
  const std::filesystem::path& file() const { return details_->file; }

 private:
  std::shared_ptr<const Details> details_;  // since copies of errors must not throw
};

// It may well be there, but this process may not read the file or folder.
class PIPOPIPETTE_API UnreadableTable : public MissingTable {
 public:
  using MissingTable::MissingTable;
};

// A file is truncated, altered, unfinished, of another version, or not one of ours.
class PIPOPIPETTE_API DamagedTable : public Error {
 public:
  explicit DamagedTable(const std::string& message, std::filesystem::path file = {},
                        std::optional<std::uint64_t> offset = {});

  // The file, or the table's folder where no single file is to blame.
  const std::filesystem::path& file() const { return *file_; }
  // The byte from which on it is not what it should be, where that is known: where the header, the
  // block index or the block begins.
  std::optional<std::uint64_t> offset() const { return offset_; }

 private:
  std::shared_ptr<const std::filesystem::path> file_;
  std::optional<std::uint64_t> offset_;
};

// Made by a newer version of Pipopipette. Not ours to mend or to replace.
class PIPOPIPETTE_API NewerTable : public DamagedTable {
 public:
  using DamagedTable::DamagedTable;
};

// Memory, disk or open files do not suffice, a folder cannot be written, or another process is
// writing there.
class PIPOPIPETTE_API NoSpace : public Error {
 public:
  using Error::Error;
};

// The caller asked for the work to stop before it was done.
class PIPOPIPETTE_API Stopped : public Error {
 public:
  using Error::Error;
};

}  // namespace pipo
