// The limits of questions to a solver: valid options, memory and time, one question at a time, and
// the errors of questions beyond their limits.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pipopipette/solver.hpp"
#include "probe/base/poll.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {

struct SweepSize;  // start_sweep.hpp

// Throws BadInput if a limit is negative or not a number.
void check_options(const SolverOptions& options);

// Returns the options of a question, with functions that know for which solver they run. Throws
// BadInput if such a function of the same solver called this: the question would wait for itself.
// `options` must outlive the result.
SolverOptions begin_question(const SolverOptions& options, const SolverState& solver);

// The same for a batch.
FoundInBatch begin_question(const FoundInBatch& found, const SolverState& solver);

// Returns false in a child of fork() whose parent has run sweeps. There, locks of oneTBB may be
// held by threads that do not exist.
bool may_sweep();

// Throws SystemLimit unless may_sweep().
void check_threads();

// The memory and the time of a question, and whether its work has to stop.
class Budget {
 public:
  // Takes `memory` in bytes; 0 means the free memory of the machine. `seconds` counts from now; 0
  // means no limit. `stopped` may be called from any thread.
  Budget(std::uint64_t memory, double seconds, std::function<bool()> stopped);
  explicit Budget(const SolverOptions& options)
      : Budget(options.memory, options.seconds, options.stopped) {
    waited_ = options.waited;
  }

  std::uint64_t memory() const { return memory_; }
  bool memory_given() const { return memory_given_; }

  // Without a limit of memory, takes what is free now.
  void measure_memory();

  // Returns the bytes for a search's table: the memory without that of the process, but at most 1
  // GiB if no memory was given. Throws OutOfMemory if too little is left.
  std::uint64_t search_memory() const;

  double seconds_left() const { return deadline_.left(); }  // infinite without a time limit

  // Returns the seconds of one processor that the current threads have left; infinite without a
  // time limit.
  double processor_seconds_left() const;

  // Returns whether the sweep fits into the remaining time on the current threads.
  bool in_time(const SweepSize& size) const;

  // Returns whether it also fits into memory, by its estimate.
  bool fits(const SweepSize& size) const;

  bool over() const { return deadline_.over(); }  // whether the time limit has passed
  bool stopped() const { return over() || (stopped_ && stopped_()); }

  // Calls SolverOptions::waited.
  void tell_waited(double seconds) const {
    if (waited_) waited_(seconds);
  }

  // Return a function that throws Stopped if the work has to stop: because the time is over or the
  // caller says so, or only in the latter case. It must not outlive this.
  Poll poll() const;
  Poll poll_caller() const;

 private:
  bool memory_given_;
  std::uint64_t memory_;
  Deadline deadline_;
  std::function<bool()> stopped_;
  std::function<void(double)> waited_ = {};
};

// The time limit of several questions to a solver together.
class SharedTime {
 public:
  // The time begins with the first question. The options are by default those of the solver, which
  // must outlive this.
  SharedTime(const Solver& solver, SolverOptions options)
      : solver_(solver), options_(std::move(options)), seconds_(options_.seconds) {}
  SharedTime(const Solver& solver) : SharedTime(solver, solver.options()) {}

  // Solve a position like Solver::solve and Solver::try_solve, within the rest of the time. When
  // the time is used up, tables and remembered sweeps still answer.
  Solution solve(const Position& position);
  Attempt try_solve(const Position& position) { return solver_.try_solve(position, left()); }

  // Returns the options of the next question: with the rest of the time.
  const SolverOptions& left();

  LastMoveCost last_move_cost() const { return solver_.tables().last_move_cost(); }

  // Returns whether the time is used up.
  bool over() const { return seconds_ > 0 && deadline_ && deadline_->over(); }

 private:
  const Solver& solver_;
  SolverOptions options_;
  double seconds_;
  std::optional<Deadline> deadline_;  // if a question has been asked
};

// An error of a question beyond its limits. The message has the facts and a remedy; a caller that
// knows a better remedy takes only the facts, so that no message has two.
class LimitReached {
 public:
  explicit LimitReached(std::string facts, std::shared_ptr<const SweepSize> size = {})
      : facts_(std::move(facts)), size_(std::move(size)) {}
  virtual ~LimitReached() = default;

  const std::string& facts() const { return facts_; }

  // Returns the size of the sweep that was refused, with its time at the current speed of the
  // machine; null if the position was refused for another reason.
  const std::shared_ptr<const SweepSize>& size() const { return size_; }

 private:
  std::string facts_;
  std::shared_ptr<const SweepSize> size_;
};

template <typename SomeError>
class WithRemedy : public SomeError, public LimitReached {
 public:
  WithRemedy(const std::string& facts, const std::string& remedy,
             std::shared_ptr<const SweepSize> size = {})
      : SomeError(facts + "; " + remedy), LimitReached(facts, std::move(size)) {}
};

// Return the message of an error without its remedy; the whole message of any other error.
std::string facts_of(const std::exception& error);
std::string facts_of(const Attempt& known);

// Returns the size of the sweep whose refusal is the error; null for any other error.
std::shared_ptr<const SweepSize> refused_size(const Attempt& known);

}  // namespace pipo
