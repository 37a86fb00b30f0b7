#include "probe/c/handle.hpp"

#include <fmt/core.h>
#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <string>

#include "probe/base/error_kinds.hpp"
#include "probe/base/failure.hpp"

namespace pipo {

namespace {

constexpr std::size_t kSizeWithComputed = offsetof(pipo_answer, computed) + sizeof(std::int32_t);
constexpr std::size_t kSizeWithAtlas = offsetof(pipo_answer, atlas) + sizeof(std::int32_t);

struct LastFailure {
  pipo_code code = PIPO_OK;
  std::string text;
};

// The last failure of a thread with each handle, by the life of the handle.
using Failures = std::map<std::weak_ptr<const void>, LastFailure, std::owner_less<>>;

// The failures of each thread. This is not a thread_local variable, since the C library ends the
// process if it has no memory to note the destructor of one.
class FailuresOfThreads {
 public:
  FailuresOfThreads() : made_(pthread_key_create(&key_, &free_failures) == 0) {}
  ~FailuresOfThreads() {
    if (made_) pthread_key_delete(key_);
  }
  FailuresOfThreads(const FailuresOfThreads&) = delete;
  FailuresOfThreads& operator=(const FailuresOfThreads&) = delete;

  // Returns the failures of this thread, or null if there is no memory for them.
  Failures* get() const noexcept {
    if (!made_) return nullptr;
    auto* failures = static_cast<Failures*>(pthread_getspecific(key_));
    if (failures != nullptr) return failures;
    auto made = std::unique_ptr<Failures>(new (std::nothrow) Failures);
    return made && pthread_setspecific(key_, made.get()) == 0 ? made.release() : nullptr;
  }

 private:
  static void free_failures(void* failures) { delete static_cast<Failures*>(failures); }

  pthread_key_t key_{};
  bool made_;
};

// Made when the library is loaded: a static variable of a function might be half made at a fork().
const FailuresOfThreads failures_of_threads;

const LastFailure* last_failure(const Handle& handle) {
  const Failures* const failures = failures_of_threads.get();
  if (failures == nullptr) return nullptr;
  const auto found = failures->find(handle.life);
  return found == failures->end() ? nullptr : &found->second;
}

}  // namespace

pipo_code Handle::fail(pipo_code code, const char* text) const noexcept {
  Failures* const failures = failures_of_threads.get();
  if (failures == nullptr) return code;
  std::erase_if(*failures, [](const auto& one) { return one.first.expired(); });
  try {
    LastFailure& last = (*failures)[life];
    last.code = code;
    last.text.clear();  // no earlier text may stay if there is no memory for this one
    last.text = text;
  } catch (const std::bad_alloc&) {
  }
  return code;
}

pipo_code code_of(const Handle* handle) {
  if (handle == nullptr) return PIPO_BAD_INPUT;
  const LastFailure* const failure = last_failure(*handle);
  return failure == nullptr ? PIPO_OK : failure->code;
}

const char* text_of(const Handle* handle) {
  if (handle == nullptr) return "the handle is a null pointer: not opened, or closed already";
  const LastFailure* const failure = last_failure(*handle);
  return failure == nullptr ? "" : failure->text.c_str();
}

pipo_code c_code(ErrorCode code) {
  return static_cast<pipo_code>(kind_of(code).c_code);
}

pipo_code failed(const Handle* handle) noexcept {
  const auto record = [&](pipo_code code, const char* text) {
    return handle == nullptr ? code : handle->fail(code, text);
  };
  try {
    const Failure failure = current_failure("out of memory");
    return record(c_code(failure.code), failure.text.c_str());
  } catch (const std::bad_alloc&) {
    return record(PIPO_OUT_OF_MEMORY, "out of memory");
  }
}

void check_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr) throw BadInput(std::string(name) + " is a null pointer");
}

void check_struct_size(std::size_t size, std::size_t least, const char* name) {
  if (size >= least) return;
  throw BadInput(std::string(name) + ": struct_size is " + std::to_string(size) +
                 "; set it with the _INIT macro");
}

void write_text(std::string_view text, char* buffer, std::size_t size, std::string_view what) {
  check_pointer(buffer, "buffer");
  if (text.size() >= size) {
    throw BadInput(fmt::format("a buffer of {} bytes is too small for the {} of {}", size,
                               text.size() + 1, what));
  }
  std::memcpy(buffer, text.data(), text.size());
  buffer[text.size()] = '\0';
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

std::size_t write_moves(const std::vector<MoveValue>& from, pipo_move* to) {
  std::ranges::transform(from, to, [](const MoveValue& move) {
    return pipo_move{move.edge, move.captures, move.value, move.player};
  });
  return from.size();
}

void write_answer(const Answer& from, pipo_answer& to) {
  to.value = from.value;
  to.move_count = static_cast<std::int32_t>(from.moves.size());
  to.best = 0;
  for (const int edge : from.best) to.best |= EdgeSet{1} << edge;
  write_moves(from.moves, to.moves);
  if (to.struct_size >= kSizeWithComputed) to.computed = from.computed ? 1 : 0;
  if (to.struct_size >= kSizeWithAtlas) to.atlas = from.atlas ? 1 : 0;
}

}  // namespace pipo
