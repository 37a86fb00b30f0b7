#include "pipo/io/output.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "answers/text.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/operating_system.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

void write(std::ostream& out, std::string_view text) {
  errno = 0;
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.flush();
  if (out) return;
  const int reason = errno;
  if (reason == EPIPE) throw ReaderGone();
  throw_failure(
      {system_error_code(reason),
       fmt::format("cannot write to standard output: {}; the output is incomplete",
                   reason != 0 ? std::generic_category().message(reason) : "unknown reason")});
}

void report_error(std::ostream& err, std::string_view text) {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  err << "pipo: " << printable(line) << std::endl;
}

namespace {

constexpr std::size_t kInMemory = std::size_t{4} << 20;
constexpr std::size_t kSpoolPiece = std::size_t{64} << 10;

// Returns the folder for temporary files, by the same variables as
// std::filesystem::temp_directory_path(), which refuses a missing folder without naming it.
std::filesystem::path spool_folder() {
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): none is set
    const char* folder = std::getenv(name);
    if (folder != nullptr && *folder != 0) return folder;
  }
  return "/tmp";
}

[[noreturn]] void refuse_spool(const char* what) {
  const int error = errno;
  throw_failure(
      {system_error_code(error),
       fmt::format("cannot {} a temporary file for the report in {}: {}; name another folder with "
                   "the environment variable TMPDIR",
                   what, pipo::quoted(spool_folder().string()),
                   std::generic_category().message(error))});
}

}  // namespace

void Spool::add(std::string_view text) {
  memory_ += text;
  if (memory_.size() >= kInMemory) spill();
}

void Spool::spill() {
  if (!file_.open()) {
    file_ = open_unnamed_file(spool_folder());
    if (!file_.open()) refuse_spool("make");
  }
  for (std::string_view left = memory_; !left.empty();) {
    const ssize_t done = ::pwrite(file_.get(), left.data(), left.size(), static_cast<off_t>(size_));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) refuse_spool("write");
    left.remove_prefix(static_cast<std::size_t>(done));
    size_ += static_cast<std::uint64_t>(done);
  }
  memory_.clear();
}

void Spool::write_to(std::ostream& out) {
  std::string piece(kSpoolPiece, ' ');
  for (std::uint64_t at = 0; at < size_;) {
    const ssize_t got = ::pread(file_.get(), piece.data(), piece.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) refuse_spool("read");
    write(out, std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
    at += static_cast<std::uint64_t>(got);
  }
  write(out, memory_);
  file_.close();
  size_ = 0;
  memory_.clear();
}

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
