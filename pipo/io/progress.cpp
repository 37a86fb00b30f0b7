#include "pipo/io/progress.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

#include "pipo/words/units.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

constexpr double kTerminalInterval = 0.1;
constexpr double kPlainInterval = 2.0;
constexpr double kLongStage = 30.0;

// Below this fraction of the work, the remaining time cannot be estimated.
constexpr double kTellingPart = 1e-3;
constexpr int kShortestBar = 10;
constexpr int kLongestBar = 40;

double fraction(const ProgressReport& report) {
  if (report.total == 0) return 1;
  return std::min(1.0, static_cast<double>(report.done) / static_cast<double>(report.total));
}

// Returns "[=====>    ]".
std::string bar(double part, int width) {
  const int inside = width - 2;
  const int filled = static_cast<int>(std::floor(part * inside));
  std::string text(static_cast<std::size_t>(inside), ' ');
  std::fill_n(text.begin(), filled, '=');
  if (filled < inside) text[static_cast<std::size_t>(filled)] = '>';
  return fmt::format("[{}]", text);
}

// Returns the time that spaces the reports.
double clock_of(const ProgressReport& report) {
  return std::max(report.seconds, report.total_seconds);
}

}  // namespace

std::string describe(const ProgressReport& report) {
  const auto done = static_cast<double>(report.done);
  if (report.total == 0) {
    return fmt::format("{}, {} {}, {}", report.stage, human_count(done), report.unit,
                       human_seconds(report.seconds));
  }
  const double part = fraction(report);
  std::string text = fmt::format("{}, {}%, {} of {} {}", report.stage, static_cast<int>(100 * part),
                                 human_count(static_cast<double>(report.done)),
                                 human_count(static_cast<double>(report.total)), report.unit);
  const auto done_now = static_cast<double>(report.done - std::min(report.before, report.done));
  if (done_now > 0 && report.seconds > 0) {
    const double rate = done_now / report.seconds;
    const double left = static_cast<double>(report.total - std::min(report.done, report.total));
    text += fmt::format(", {}/s", human_count(rate));
    if (done_now >= kTellingPart * (done_now + left))
      text += fmt::format(", {} left", human_seconds(left / rate));
  }
  if (report.memory_bytes > 0) text += ", " + human_bytes(report.memory_bytes);
  if (report.waiting > 0) text += fmt::format(", {:.0f}% waiting", 100 * report.waiting);
  return text;
}

Progress::Progress(std::ostream& out, std::string title, int width)
    : out_(out), title_(std::move(title)), width_(width) {}

bool Progress::due(const ProgressReport& report) const {
  const double since = clock_of(report) - last_seconds_;
  if (width_ > 0) return !shown_ || since >= kTerminalInterval;
  return since >= (report.stage == last_stage_ ? kLongStage : kPlainInterval);
}

void Progress::update(const ProgressReport& report) {
  if (!due(report)) return;
  last_seconds_ = clock_of(report);
  last_stage_ = report.stage;
  std::string line = fmt::format("{}: {}", title_, describe(report));
  if (width_ == 0) {
    out_ << "pipo: " << line << std::endl;
    return;
  }
  // The last column stays free: some terminals wrap as soon as it is written.
  const int room = width_ - 1 - static_cast<int>(line.size()) - 1;
  if (report.total > 0 && room >= kShortestBar)
    line += " " + bar(fraction(report), std::min(room, kLongestBar));
  const auto columns = static_cast<std::size_t>(width_ - 1);
  // Removes the items that do not fit, from the last one on.
  if (line.size() > columns) line.resize(std::min(line.rfind(", ", columns), columns));
  out_ << "\r\x1b[K" << line << std::flush;
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  out_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

int terminal_width(const std::ostream& out) {
  if (&out != &std::cerr || isatty(STDERR_FILENO) == 0) return 0;
  const char* terminal = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): none is set
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return 0;
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace pipo
