#include "probe/c/handle.hpp"

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "probe/base/error_kinds.hpp"
#include "probe/base/failure.hpp"

namespace pipo {

namespace {

constexpr std::size_t kSizeWithComputed = offsetof(pipo_answer, computed) + sizeof(std::int32_t);

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

  // Returns the failures of this thread, or null if it had none.
  Failures* find() const {
    return made_ ? static_cast<Failures*>(pthread_getspecific(key_)) : nullptr;
  }

  // Returns them, and makes them if there are none. Throws std::bad_alloc.
  Failures& get() const {
    if (Failures* const failures = find()) return *failures;
    auto failures = std::make_unique<Failures>();
    if (!made_ || pthread_setspecific(key_, failures.get()) != 0) throw std::bad_alloc();
    return *failures.release();
  }

 private:
  static void free_failures(void* failures) { delete static_cast<Failures*>(failures); }

  pthread_key_t key_{};
  bool made_;
};

// Made when the library is loaded: a static variable of a function might be half made at a fork().
const FailuresOfThreads failures_of_threads;

const LastFailure* last_failure(const Handle& handle) {
  const Failures* const failures = failures_of_threads.find();
  if (failures == nullptr) return nullptr;
  const auto found = failures->find(handle.life);
  return found == failures->end() ? nullptr : &found->second;
}

}  // namespace

pipo_code Handle::fail(pipo_code code, const char* text) const noexcept {
  try {
    Failures& failures = failures_of_threads.get();
    std::erase_if(failures, [](const auto& one) { return one.first.expired(); });
    failures[life] = {code, text};
  } catch (...) {
    // There is no memory for the text, so none of an earlier failure may stay.
    Failures* const failures = failures_of_threads.find();
    if (failures == nullptr) return code;
    if (const auto before = failures->find(life); before != failures->end()) {
      before->second.code = code;
      before->second.text.clear();
    }
  }
  return code;
}

std::size_t failures_kept() {
  const Failures* const failures = failures_of_threads.find();
  return failures == nullptr ? 0 : failures->size();
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

pipo_code failed(const Handle& handle) noexcept {
  try {
    const Failure failure = current_failure("out of memory");
    return handle.fail(c_code(failure.code), failure.text.c_str());
  } catch (const std::bad_alloc&) {
    return handle.fail(PIPO_OUT_OF_MEMORY, "out of memory");
  }
}

pipo_code current_code() noexcept {
  try {
    return c_code(current_failure("out of memory").code);
  } catch (const std::bad_alloc&) {
    return PIPO_OUT_OF_MEMORY;
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
}

}  // namespace pipo
