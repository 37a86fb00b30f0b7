#include "probe/c/handle.hpp"

#include <new>

#include "pipopipette/error_kinds.hpp"
#include "probe/base/failure.hpp"

pipo_code pipo_tables::fail(pipo_code code, const char* text) const noexcept {
  try {
    const std::lock_guard lock(mutex);
    Failure& failure = failures[std::this_thread::get_id()];
    failure.code = code;
    failure.text = text;
  } catch (...) {
    // There is no memory for the text; the code is still returned.
  }
  return code;
}

namespace pipo {

pipo_code failed(const pipo_tables& handle) noexcept {
  try {
    const Failure failure = current_failure("out of memory");
    return handle.fail(static_cast<pipo_code>(exit_status(failure.code)), failure.text.c_str());
  } catch (const std::bad_alloc&) {
    return handle.fail(PIPO_NO_SPACE, "out of memory");
  }
}

const Tables& opened(const pipo_tables& handle) {
  if (handle.opening) std::rethrow_exception(handle.opening);
  return *handle.tables;
}

void check_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr) throw BadInput(std::string(name) + " is a null pointer");
}

void check_struct_size(std::size_t size, std::size_t least, const char* name) {
  if (size >= least) return;
  throw BadInput(std::string(name) + ": struct_size is " + std::to_string(size) +
                 "; set it with the _INIT macro");
}

Position position_of(const pipo_position& position) {
  return {Board(position.rows, position.columns), position.drawn};
}

}  // namespace pipo
