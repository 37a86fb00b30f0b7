// What every command works with: the streams, the tables folders, and how results are written.
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <ostream>
#include <string_view>
#include <vector>

#include "pipo/io/make_with.hpp"

namespace pipo {

// The codes a command ends with.
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
  std::vector<std::filesystem::path> tables;  // folders that hold tables, in order of preference
  std::function<int()> action;                // the command chosen; returns its exit code
  MakeTable make = generate;                  // what makes tables
};

// Where tables are when --tables does not say: PIPO_TABLES, folders separated by colons, else
// ./tables. Throws BadInput for an empty one among several.
std::vector<std::filesystem::path> default_tables();

// Whoever reads our output has had enough ("pipo ... | head"). Not an error.
class ReaderGone {};

// Writes to session.out and makes sure that it has arrived. Throws NoSpace when it cannot be
// written, ReaderGone when the other end of a pipe was closed.
void write(Session& session, std::string_view text);

// "pipo: TEXT", a line on session.err, made fit for a terminal.
void complain(Session& session, std::string_view text);

}  // namespace pipo
