// Errors as values, which can be sent to another process and thrown again there.
#pragma once

#include <string>

#include "pipopipette/error.hpp"

namespace pipo {

struct Failure {
  ErrorCode code = ErrorCode::internal;
  std::string text;
};

// Describes the exception that is being handled. `out_of_memory` is the text for std::bad_alloc.
// Exceptions of other types than Error, std::bad_alloc and std::system_error are internal errors.
Failure current_failure(
    const char* out_of_memory = "out of memory; stop other programs, or allow less memory");

// Throws an error of the type of `failure.code`.
[[noreturn]] void throw_failure(const Failure& failure);

// Returns what to say about EMFILE and ENFILE: which limit on open files was reached, and the
// remedy.
std::string too_many_files(int error);

// Returns the kind of a failed system call other than a read, by its errno.
ErrorCode system_error_code(int error);

}  // namespace pipo
