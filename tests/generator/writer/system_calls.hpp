// Calls of the system that the tests of this program stand between: to count them, to make them
// fail, and to do what another process might do just before.
#pragma once

#include <functional>

namespace pipo::test {

// The replacement of a call; if empty, the call itself. A replacement may call real_...().
struct SystemCalls {
  std::function<int(const char* path)> mkdir;
  std::function<int(int descriptor)> fsync;
  std::function<int(int descriptor, int operation)> flock;
};

int real_mkdir(const char* path);
int real_fsync(int descriptor);
int real_flock(int descriptor, int operation);

// In force as long as it lives; one at a time. Any thread may make the calls meanwhile.
class StandIns {
 public:
  explicit StandIns(SystemCalls calls);
  ~StandIns();
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;
};

}  // namespace pipo::test
