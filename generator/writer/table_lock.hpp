// Allows one writer at a time in a table's folder.
//
// The lock is an flock on a file in the folder, so a process that died, in whatever way, holds
// nothing. The file is removed when the lock is released. On a file system without locks there is
// no protection: the user must make sure that only one process makes each table there.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "probe/base/descriptor.hpp"

namespace pipo {

class TableLock {
 public:
  // Asked repeatedly while another process, named by `holder` ("process 123 on host"), has the
  // lock: return true to keep waiting.
  using Wait = std::function<bool(const std::string& holder)>;

  // Creates the folder if necessary. Throws CannotWrite or OutOfResources if that fails, Busy if
  // another process is writing there and `wait` is empty or returns false.
  explicit TableLock(std::filesystem::path folder, const Wait& wait = {});

  // Removes the lock file, then the folder and the parents that this lock created, as far as they
  // are empty.
  ~TableLock();
  TableLock(const TableLock&) = delete;
  TableLock& operator=(const TableLock&) = delete;

 private:
  bool try_lock();
  void sign();

  // The folders that this lock created. Its destructor removes the empty ones, even if the lock is
  // refused.
  struct MadeFolders {
    ~MadeFolders();
    std::vector<std::filesystem::path> paths;
  };

  std::filesystem::path folder_;
  std::filesystem::path path_;
  MadeFolders made_;
  Descriptor descriptor_;
};

// Returns the process that is writing in a table's folder, "process 123 on host"; empty if there is
// none.
std::string writer_in(const std::filesystem::path& folder);

}  // namespace pipo
