#include "pipo/io/spool.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "pipo/io/output.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/operating_system.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
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

}  // namespace pipo
