// System calls that tests replace: to count them, to make them fail, or to change files before them
// as another process might.
#pragma once

#include <functional>

namespace pipo::test {

// Replacements of calls; an empty one leaves the call as it is. A replacement may call real_...().
struct SystemCalls {
  std::function<int(const char* path)> mkdir;
  std::function<int(int descriptor)> fsync;
  std::function<int(int descriptor, int operation)> flock;
};

int real_mkdir(const char* path);
int real_fsync(int descriptor);
int real_flock(int descriptor, int operation);

// Replaces calls during its lifetime. Only one object may exist at a time; any thread may make the
// calls.
class StandIns {
 public:
  explicit StandIns(SystemCalls calls);
  ~StandIns();
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;
};

}  // namespace pipo::test
