// The output of a command: results, error messages, and the progress of long work.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "probe/base/descriptor.hpp"

namespace pipo {

// Thrown if the reader of our output has closed it ("pipo ... | head"). Not an error.
class ReaderGone {};

// Writes to standard output and makes sure that the text has arrived. Throws OutOfResources or
// CannotWrite if that fails, ReaderGone if the other end of a pipe was closed.
void write(std::ostream& out, std::string_view text);

// Prints "pipo: TEXT", one line, made safe for a terminal.
void report_error(std::ostream& err, std::string_view text);

// Text that is kept until something has been written before it: in memory, or in a temporary file
// if it is long.
class Spool {
 public:
  // Throws OutOfResources or CannotWrite if the temporary file cannot be written.
  void add(std::string_view text);

  // Writes all of it to standard output, as write() does.
  void write_to(std::ostream& out);

 private:
  void spill();

  std::string memory_;
  Descriptor file_;         // what did not fit into memory_ and comes before it; unnamed
  std::uint64_t size_ = 0;  // of the file
};

// The state of long work.
struct ProgressReport {
  std::string stage;        // "layer 17"
  std::uint64_t done = 0;   // of `total`, in `unit`
  std::uint64_t total = 0;  // 0: unknown
  const char* unit = "values";
  std::uint64_t memory_bytes = 0;  // 0: not shown
  double waiting = 0;              // fraction of the time spent waiting; 0: not shown
  std::uint64_t before = 0;        // of `done`, the work of an earlier run
  double seconds = 0;              // since `done` was `before`
  double total_seconds = 0;        // since the beginning, if several counts follow each other
};

// Returns a report as text, without the bar: "layer 17, 45%, 1.02 G of 2.26 G values, 152 M/s,
// ...".
std::string describe(const ProgressReport& report);

// Shows the progress of long work: a line rewritten in place on a terminal, and a plain line from
// time to time elsewhere.
class Progress {
 public:
  // `width` is the width of the terminal, 0 if `out` is not a terminal.
  Progress(std::ostream& out, std::string title, int width);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Reports at most ten times a second on a terminal. Elsewhere it prints one line per stage, at
  // least two seconds apart, and more lines if a stage takes long. Calls in between cost almost
  // nothing.
  void update(const ProgressReport& report);

  // Removes the line from the terminal, so that something else can be written.
  void clear();

 private:
  bool due(const ProgressReport& report) const;

  std::ostream& out_;
  std::string title_;
  int width_;
  bool shown_ = false;
  double last_seconds_ = 0;
  std::string last_stage_;
};

// Returns the width of the terminal at standard error, if `out` is std::cerr and that is a terminal
// that can rewrite a line; 0 otherwise.
int terminal_width(const std::ostream& out);

}  // namespace pipo
