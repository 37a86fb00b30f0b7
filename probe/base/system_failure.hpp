// What to say of a failure that the system reports.
#pragma once

#include <string>
#include <system_error>

namespace pipo {

// The limit and the remedy where it is threads that cannot be started; else what the error says: a
// file system that refuses, and std::filesystem names the path.
inline std::string in_words(const std::system_error& error) {
  if (error.code() != std::errc::resource_unavailable_try_again) return error.what();
  return "no more threads can be started; raise the limit on processes (ulimit -u) or on address "
         "space (ulimit -v), or give fewer with --threads";
}

}  // namespace pipo
