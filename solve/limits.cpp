#include "solve/limits.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "generator/plan/machine.hpp"
#include "generator/plan/memory_budget.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

// A question whose function this thread is running.
struct Asked {
  const SolverState* solver;
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

Asked begin(const SolverState& solver) {
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

constexpr std::uint64_t kSearchMemory = std::uint64_t{1} << 30;
constexpr std::uint64_t kLeastSearchMemory = std::uint64_t{64} << 10;

// The time limit of a question that comes when the time is over.
constexpr double kLeastSeconds = 1e-9;

// With less than this share of the time, an error would name a limit that the user did not give.
constexpr double kRestShare = 0.01;

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

SolverOptions begin_question(const SolverOptions& options, const SolverState& solver) {
  const Asked asked = begin(solver);
  SolverOptions question = options;
  question.planned = within(asked, options.planned);
  question.progress = within(asked, options.progress);
  question.searching = within(asked, options.searching);
  question.stopped = within(asked, options.stopped);
  question.waited = within(asked, options.waited);
  return question;
}

FoundInBatch begin_question(const FoundInBatch& found, const SolverState& solver) {
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

Budget::Budget(std::uint64_t memory, double seconds, std::function<bool()> stopped)
    : memory_given_(memory > 0),
      memory_(memory_to_use(memory)),
      deadline_(seconds > 0 ? Deadline(seconds) : Deadline()),
      stopped_(std::move(stopped)) {}

std::uint64_t Budget::search_memory() const {
  if (memory_ < kProcessBytes + kLeastSearchMemory) {
    throw WithRemedy<OutOfMemory>(
        fmt::format("a search needs at least {} of memory, but only {} may be used",
                    human_bytes_rounded_up(kProcessBytes + kLeastSearchMemory),
                    human_bytes(memory_)),
        "allow more memory");
  }
  const std::uint64_t left = memory_ - kProcessBytes;
  return memory_given_ ? left : std::min(kSearchMemory, left);
}

void Budget::measure_memory() {
  if (!memory_given_) memory_ = memory_to_use(0);
}

double Budget::processor_seconds_left() const {
  return seconds_left() * loop_threads();
}

bool Budget::in_time(const SweepSize& size) const {
  return size.seconds <= processor_seconds_left();
}

bool Budget::fits(const SweepSize& size) const {
  return size.memory <= memory_ && in_time(size);
}

Poll Budget::poll() const {
  return [this] {
    if (stopped()) throw Stopped("stopped");
  };
}

Poll Budget::poll_caller() const {
  return [this] {
    if (stopped_ && stopped_()) throw Stopped("stopped");
  };
}

const SolverOptions& SharedTime::left() {
  if (!deadline_) deadline_.emplace(seconds_);
  if (seconds_ > 0) options_.seconds = std::max(deadline_->left(), kLeastSeconds);
  return options_;
}

Solution SharedTime::solve(const Position& position) {
  const bool later = deadline_.has_value();
  try {
    return solver_.solve(position, left());
  } catch (const OutOfTime&) {
    if (!later || deadline_->left() > kRestShare * seconds_) throw;
    throw WithRemedy<OutOfTime>(
        fmt::format("the time limit of {} is used up", human_seconds(seconds_)), "allow more time");
  }
}

std::string facts_of(const std::exception& error) {
  const auto* const limit = dynamic_cast<const LimitReached*>(&error);
  return limit != nullptr ? limit->facts() : error.what();
}

std::string facts_of(const Attempt& known) {
  try {
    if (known.error) std::rethrow_exception(known.error);
  } catch (const std::exception& error) {
    return facts_of(error);
  }
  return known.why_not;
}

std::shared_ptr<const SweepSize> refused_size(const Attempt& known) {
  try {
    if (known.error) std::rethrow_exception(known.error);
  } catch (const LimitReached& limit) {
    return limit.size();
  } catch (const std::exception&) {
    // Another error.
  }
  return {};
}

}  // namespace pipo
