#include "solve/question.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <utility>

#include "pipopipette/error.hpp"

namespace pipo {
namespace {

// A question whose function this thread is running.
struct Asked {
  const Remembered* solver;
  pid_t process;       // a child of fork() may ask: no thread of it answers the question
  const Asked* outer;  // the question whose function asked this one, on whatever thread
};

thread_local const Asked* running = nullptr;

class Running {
 public:
  explicit Running(const Asked& asked) : before_(std::exchange(running, &asked)) {}
  ~Running() { running = before_; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  const Asked* before_;
};

Asked begin(const Remembered& solver) {
  const pid_t process = ::getpid();
  for (const Asked* asked = running; asked != nullptr; asked = asked->outer) {
    if (asked->solver == &solver && asked->process == process) {
      throw BadInput(
          "a function in the options of a question asked the same solver, which would wait for "
          "itself; ask when the question is answered, or ask another solver");
    }
  }
  return {&solver, process, running};
}

template <typename R, typename... Arguments>
std::function<R(Arguments...)> within(const Asked& asked,
                                      const std::function<R(Arguments...)>& function) {
  if (!function) return {};
  return [asked, &function](Arguments... arguments) -> R {
    const Running now(asked);
    return function(std::forward<Arguments>(arguments)...);
  };
}

}  // namespace

void check_options(const SolverOptions& options) {
  if (options.threads < 0) {
    throw BadInput(fmt::format("{} threads are too few; give 0 for all of the machine, or more",
                               options.threads));
  }
  if (!(options.seconds >= 0)) {
    throw BadInput(fmt::format(
        "a time limit of {} seconds is not possible; give 0 for none, or more", options.seconds));
  }
}

SolverOptions begin_question(const SolverOptions& options, const Remembered& solver) {
  const Asked asked = begin(solver);
  SolverOptions question = options;
  question.planned = within(asked, options.planned);
  question.progress = within(asked, options.progress);
  question.searching = within(asked, options.searching);
  question.stopped = within(asked, options.stopped);
  return question;
}

FoundInBatch begin_question(const FoundInBatch& found, const Remembered& solver) {
  return within(begin(solver), found);
}

bool may_sweep() {
  static std::atomic<pid_t> first = 0;
  const pid_t self = ::getpid();
  pid_t sweeping = 0;
  return first.compare_exchange_strong(sweeping, self) || sweeping == self;
}

void check_threads() {
  if (may_sweep()) return;
  throw SystemLimit(
      "this process was forked from one that had run sweeps, whose threads do not exist here; "
      "solve in that process, fork before it solves, or start a new program");
}

}  // namespace pipo
