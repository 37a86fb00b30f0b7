// The errors the project raises, one type for each thing a caller may want to do about them.
//
// Every message is one line that names the file or the board, the place and the remedy. The library
// throws these and nothing else of its own; it never prints, exits or aborts.
#pragma once

#include <stdexcept>
#include <string>

namespace pipo {

// Base of all of them: catch this to catch everything the library raises on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A board, position, edge or option that cannot be read, or that is out of range.
class BadInput : public Error {
 public:
  using Error::Error;
};

// No table covers what was asked for; the message says what was looked for and where.
class MissingTable : public Error {
 public:
  using Error::Error;
};

// It may well be there, but this process may not read the file or folder.
class UnreadableTable : public MissingTable {
 public:
  using MissingTable::MissingTable;
};

// A file is truncated, altered, unfinished, of another version, or not one of ours.
class DamagedTable : public Error {
 public:
  using Error::Error;
};

// Made by a newer version of Pipopipette. Not ours to mend or to replace.
class NewerTable : public DamagedTable {
 public:
  using DamagedTable::DamagedTable;
};

// Memory or disk does not suffice, a folder cannot be written, or another process is writing there.
class NoSpace : public Error {
 public:
  using Error::Error;
};

// The caller asked for the work to stop before it was done.
class Stopped : public Error {
 public:
  using Error::Error;
};

}  // namespace pipo
