#include "tests/generator/writer/held_renames.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>

namespace {

std::mutex mutex;
std::condition_variable changed;
bool hold = false;
int renamed = 0;

void set_hold(bool to) {
  const std::lock_guard lock(mutex);
  hold = to;
  changed.notify_all();
}

}  // namespace

// Replaces the function of the C library.
extern "C" int rename(const char* from, const char* to) noexcept {
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return !hold; });
  }
  const long result = ::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  const std::lock_guard lock(mutex);
  ++renamed;
  return static_cast<int>(result);
}

namespace pipo::test {

HeldRenames::HeldRenames() {
  set_hold(true);
  const std::lock_guard lock(mutex);
  renamed = 0;
}

HeldRenames::~HeldRenames() {
  set_hold(false);
}

void HeldRenames::let_go() {
  set_hold(false);
}

int HeldRenames::done() const {
  const std::lock_guard lock(mutex);
  return renamed;
}

}  // namespace pipo::test
