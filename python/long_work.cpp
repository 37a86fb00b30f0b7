#include "python/long_work.hpp"

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <system_error>
#include <thread>

#include "pipopipette/error.hpp"

namespace pipo::python {

namespace {

// Ctrl-C takes effect within this time.
constexpr std::chrono::milliseconds kSignalCheck(20);

// A thread that is told to stop and joined when its owner's frame ends. That also happens when the
// interpreter ends and with it the calling thread.
class Worker {
 public:
  Worker(std::atomic<bool>& stop, const std::function<void()>& work) : stop_(stop) {
    try {
      thread_ = std::make_unique<std::thread>(work);
    } catch (const std::system_error&) {
      throw SystemLimit(
          "no thread can be started for the work; raise the limit on processes (ulimit -u, or that "
          "of the container) or on address space (ulimit -v)");
    }
  }
  ~Worker() {
    if (!thread_) return;
    stop_ = true;
    thread_->join();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // In a child of fork() the thread does not exist, so it must be neither joined nor destroyed.
  void forget() { static_cast<void>(thread_.release()); }

 private:
  std::atomic<bool>& stop_;
  std::unique_ptr<std::thread> thread_;
};

}  // namespace

void LongWork::tell(int kind, std::function<void()> report) {
  const std::lock_guard lock(mutex_);
  if (!reports_.empty() && reports_.back().kind == kind) reports_.pop_back();
  reports_.push_back({kind, std::move(report)});
  changed_.notify_one();
}

bool LongWork::wait(std::vector<Report>& reports) {
  bool finished = false;
  // Not gil_scoped_release: at the interpreter's end, Python unwinds the stack of a thread that
  // asks for the lock, which a destructor must not do.
  PyThreadState* const state = PyEval_SaveThread();
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kSignalCheck, [this] { return finished_ || !reports_.empty(); });
    finished = finished_;
    reports.swap(reports_);
  }
  PyEval_RestoreThread(state);
  return finished;
}

void LongWork::call(const std::function<void()>& work) {
  const pid_t process = ::getpid();
  Worker worker(stop_, [&] {
    std::exception_ptr error;
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    error_ = error;
    finished_ = true;
    changed_.notify_one();
  });
  std::exception_ptr raised;
  for (bool finished = false; !finished;) {
    std::vector<Report> reports;
    finished = wait(reports);
    try {
      if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
      for (const Report& report : reports) {
        if (!raised) report.call();
      }
    } catch (const pybind11::error_already_set&) {
      raised = std::current_exception();
      stop_ = true;
    }
    if (::getpid() != process) {
      worker.forget();
      if (raised) std::rethrow_exception(raised);
      throw SystemLimit("this process was forked while its parent was solving; ask again");
    }
  }
  if (raised) std::rethrow_exception(raised);
  if (error_) std::rethrow_exception(error_);
}

}  // namespace pipo::python
