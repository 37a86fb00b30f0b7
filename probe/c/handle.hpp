// The object behind a handle of pipopipette.h: the tables, and the last failure of each thread.
#pragma once

#include <exception>
#include <map>
#include <optional>
#include <string>
#include <thread>

#include "pipopipette/error.hpp"
#include "pipopipette/pipopipette.h"
#include "pipopipette/tables.hpp"
#include "probe/base/fork_safe_mutex.hpp"

struct pipo_tables {
  std::optional<pipo::Tables> tables;
  std::exception_ptr opening;  // the error of opening them, if it failed

  struct Failure {
    pipo_code code = PIPO_OK;
    std::string text;
  };
  // A thread that had no error has no entry.
  mutable pipo::ForkSafeMutex mutex;
  mutable std::map<std::thread::id, Failure> failures;

  pipo_code fail(pipo_code code, const char* text) const noexcept;
};

namespace pipo {

// Records the current exception as this thread's failure and returns its code. Must be called in an
// exception handler.
pipo_code failed(const pipo_tables& handle) noexcept;

// Calls the library and converts any exception to a code. All calls into the library use it.
template <typename Call>
pipo_code guarded(const pipo_tables* handle, Call call) noexcept {
  if (handle == nullptr) return PIPO_BAD_INPUT;
  try {
    call();
    return PIPO_OK;
  } catch (...) {
    return failed(*handle);
  }
}

// Returns the tables. If opening them failed, throws the same error again.
const Tables& opened(const pipo_tables& handle);

// Throw BadInput if a pointer is null, or if a structure is smaller than its first version.
void check_pointer(const void* pointer, const char* name);
void check_struct_size(std::size_t size, std::size_t least, const char* name);

Position position_of(const pipo_position& position);

}  // namespace pipo
