// Long work in a separate thread, while the calling thread handles signals and calls Python.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace pipo::python {

// The work never needs the interpreter's lock. The calling thread alone calls Python, so callbacks
// run in the thread that asked, and Ctrl-C takes effect wherever the work is.
class LongWork {
 public:
  // Calls work() in a new thread and returns its result, or throws its error. Must be called with
  // the interpreter's lock, which is released meanwhile. If a signal handler or a report raises an
  // exception, stops the work, waits for it and throws the exception. Throws SystemLimit if no
  // thread can be started, or in a child if a report has forked the process.
  template <typename F>
  std::invoke_result_t<F> run(F work) {
    std::optional<std::invoke_result_t<F>> result;
    call([&] { result.emplace(work()); });
    return *std::move(result);
  }

  // For the work: returns whether it has to stop.
  bool stopped() const { return stop_; }

  // For the work: has the calling thread call `report` with the interpreter's lock. A report that
  // has not been called yet is replaced by the next one of the same kind.
  void tell(int kind, std::function<void()> report);

 private:
  struct Report {
    int kind = 0;
    std::function<void()> call;
  };

  void call(const std::function<void()>& work);
  // Waits for reports or the end of the work; returns whether it has ended.
  bool wait(std::vector<Report>& reports);

  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // guards the others
  std::condition_variable changed_;
  std::vector<Report> reports_;
  bool finished_ = false;
  std::exception_ptr error_;
};

}  // namespace pipo::python
