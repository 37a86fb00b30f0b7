// The objects behind the handles of the C interfaces, how their functions fail, and how they write
// answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>

#include "pipopipette/error.hpp"
#include "pipopipette/pipopipette.h"
#include "pipopipette/tables.hpp"

namespace pipo {

// Every handle.
struct Handle {
  std::exception_ptr opening;  // the error of opening it, if it failed
  // Lives as long as the handle. Each thread keeps its last failure with each handle, until the
  // thread ends or, after the handle is closed, until its next failure.
  std::shared_ptr<const void> life = std::make_shared<char>();

  // Records a failure of this thread and returns its code.
  pipo_code fail(pipo_code code, const char* text) const noexcept;
};

// Return the code and the text of this thread's last failure with a handle, which may be null.
pipo_code code_of(const Handle* handle);
const char* text_of(const Handle* handle);

// Returns the number of failures that this thread keeps.
std::size_t failures_kept();

// Returns the C code of a kind of error.
pipo_code c_code(ErrorCode code);

// Records the current exception as this thread's failure and returns its code. Must be called in an
// exception handler.
pipo_code failed(const Handle& handle) noexcept;

// Returns the code of the current exception. Must be called in an exception handler.
pipo_code current_code() noexcept;

// Calls the library and converts any exception to a code. All calls into the library use it.
template <typename Call>
pipo_code guarded(const Handle* handle, Call call) noexcept {
  if (handle == nullptr) return PIPO_BAD_INPUT;
  try {
    call();
    return PIPO_OK;
  } catch (...) {
    return failed(*handle);
  }
}

// The same for a function without a handle, whose failures have no text.
template <typename Call>
pipo_code guarded(Call call) noexcept {
  try {
    call();
    return PIPO_OK;
  } catch (...) {
    return current_code();
  }
}

// Makes a handle and opens it with open(handle). Leaves a handle even after a failure, and null
// only if there is no memory for it.
template <typename Kind, typename Open>
pipo_code open_handle(Kind** to, Open open) noexcept {
  if (to == nullptr) return PIPO_BAD_INPUT;
  *to = nullptr;
  try {
    *to = new Kind;
  } catch (const std::bad_alloc&) {
    return PIPO_OUT_OF_MEMORY;
  }
  Kind& handle = **to;
  return guarded(&handle, [&] {
    try {
      open(handle);
    } catch (...) {
      handle.opening = std::current_exception();
      throw;
    }
  });
}

// Throw BadInput if a pointer is null, or if a structure is smaller than its first version.
void check_pointer(const void* pointer, const char* name);
void check_struct_size(std::size_t size, std::size_t least, const char* name);

// Returns the caller's array. Throws BadInput if it is null and not empty.
template <typename T>
std::span<T> array_of(T* first, std::size_t count, const char* name) {
  if (count > 0) check_pointer(first, name);
  return {first, count};
}

// Throws BadInput for a board with more than 64 edges, whose sets of edges do not fit into a mask.
Board board_of(std::int32_t rows, std::int32_t columns);

Position position_of(const pipo_position& position);
pipo_position c_position(const Position& position);

}  // namespace pipo

struct pipo_tables : pipo::Handle {
  std::optional<pipo::Tables> tables;
};

namespace pipo {

// Returns the tables. If opening them failed, throws the same error again.
const Tables& opened(const pipo_tables& handle);

// The size of pipo_answer in its first version; later members are added at the end.
constexpr std::size_t kAnswerSize =
    offsetof(pipo_answer, moves) + PIPO_SMALL_BOARD_EDGES * sizeof(pipo_move);

// Writes everything but the struct_size, as far as the structure has it.
void write_answer(const Answer& from, pipo_answer& to);

// Writes the moves of a line and returns their number.
std::size_t write_moves(const std::vector<MoveValue>& from, pipo_move* to);

}  // namespace pipo
