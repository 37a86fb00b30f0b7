// A table that is opened when it is first asked, by any number of threads.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include "pipopipette/tables.hpp"
#include "probe/base/fork_safe_mutex.hpp"
#include "probe/space/locator.hpp"
#include "probe/space/view.hpp"
#include "probe/table/table.hpp"

namespace pipo {

// Files that may be kept open, of all tables together; half of what the process may open is left to
// others.
class OpenFileBudget {
 public:
  OpenFileBudget();
  KeepOpen take(std::int64_t files);
  void give_back(std::int64_t files) { left_ += files; }

 private:
  std::atomic<std::int64_t> left_;
};

// For whoever opens one table by itself, and perhaps a second time.
constexpr std::int64_t kFilesATable = 2 * (kMaximumEdges + 1);

class LazyTable {
 public:
  explicit LazyTable(FoundTable found);

  const FoundTable& found() const { return found_; }

  // The ways in which positions may lie over it: of its board, then of that board turned.
  struct Way {
    Board board;
    Overlay overlay;
  };
  const std::vector<Way>& ways() const { return ways_; }

  // What is there once it has been opened.
  struct Opened {
    Opened(const FoundTable& found, KeepOpen keep_open, const std::vector<Way>& ways);
    Table table;
    Locator locator;
    std::vector<View> views;  // one a way
  };

  // Opens it if that was not tried before. What is wrong with it is thrown, the same each time:
  // DamagedTable, MissingTable. Only what may pass (NoSpace, no memory) is tried again.
  const Opened& open(OpenFileBudget& files);

 private:
  void note_failure();

  FoundTable found_;
  std::vector<Way> ways_;
  ForkSafeMutex mutex_;  // while it is being opened
  std::atomic<const Opened*> opened_ = nullptr;
  std::unique_ptr<const Opened> owned_;
  std::exception_ptr failure_;
};

}  // namespace pipo
