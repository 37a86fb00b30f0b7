#include "probe/base/failure.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include "pipopipette/error.hpp"

namespace pipo {

MissingTable::MissingTable(const std::string& message) : MissingTable(message, Details()) {}

MissingTable::MissingTable(const std::string& message, Details details, ErrorCode code)
    : Error(code, message), details_(std::make_shared<const Details>(std::move(details))) {}

UnreadableTable::UnreadableTable(const std::string& message)
    : UnreadableTable(message, Details()) {}

UnreadableTable::UnreadableTable(const std::string& message, Details details)
    : MissingTable(message, std::move(details), ErrorCode::unreadable_table) {}

DamagedTable::DamagedTable(const std::string& message, std::filesystem::path file,
                           std::optional<std::uint64_t> offset, ErrorCode code)
    : Error(code, message),
      file_(std::make_shared<const std::filesystem::path>(std::move(file))),
      offset_(offset) {}

NewerTable::NewerTable(const std::string& message, std::filesystem::path file)
    : DamagedTable(message, std::move(file), {}, ErrorCode::newer_table) {}

namespace {

bool is_too_many_files(int error) {
  return error == EMFILE || error == ENFILE;
}

// std::filesystem has put the path into the messages of its errors.
std::string in_words(const std::system_error& error) {
  const int code = error.code().value();
  if (is_too_many_files(code)) return fmt::format("{}; {}", error.what(), too_many_files(code));
  if (error.code() != std::errc::resource_unavailable_try_again) return error.what();
  return "no more threads can be started; raise the limit on processes (ulimit -u, or that of the "
         "container) or on address space (ulimit -v), or allow fewer threads";
}

std::string in_words(const char* bug) {
  return std::string("internal error: ") + bug + "; please report it";
}

}  // namespace

std::string too_many_files(int error) {
  rlimit limit{};
  if (error == ENFILE || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return "the system has too many open files; end other programs";
  }
  return fmt::format("this process may have {} open files; raise that limit (ulimit -n)",
                     limit.rlim_cur);
}

ErrorCode system_error_code(int error) {
  if (error == ENOSPC || error == EDQUOT || error == EFBIG) return ErrorCode::disk_full;
  if (is_too_many_files(error) || error == EAGAIN) return ErrorCode::system_limit;
  return error == ENOMEM ? ErrorCode::out_of_memory : ErrorCode::cannot_write;
}

Failure current_failure(const char* out_of_memory) {
  try {
    throw;
  } catch (const Error& error) {
    return {error.code(), error.what()};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::out_of_memory, out_of_memory};
  } catch (const std::system_error& error) {
    return {system_error_code(error.code().value()), in_words(error)};
  } catch (const std::exception& error) {
    return {ErrorCode::internal, in_words(error.what())};
  } catch (...) {
    return {ErrorCode::internal, in_words("unknown exception")};
  }
}

void throw_failure(const Failure& failure) {
  switch (failure.code) {
    // clang-format off
    case ErrorCode::bad_input: throw BadInput(failure.text);
    case ErrorCode::missing_table: throw MissingTable(failure.text);
    case ErrorCode::unreadable_table: throw UnreadableTable(failure.text);
    case ErrorCode::damaged_table: throw DamagedTable(failure.text);
    case ErrorCode::newer_table: throw NewerTable(failure.text);
    case ErrorCode::out_of_memory: throw OutOfMemory(failure.text);
    case ErrorCode::out_of_time: throw OutOfTime(failure.text);
    case ErrorCode::disk_full: throw DiskFull(failure.text);
    case ErrorCode::system_limit: throw SystemLimit(failure.text);
    case ErrorCode::cannot_write: throw CannotWrite(failure.text);
    case ErrorCode::busy: throw Busy(failure.text);
    case ErrorCode::stopped: throw Stopped(failure.text);
    case ErrorCode::internal: break;
      // clang-format on
  }
  throw InternalError(failure.text);
}

}  // namespace pipo
