// Messages for failures reported by the system.
#pragma once

#include <string>
#include <system_error>

namespace pipo {

// Returns the limit and the remedy if threads cannot be started. For any other error it returns the
// error's own message; for a file system error std::filesystem has put the path into it.
inline std::string in_words(const std::system_error& error) {
  if (error.code() != std::errc::resource_unavailable_try_again) return error.what();
  return "no more threads can be started; raise the limit on processes (ulimit -u) or on address "
         "space (ulimit -v), or give fewer with --threads";
}

}  // namespace pipo
