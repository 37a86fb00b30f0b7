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

// A file is truncated, altered, unfinished, of another version, or not one of ours.
class DamagedTable : public Error {
 public:
  using Error::Error;
};

// Memory or disk does not suffice, or a folder cannot be written.
class NoSpace : public Error {
 public:
  using Error::Error;
};

}  // namespace pipo
