#include "probe/c/handle.hpp"

#include <new>

#include "probe/base/error_kinds.hpp"
#include "probe/base/failure.hpp"

namespace pipo {

pipo_code Handle::fail(pipo_code code, const char* text) const noexcept {
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

pipo_code code_of(const Handle* handle) {
  if (handle == nullptr) return PIPO_BAD_INPUT;
  const std::lock_guard lock(handle->mutex);
  const auto failure = handle->failures.find(std::this_thread::get_id());
  return failure == handle->failures.end() ? PIPO_OK : failure->second.code;
}

const char* text_of(const Handle* handle) {
  if (handle == nullptr) return "the handle is a null pointer: not opened, or closed already";
  const std::lock_guard lock(handle->mutex);
  const auto failure = handle->failures.find(std::this_thread::get_id());
  return failure == handle->failures.end() ? "" : failure->second.text.c_str();
}

pipo_code c_code(ErrorCode code) {
  return static_cast<pipo_code>(kind_of(code).c_code);
}

pipo_code failed(const Handle& handle) noexcept {
  try {
    const Failure failure = current_failure("out of memory");
    return handle.fail(c_code(failure.code), failure.text.c_str());
  } catch (const std::bad_alloc&) {
    return handle.fail(PIPO_OUT_OF_MEMORY, "out of memory");
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

Board board_of(std::int32_t rows, std::int32_t columns) {
  const Board board(rows, columns);
  board.expect_small();
  return board;
}

Position position_of(const pipo_position& position) {
  return {board_of(position.rows, position.columns), position.drawn};
}

pipo_position c_position(const Position& position) {
  position.board.expect_small();
  return {position.board.rows(), position.board.columns(), position.drawn};
}

}  // namespace pipo
