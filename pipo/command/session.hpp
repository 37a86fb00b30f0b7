// The environment of every command: the streams, the tables folders, and how results are written.
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <ostream>
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

struct Session {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  std::vector<std::filesystem::path> tables;  // folders that contain tables, in order of preference
  bool tables_named = true;                   // by the user, not only the default ./tables
  std::function<int()> action;                // the chosen command; returns its exit code
  MakeTable make = generate;                  // the function that makes tables
};

// Returns the tables folders without --tables: those of PIPO_TABLES, separated by colons, or
// ./tables. Throws BadInput if one of several is empty.
std::vector<std::filesystem::path> default_tables();

// Write results and error messages to the session's streams (output.hpp).
inline void write(Session& session, std::string_view text) {
  write(session.out, text);
}
inline void complain(Session& session, std::string_view text) {
  complain(session.err, text);
}

}  // namespace pipo
