#include "tests/faults/layer.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <utility>

namespace faults {
namespace {

enum class Fault { none, error, interruption, shortening, crash };

const char* variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

// Writes the layer's own files with system calls, which are not intercepted.
void append(int descriptor, const void* data, std::size_t bytes) {
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const long put = syscall(SYS_write, descriptor, from, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) std::abort();
    from += put;
    bytes -= static_cast<std::size_t>(put);
  }
}

int open_own(const char* path) {
  if (*path == '\0') return -1;
  const long descriptor =
      syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0) std::abort();
  return static_cast<int>(descriptor);
}

class Layer {
 public:
  Layer()
      : report_(open_own(variable("PIPO_FAULTS_REPORT"))),
        journal_(open_own(variable("PIPO_FAULTS_JOURNAL"))),
        number_(std::atoll(variable("PIPO_FAULTS_CALL"))),
        sticky_(*variable("PIPO_FAULTS_STICKY") == '1') {
    const std::string_view name = variable("PIPO_FAULTS_FAULT");
    if (name == "EIO") choose(Fault::error, EIO);
    if (name == "ENOSPC") choose(Fault::error, ENOSPC);
    if (name == "EDQUOT") choose(Fault::error, EDQUOT);
    if (name == "EINTR") choose(Fault::interruption, EINTR);
    if (name == "short") choose(Fault::shortening, 0);
    if (name == "crash") choose(Fault::crash, 0);
    if (fault_ == Fault::none && !name.empty()) std::abort();
  }

  long make(Call& call, const std::function<long(std::size_t)>& real,
            const std::function<int(long)>& opened) {
    const std::lock_guard lock(mutex_);
    if (fault_ == Fault::crash && number_ <= calls_) die();
    ++calls_;
    long result = -1;
    int error = error_;
    if (const bool failing = fails(call); !failing || call.group == Group::closing) {
      // A descriptor is closed even if close() fails.
      result = real(call.length);
      error = errno;
      if (failing) result = -1, error = error_;
    } else if (shortens(call)) {
      result = real(call.length / 2);
      error = errno;
    }
    if (result >= 0 && opened) call.handle = opened(result);
    record(call, result < 0 ? -error : result);
    if (fault_ == Fault::crash && number_ <= calls_) die();
    errno = error;
    return result;
  }

  void say_count() {
    const std::lock_guard lock(mutex_);
    say("calls " + std::to_string(calls_) + "\n");
  }

 private:
  void choose(Fault fault, int error) {
    fault_ = fault;
    error_ = error;
  }

  static void die() { syscall(SYS_kill, syscall(SYS_getpid), SIGKILL); }

  void say(const std::string& line) const {
    if (report_ >= 0) append(report_, line.data(), line.size());
  }

  // Returns whether this call is the chosen one; if so, the report says so.
  bool fails(const Call& call) {
    if (fault_ == Fault::none || fault_ == Fault::crash || calls_ < number_) return false;
    if ((done_ && !sticky_) || !fits(call)) return false;
    done_ = true;
    say("fault " + std::to_string(calls_) + " " + name_of(call.group) + " " + call.name + " " +
        call.path + "\n");
    return true;
  }

  bool fits(const Call& call) const {
    const Group group = call.group;
    switch (fault_) {
      case Fault::shortening:
        return (group == Group::reading || group == Group::writing) && call.length >= 2;
      case Fault::interruption:
        return group == Group::opening || group == Group::creating || group == Group::reading ||
               group == Group::writing || group == Group::sizing || group == Group::syncing ||
               group == Group::closing || group == Group::locking;
      default:
        break;
    }
    if (error_ == EIO) return true;
    const bool takes_room = group == Group::creating || group == Group::naming ||
                            group == Group::writing || group == Group::sizing;
    // A full disk still allows renames, and syncs of allocated data.
    return takes_room || (!sticky_ && (group == Group::syncing || group == Group::renaming));
  }

  // Writes half of the bytes: a separate fault, and the first effect of a full disk.
  bool shortens(const Call& call) {
    if (call.length < 2) return false;
    if (fault_ == Fault::shortening) return true;
    const bool full = sticky_ && error_ == ENOSPC && call.group == Group::writing;
    return full && !std::exchange(filled_, true);
  }

  // Writes a line of fields separated by tabs, then the written bytes.
  void record(const Call& call, long result) const {
    if (journal_ < 0) return;
    const bool writes = call.group == Group::writing && result > 0;
    std::string line = std::to_string(calls_);
    for (const std::string& field :
         {std::string(name_of(call.group)), std::string(call.name), std::to_string(result),
          std::to_string(call.handle), call.path, call.other, std::to_string(call.offset),
          std::to_string(call.created), std::to_string(call.truncated),
          std::to_string(writes ? result : 0)}) {
      line += "\t" + field;
    }
    line += "\n";
    if (writes) line.append(static_cast<const char*>(call.data), static_cast<std::size_t>(result));
    append(journal_, line.data(), line.size());
  }

  std::mutex mutex_;
  int report_;
  int journal_;
  long long number_;
  bool sticky_;
  Fault fault_ = Fault::none;
  int error_ = 0;
  long long calls_ = 0;
  bool done_ = false;
  bool filled_ = false;
};

// Never destroyed: threads may still close files while the process ends.
Layer& layer() {
  static Layer& only = *new Layer;
  return only;
}

struct AtExit {
  ~AtExit() {
    if (*variable("PIPO_FAULTS_FOLDER") != '\0') layer().say_count();
  }
} at_exit;

}  // namespace

const char* name_of(Group group) {
  static constexpr std::array kNames = {"opening",  "creating", "naming",  "reading",
                                        "writing",  "sizing",   "syncing", "renaming",
                                        "removing", "closing",  "locking", "asking"};
  return kNames[static_cast<std::size_t>(group)];
}

long make_call(Call& call, const std::function<long(std::size_t)>& real,
               const std::function<int(long)>& opened) {
  return layer().make(call, real, opened);
}

}  // namespace faults
