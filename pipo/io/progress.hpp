// Progress of long work: a line rewritten in place on a terminal, and a plain line from time to
// time elsewhere.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

namespace pipo {

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
