// The environment of every command: the streams, the tables folders, and the process, what it may
// have inherited and how it is asked to stop.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "generator/run/generate.hpp"
#include "pipo/io/output.hpp"
#include "probe/base/error_kinds.hpp"

namespace pipo {

// The exit codes of commands. Those of errors are in the table of errors.
struct ExitCode {
  static constexpr int done = 0;
  static constexpr int mismatch = 1;
  static constexpr int bad_input = exit_status(ErrorCode::bad_input);
  static constexpr int missing_table = exit_status(ErrorCode::missing_table);
  static constexpr int damaged_table = exit_status(ErrorCode::damaged_table);
  static constexpr int no_space = exit_status(ErrorCode::out_of_memory);
  // By a signal: main ends the process by that signal.
  static constexpr int stopped = exit_status(ErrorCode::stopped);
};

// How this program makes a table: alone, or with other processes.
using MakeTable = std::function<GenerateResult(const GenerateOptions&)>;

struct CommandContext {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  std::vector<std::filesystem::path> tables;  // folders that contain tables, in order of preference
  bool tables_named = true;                   // by the user, not only the default ./tables
  bool no_atlas = false;                      // --no-atlas
  std::uint64_t last_move_cost = 0;           // --last-move, of commands that ask for values
  std::map<std::string, std::function<int()>> actions;  // by command; they return its exit code
  MakeTable make = generate;                            // the function that makes tables
  bool several = false;                                 // processes make a table together
};

// Returns the tables folders without --tables: those of PIPO_TABLES, separated by colons, or
// ./tables. Throws BadInput if one of several is empty.
std::vector<std::filesystem::path> default_tables();

// Prepares the process; call it before anything is opened.
//
// - Opens closed descriptors among 0 to 2, so that no file of ours becomes a standard stream. Using
//   them fails, as it would have before.
// - Ignores SIGPIPE (the other end of a pipe is closed) and SIGXFSZ (a file is larger than
//   allowed): they would end the process where a failed write gives more information.
// - Gives threads enough stack, whatever the limit (ulimit -s).
void prepare_process();

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
