// The environment of every command: the streams, the tables folders, and how results are written.
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <ostream>
#include <string_view>
#include <vector>

#include "pipo/io/make_with.hpp"

namespace pipo {

// The exit codes of commands.
struct ExitCode {
  static constexpr int done = 0;
  static constexpr int mismatch = 1;
  static constexpr int bad_input = 2;
  static constexpr int missing_table = 3;
  static constexpr int damaged_table = 4;
  static constexpr int no_space = 5;
  static constexpr int stopped = 130;  // by a signal: main ends the process by that signal
};

struct Session {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  std::vector<std::filesystem::path> tables;  // folders that contain tables, in order of preference
  std::function<int()> action;                // the chosen command; returns its exit code
  MakeTable make = generate;                  // the function that makes tables
};

// Returns the tables folders without --tables: those of PIPO_TABLES, separated by colons, or
// ./tables. Throws BadInput if one of several is empty.
std::vector<std::filesystem::path> default_tables();

// Thrown if the reader of our output has closed it ("pipo ... | head"). Not an error.
class ReaderGone {};

// Writes to session.out and makes sure that it has arrived. Throws NoSpace if it cannot be written,
// ReaderGone if the other end of a pipe was closed.
void write(Session& session, std::string_view text);

// Prints "pipo: TEXT", one line on session.err, made safe for a terminal.
void complain(Session& session, std::string_view text);

}  // namespace pipo
