// How far long work has come: a line rewritten in place on a terminal, now and then a plain line
// elsewhere.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

namespace pipo {

struct ProgressReport {
  std::string stage;        // "layer 17"
  std::uint64_t done = 0;   // of `total`, in `unit`
  std::uint64_t total = 0;  // 0: nobody knows
  const char* unit = "values";
  std::uint64_t memory_bytes = 0;  // 0: not shown
  double waiting = 0;              // part of the time in which nothing could be done; 0: not shown
  std::uint64_t before = 0;        // of `done`, what an earlier run had done
  double seconds = 0;              // since `done` was `before`
  double total_seconds = 0;  // since anything was reported, where several things are done in turn
};

// What can be told from a report, without the bar: "layer 17, 45%, 1.02 G of 2.26 G values, 152
// M/s, ...".
std::string describe(const ProgressReport& report);

class Progress {
 public:
  // `width` is that of the terminal, 0 if `out` is none.
  Progress(std::ostream& out, std::string title, int width);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // On a terminal at most ten times a second; elsewhere a line a stage, none within two seconds of
  // the one before, and another one when a stage takes long. Calls that come more often cost next
  // to nothing.
  void update(const ProgressReport& report);

  // Takes the line off the terminal, so that something else can be written.
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

// The width of the terminal behind standard error, if `out` is std::cerr and that is a terminal
// able to rewrite a line; 0 otherwise.
int terminal_width(const std::ostream& out);

}  // namespace pipo
