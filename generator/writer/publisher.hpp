// Publishes finished files in the background, several at once.
//
// Syncing a file waits for the disk, and a small table has dozens of files: one after the other
// that takes longer than making the table (4 ms for 25 files at once here, 60 to 100 ms in a row).
#pragma once

#include <deque>
#include <future>
#include <memory>

#include "generator/writer/new_file.hpp"

namespace pipo {

class Publisher {
 public:
  Publisher() = default;
  ~Publisher() { abandon(); }
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  // Publishes the file before wait() returns. Throws what an earlier file failed with.
  void publish(std::unique_ptr<NewFile> file);

  // Until every file is published. Throws what the first one failed with.
  void wait();

  // Until nothing is under way, whatever becomes of it.
  void abandon() noexcept { under_way_.clear(); }  // a future waits when it goes

 private:
  void wait_for_oldest();

  std::deque<std::future<void>> under_way_;
};

}  // namespace pipo
