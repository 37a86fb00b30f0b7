// The one table of errors: the number and the name of each kind in the program, in C and over HTTP.
// The classes of Python are in python/errors.cpp.
#pragma once

#include <array>
#include <cstddef>

#include "pipopipette/error.hpp"

namespace pipo {

struct ErrorKind {
  ErrorCode code;
  const char* name;
  int exit_status;      // of the program
  int c_code;           // a pipo_code
  int http_status;      // of `pipo serve`
  const char* problem;  // its problem type, after "urn:pipopipette:problem:"
  const char* title;    // and the title of that type
};

// By code. tests/docs/errors_test.py reads these lines.
inline constexpr std::array kErrorKinds = {
    // clang-format off
    ErrorKind{ErrorCode::bad_input, "bad_input", 2, 2, 400, "bad-input", "This cannot be read"},
    ErrorKind{ErrorCode::missing_table, "missing_table", 3, 3, 404, "no-table", "There is no table for this"},
    ErrorKind{ErrorCode::unreadable_table, "unreadable_table", 3, 6, 500, "unreadable-table", "A table may not be read"},
    ErrorKind{ErrorCode::damaged_table, "damaged_table", 4, 4, 500, "damaged-table", "A table is damaged"},
    ErrorKind{ErrorCode::newer_table, "newer_table", 4, 7, 500, "newer-table", "A newer version made a table"},
    ErrorKind{ErrorCode::out_of_memory, "out_of_memory", 5, 5, 503, "no-space", "The machine has not enough memory, files or threads"},
    ErrorKind{ErrorCode::out_of_time, "out_of_time", 5, 8, 422, "beyond-limits", "This is beyond the limits of solving"},
    ErrorKind{ErrorCode::disk_full, "disk_full", 5, 9, 503, "no-space", "The machine has not enough memory, files or threads"},
    ErrorKind{ErrorCode::system_limit, "system_limit", 5, 10, 503, "no-space", "The machine has not enough memory, files or threads"},
    ErrorKind{ErrorCode::cannot_write, "cannot_write", 5, 11, 500, "internal", "Something is wrong with the server"},
    ErrorKind{ErrorCode::busy, "busy", 5, 12, 503, "busy", "The server is busy"},
    ErrorKind{ErrorCode::stopped, "stopped", 130, 130, 503, "ending", "The server is ending"},
    ErrorKind{ErrorCode::internal, "internal", 70, 70, 500, "internal", "Something is wrong with the server"},
    // clang-format on
};

constexpr const ErrorKind& kind_of(ErrorCode code) {
  return kErrorKinds.at(static_cast<std::size_t>(code));
}

constexpr int exit_status(ErrorCode code) {
  return kind_of(code).exit_status;
}

}  // namespace pipo
