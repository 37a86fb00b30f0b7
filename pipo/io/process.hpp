// The process that the program runs in: what it may have inherited, and how it is asked to stop.
#pragma once

#include <functional>

namespace pipo {

// To be called before anything is opened. Descriptors 0 to 2 that are closed are taken, so that no
// file of ours becomes somebody's standard output: using them fails, as it would have. Signals that
// would end the process where a failed write says more are ignored: the other end of a pipe is gone
// (SIGPIPE), a file is larger than allowed (SIGXFSZ).
// Threads get enough stack whatever the limit (ulimit -s).
void settle_process();

// Calls the program's own function with enough stack, and returns its exit code. Where that takes a
// thread and none can be started, it says so on standard error.
int call_program(const std::function<int()>& program);

// Ctrl-C, SIGTERM and SIGHUP as a request to stop in good order, as long as this object lives; a
// second one ends the process at once. What was ignored before (nohup) stays so.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool requested();
};

// Ends the process by the signal that has asked for it, if one has: whoever waits for us sees why.
void end_as_asked();

}  // namespace pipo
