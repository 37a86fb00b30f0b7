#include "tests/generator/writer/system_calls.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

namespace pipo::test {
namespace {

SystemCalls& stand_ins() {
  static SystemCalls calls;
  return calls;
}

}  // namespace

int real_mkdir(const char* path) {
  return static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, 0777));
}
int real_fsync(int descriptor) {
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
int real_flock(int descriptor, int operation) {
  return static_cast<int>(::syscall(SYS_flock, descriptor, operation));
}

StandIns::StandIns(SystemCalls calls) {
  stand_ins() = std::move(calls);
}
StandIns::~StandIns() {
  stand_ins() = {};
}

}  // namespace pipo::test

// The program's own functions replace those of the C library, for other libraries as well.
extern "C" {

int mkdir(const char* path, mode_t) noexcept {
  const auto& call = pipo::test::stand_ins().mkdir;
  return call ? call(path) : pipo::test::real_mkdir(path);
}

int fsync(int descriptor) {
  const auto& call = pipo::test::stand_ins().fsync;
  return call ? call(descriptor) : pipo::test::real_fsync(descriptor);
}

int flock(int descriptor, int operation) noexcept {
  const auto& call = pipo::test::stand_ins().flock;
  return call ? call(descriptor, operation) : pipo::test::real_flock(descriptor, operation);
}

}  // extern "C"
