#include "generator/writer/table_lock.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "generator/writer/new_file.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Probing the lock acquires it briefly, so a busy lock is tried again.
constexpr int kTries = 5;
constexpr auto kBetweenTries = 20ms;
constexpr int kTriesToMake = 100;
constexpr auto kBetweenAsking = 200ms;

// Returns the folder and its parents that do not exist, the outermost last.
std::vector<fs::path> missing_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code error;
  for (fs::path path = folder; !path.empty() && !fs::is_directory(path, error);) {
    missing.push_back(path);
    path = path == path.parent_path() ? fs::path() : path.parent_path();
  }
  return missing;
}

// Creates the folder and its missing parents, adds those that it created to `made`, the outermost
// first, and syncs the folder that contains each. Other processes may create and remove them
// meanwhile: mkdir() then reports a folder that is gone a moment later, or a missing parent.
void make_folder(const fs::path& folder, std::vector<fs::path>& made) {
  std::error_code error;
  for (int tries = 0; tries < kTriesToMake; ++tries) {
    std::vector<fs::path> missing = missing_folders(folder);
    for (; !missing.empty(); missing.pop_back()) {
      const bool is_new = fs::create_directory(missing.back(), error);
      if (error) break;
      if (!is_new) continue;
      made.push_back(missing.back());
      sync_folder(missing.back().parent_path());
    }
    if (missing.empty()) return;
    if (error != std::errc::file_exists && error != std::errc::no_such_file_or_directory) break;
  }
  if (const std::string link = broken_link(folder); !link.empty()) throw CannotWrite(link);
  throw_failure({system_error_code(error.value()),
                 fmt::format("{}: cannot make this folder: {}; choose another with --tables",
                             folder.string(), error.message())});
}

// Whether the open file still has this name: the process that held the lock removes it.
enum class Named { same, other, unknown };

Named named_so(int descriptor, const fs::path& path) {
  struct stat opened {};
  struct stat named {};
  if (::fstat(descriptor, &opened) != 0) return Named::unknown;
  if (::lstat(path.c_str(), &named) != 0) return errno == ENOENT ? Named::other : Named::unknown;
  const bool same = opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
  return same ? Named::same : Named::other;
}

enum class Flock { held, busy, unknown };

Flock flock_now(int descriptor, int operation) {
  int result = 0;
  do {
    result = ::flock(descriptor, operation | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return Flock::held;
  return errno == EWOULDBLOCK ? Flock::busy : Flock::unknown;
}

// Returns what the holder wrote about itself. The file may be anyone's, so text with anything but
// printable ASCII is replaced.
std::string signature(const fs::path& path) {
  const Descriptor descriptor = open_file(path, O_RDONLY | O_NOFOLLOW);
  std::array<char, 160> text{};
  const ssize_t got = descriptor.open() ? ::read(descriptor.get(), text.data(), text.size()) : 0;
  std::string_view line(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  line = line.substr(0, line.find('\n'));
  const bool plain = std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; });
  return plain && !line.empty() ? std::string(line) : "another process";
}

}  // namespace

TableLock::TableLock(fs::path folder, const Wait& wait)
    : folder_(std::move(folder)), path_(folder_ / kLockName) {
  for (int tries = 1; !try_lock(); ++tries) {
    if (tries <= kTries) {
      std::this_thread::sleep_for(kBetweenTries);
      continue;
    }
    const std::string holder = signature(path_);
    if (!wait || !wait(holder)) {
      throw Busy(fmt::format(
          "{}: {} is making this table; wait until it has finished (--wait), or stop it",
          folder_.string(), holder));
    }
    std::this_thread::sleep_for(kBetweenAsking);
  }
  sign();
}

// Returns false if another process holds the lock. That process may remove the folder meanwhile.
bool TableLock::try_lock() {
  make_folder(folder_, made_.paths);
  descriptor_ = open_file(path_, O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
  if (!descriptor_.open() && errno == ENOENT) return false;
  if (!descriptor_.open()) throw_failed_write(path_, errno);
  struct stat status {};
  const bool told = ::fstat(descriptor_.get(), &status) == 0;
  if (const std::string kind = irregular_kind(status.st_mode); told && !kind.empty()) {
    throw CannotWrite(
        fmt::format("{}: not a regular file but {}; remove it", path_.string(), kind));
  }
  const bool free = flock_now(descriptor_.get(), LOCK_EX) != Flock::busy &&
                    named_so(descriptor_.get(), path_) == Named::same;
  if (!free) descriptor_.close();
  return free;
}

// Names this process for those that are refused; nothing depends on it.
void TableLock::sign() {
  std::array<char, 65> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {"this machine"};
  const std::string text = fmt::format("process {} on {}\n", ::getpid(), host.data());
  const bool empty = ::ftruncate(descriptor_.get(), 0) == 0;
  [[maybe_unused]] const bool signed_ =
      empty && ::pwrite(descriptor_.get(), text.data(), text.size(), 0) > 0;
}

TableLock::~TableLock() {
  // Removed while still locked, so that it is certainly this process's file.
  if (named_so(descriptor_.get(), path_) != Named::other) ::unlink(path_.c_str());
  descriptor_.close();
  ::rmdir(folder_.c_str());
}

TableLock::MadeFolders::~MadeFolders() {
  for (; !paths.empty(); paths.pop_back()) ::rmdir(paths.back().c_str());
}

std::string writer_in(const fs::path& folder) {
  const fs::path path = folder / kLockName;
  const Descriptor descriptor = open_file(path, O_RDONLY | O_NOFOLLOW);
  const bool busy = descriptor.open() && flock_now(descriptor.get(), LOCK_SH) == Flock::busy;
  return busy ? signature(path) : std::string();
}

}  // namespace pipo
