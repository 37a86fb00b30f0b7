// What stands behind a handle of pipopipette.h: the tables, and what went wrong in which thread.
#pragma once

#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "pipopipette/error.hpp"
#include "pipopipette/pipopipette.h"
#include "pipopipette/tables.hpp"
#include "probe/base/fork_safe_mutex.hpp"

struct pipo_tables {
  std::optional<pipo::Tables> tables;
  std::exception_ptr opening;  // why there are none, if so

  struct Failure {
    pipo_code code = PIPO_OK;
    std::string text;
  };
  // A thread that was never unlucky has no entry.
  mutable pipo::ForkSafeMutex mutex;
  mutable std::map<std::thread::id, Failure> failures;

  pipo_code fail(pipo_code code, const char* text) const noexcept;
};

namespace pipo {

// What a call with this handle that does not succeed ends with. To be called in a handler of
// exceptions; notes what was thrown.
pipo_code failed(const pipo_tables& handle) noexcept;

// The only way into the library: nothing thrown leaves it.
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

// The tables; throws what opening them has thrown if there are none.
const Tables& opened(const pipo_tables& handle);

// Throws BadInput if a pointer is null; if a structure is smaller than it ever was.
void check_pointer(const void* pointer, const char* name);
void check_struct_size(std::size_t size, std::size_t least, const char* name);

Position position_of(const pipo_position& position);

}  // namespace pipo
