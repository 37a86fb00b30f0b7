// One writer at a time for a table's folder.
//
// The lock is held on a file in the folder (flock), so that a process that has died, however, holds
// nothing. It is removed when the lock is given back. Where a file system has no locks there is
// none: whoever makes tables there must see to it that only one process makes each.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "probe/base/descriptor.hpp"

namespace pipo {

class TableLock {
 public:
  // Asked again and again while another process, named by `holder` ("process 123 on host"), has the
  // lock: true to go on waiting.
  using Wait = std::function<bool(const std::string& holder)>;

  // Makes the folder if need be. Throws NoSpace if that cannot be done, or if another process is
  // writing there and `wait` is empty or has had enough.
  explicit TableLock(std::filesystem::path folder, const Wait& wait = {});

  // Removes the lock's file, and the folder if nothing is in it.
  ~TableLock();
  TableLock(const TableLock&) = delete;
  TableLock& operator=(const TableLock&) = delete;

 private:
  bool try_lock();
  void sign();

  std::filesystem::path folder_;
  std::filesystem::path path_;
  Descriptor descriptor_;
};

// Who is writing in a table's folder just now: "process 123 on host"; empty if nobody is.
std::string writer_in(const std::filesystem::path& folder);

}  // namespace pipo
