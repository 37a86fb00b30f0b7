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
#include <string_view>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/pipopipette.h"
#include "pipopipette/tables.hpp"

namespace pipo {

// Every handle.
struct Handle {
  // Lives as long as the handle. Each thread keeps its last failure with each handle, until the
  // thread ends or, after the handle is closed, until its next failure.
  std::shared_ptr<const void> life = std::make_shared<char>();

  // Records a failure of this thread and returns its code.
  pipo_code fail(pipo_code code, const char* text) const noexcept;
};

// Return the code and the text of this thread's last failure with a handle, which may be null.
pipo_code code_of(const Handle* handle);
const char* text_of(const Handle* handle);

// Returns the C code of a kind of error.
pipo_code c_code(ErrorCode code);

// Returns the code of the current exception and records it as this thread's failure with the
// handle, unless that is null. Must be called in an exception handler.
pipo_code failed(const Handle* handle) noexcept;

// Calls the library and converts any exception to a code. All calls into the library use it. The
// failures of a function without a handle have no text.
template <typename Call>
pipo_code guarded(Call call, const Handle* handle = nullptr) noexcept {
  try {
    call();
    return PIPO_OK;
  } catch (...) {
    return failed(handle);
  }
}

template <typename Call>
pipo_code guarded(const Handle* handle, Call call) noexcept {
  return handle == nullptr ? PIPO_BAD_INPUT : guarded(call, handle);
}

// A handle of an object.
template <typename T>
struct HandleOf : Handle {
  std::optional<T> object;     // none if opening failed
  std::exception_ptr opening;  // the error of opening it, if it failed
};

// Returns the object of a handle, const or not. If opening it failed, throws the same error again.
template <typename Kind>
auto& opened(Kind& handle) {
  if (handle.opening) std::rethrow_exception(handle.opening);
  return *handle.object;
}

// Makes a handle of the object that open() returns. Leaves a handle even after a failure, and null
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
  Kind* const handle = *to;
  return guarded(handle, [&] {
    try {
      handle->object.emplace(open());
    } catch (...) {
      handle->opening = std::current_exception();
      throw;
    }
  });
}

template <typename Kind>
void close_handle(Kind** handle) noexcept {
  if (handle == nullptr) return;
  delete *handle;
  *handle = nullptr;
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

// Writes a text, ended by a NUL, into the caller's buffer. Throws BadInput if it is too small;
// `what` says whose bytes do not fit.
void write_text(std::string_view text, char* buffer, std::size_t size, std::string_view what);

// Throws BadInput for a board with more than 64 edges, whose sets of edges do not fit into a mask.
Board board_of(std::int32_t rows, std::int32_t columns);

Position position_of(const pipo_position& position);
pipo_position c_position(const Position& position);

}  // namespace pipo

struct pipo_tables : pipo::HandleOf<pipo::Tables> {};

namespace pipo {

// The size of pipo_answer in its first version; later members are added at the end.
constexpr std::size_t kAnswerSize =
    offsetof(pipo_answer, moves) + PIPO_SMALL_BOARD_EDGES * sizeof(pipo_move);

// Writes everything but the struct_size, as far as the structure has it.
void write_answer(const Answer& from, pipo_answer& to);

// Writes the moves of a line and returns their number.
std::size_t write_moves(const std::vector<MoveValue>& from, pipo_move* to);

}  // namespace pipo
