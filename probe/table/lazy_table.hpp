// A table that is opened on first use, by any number of threads.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <exception>
#include <memory>
#include <vector>

#include "pipopipette/tables.hpp"
#include "probe/base/fork_safe_mutex.hpp"
#include "probe/space/locator.hpp"
#include "probe/space/view.hpp"
#include "probe/table/table.hpp"

namespace pipo {

// The number of files that all tables together may keep open: half of the process's limit, but at
// most 4096. The other half is left to the rest of the program.
class OpenFileBudget {
 public:
  OpenFileBudget();
  KeepOpen take(std::int64_t files);
  void give_back(std::int64_t files) { left_ += files; }

 private:
  std::atomic<std::int64_t> left_;
};

// A number of files that suffices to open one table twice.
constexpr std::int64_t kFilesATable = 2 * (kSmallBoardEdges + 1);

class LazyTable {
 public:
  explicit LazyTable(FoundTable found);

  const FoundTable& found() const { return found_; }

  // The ways to map positions to this table: first positions of its board, then those of the
  // transposed board.
  struct Way {
    Board board;
    Overlay overlay;
  };
  const std::vector<Way>& ways() const { return ways_; }

  // The parts of an opened table.
  struct Opened {
    Opened(const FoundTable& found, KeepOpen keep_open, const std::vector<Way>& ways);
    Table table;
    Locator locator;
    std::vector<View> views;  // one per way
  };

  // Returns the opened table, and opens it on the first call. After a DamagedTable or MissingTable
  // each later call throws the same error. After a temporary error (OutOfResources, std::bad_alloc)
  // the next call tries again.
  const Opened& open(OpenFileBudget& files);

 private:
  // Begins to open the table, or waits while another thread of this process does. Returns the table
  // if that other thread has opened it, or null if this one must.
  const Opened* begin_opening();
  const Opened* end_opening(std::unique_ptr<const Opened> opened);
  void note_failure();

  FoundTable found_;
  std::vector<Way> ways_;
  // Guards what open() changes. It is not held while the table is read, so that fork() need not
  // wait.
  ForkSafeMutex mutex_;
  // The process of which a thread opens the table, or 0. In a child of fork() that thread does not
  // exist, so another one opens it.
  pid_t opening_ = 0;
  std::atomic<const Opened*> opened_ = nullptr;
  std::unique_ptr<const Opened> owned_;
  std::exception_ptr failure_;
};

}  // namespace pipo
