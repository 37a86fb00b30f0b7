// The process of the program: what it may have inherited, and how it is asked to stop.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <functional>

namespace pipo {

// Prepares the process; call it before anything is opened.
//
// - Opens closed descriptors among 0 to 2, so that no file of ours becomes a standard stream. Using
//   them fails, as it would have before.
// - Ignores SIGPIPE (the other end of a pipe is closed) and SIGXFSZ (a file is larger than
//   allowed): they would end the process where a failed write gives more information.
// - Gives threads enough stack, whatever the limit (ulimit -s).
void settle_process();

// Calls the program's own function with enough stack, and returns its exit code. If that throws, or
// takes a thread and none can be started, prints the error on standard error and returns its exit
// code.
int call_program(const std::function<int()>& program);

// Returns how many of these connections are possible. Raises the number of files that this process
// may open as far as they need it: besides its socket each may have a file of a table open, and the
// tables keep as many open as are left to them.
std::uint64_t possible_connections(std::uint64_t connections);

// Treats Ctrl-C, SIGTERM and SIGHUP as requests to stop cleanly, as long as this object exists; a
// second signal ends the process at once. Signals that were ignored before (nohup) stay ignored.
// Objects may be nested.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool requested();

  // Throws Stopped if a stop has been requested.
  static void check();

 private:
  static constexpr std::array kAsking = {SIGINT, SIGTERM, SIGHUP};

  std::array<struct sigaction, kAsking.size()> before_{};
};

// Ends the process by the signal that requested it, if any, so that the parent process sees the
// cause.
void end_as_asked();

}  // namespace pipo
