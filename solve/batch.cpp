#include "solve/batch.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "generator/plan/memory_budget.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/narrow.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/symmetry.hpp"
#include "search/answer.hpp"
#include "search/depth_first.hpp"
#include "solve/limits.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

// A sweep that takes longer than this on one thread runs alone, on all threads.
constexpr double kShortSeconds = 2;

// The least memory of a search's transposition table.
constexpr std::uint64_t kLeastTable = std::uint64_t{64} << 10;

// The most positions that are compared with each other, since the number of comparisons grows with
// its square.
constexpr std::size_t kTogether = 4096;

// A position, its number in the batch, and the quiet position to which it settles.
struct Member {
  std::size_t number = 0;
  Position position;
  EdgeSet quiet = 0;
  Image image;  // maps it to one that contains the first position of its group
};

// Positions that one sweep answers: the sweep of the first position.
using Group = std::vector<Member>;

// Returns the images that map positions of one board to another: none if there is no such image.
std::vector<Image> images_between(const Board& from, const Board& to) {
  if (from == to) return images(from);
  if (from.transposed() != to) return {};
  std::vector<Image> result = images(from);
  for (Image& image : result) image.transpose = true;
  return result;
}

// The images of a start on a board, to find the positions that contain one of them.
struct Images {
  Board board;
  std::vector<EdgeSet> of_start;
};

Images images_on(const Board& board, const Position& start) {
  Images result{board, {}};
  for (const Image& image : images_between(start.board, board)) {
    result.of_start.push_back(image_of_edges(start.board, image, start.drawn));
  }
  return result;
}

bool contains(EdgeSet drawn, EdgeSet start) {
  return (drawn & start) == start;
}

// Sets the image of a member that contains an image of the start.
void turn_to(const Position& start, Member& member) {
  for (const Image& image : images_between(member.position.board, start.board)) {
    member.image = image;
    if (contains(image_of_edges(member.position.board, image, member.quiet), start.drawn)) return;
  }
}

// Puts each member into the group of the first one that it contains. Those with fewer edges drawn,
// whose sweeps are larger, come first.
std::vector<Group> grouped(std::vector<Member> members) {
  std::ranges::stable_sort(members, {}, [](const Member& one) { return one.position.layer(); });
  std::vector<Group> groups;
  std::vector<bool> taken(members.size(), false);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (taken[i]) continue;
    const Position& start = members[i].position;
    Group group{members[i]};
    std::vector<Images> by_board;
    const std::size_t end = std::min(members.size(), i + kTogether);
    for (std::size_t j = i + 1; j < end; ++j) {
      if (taken[j]) continue;
      const Board& board = members[j].position.board;
      auto known = std::ranges::find(by_board, board, &Images::board);
      if (known == by_board.end()) {
        by_board.push_back(images_on(board, start));
        known = by_board.end() - 1;
      }
      taken[j] = std::ranges::any_of(
          known->of_start, [&](EdgeSet image) { return contains(members[j].quiet, image); });
      if (!taken[j]) continue;
      turn_to(start, members[j]);
      group.push_back(members[j]);
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

class Batch {
 public:
  Batch(const Solver& solver, SolverState& state, const SolverOptions& options,
        const FoundInBatch& found)
      : solver_(solver), state_(state), options_(options), found_(found) {}

  void solve(std::vector<Member> to_search, std::vector<Member> to_sweep) {
    std::ranges::stable_sort(to_search, {}, [](const Member& one) {
      return std::pair(one.position.board.rows(), one.position.board.columns());
    });
    {
      // The solver runs one sweep or search at a time.
      std::optional<SolverTurn> turn;
      try {
        turn.emplace(state_, Budget(options_));
      } catch (const OutOfTime& error) {
        for (const auto& members : {to_search, to_sweep}) {
          for (const Member& one : members)
            told(one.number, bounds_because(error, one.position, state_.last_move_cost()));
        }
        return;
      }
      turn->forget_search();
      with_threads(options_.threads, [&] {
        search_all(to_search);
        sweep_all(std::move(to_sweep));
        return true;
      });
    }
    // The tables of larger sweeps are remembered for the positions that contain their starts.
    std::vector<Member> left(left_.begin(), left_.end());
    std::ranges::sort(left, {}, [](const Member& one) { return one.position.layer(); });
    for (const Member& member : left) {
      told(member.number, known_or_why(solver_, member.position, options_));
    }
  }

 private:
  void told(std::size_t number, Attempt known) {
    const std::lock_guard lock(mutex_);
    try {
      // If `found_` waits for tasks of its own, it must not take up one of this batch.
      call_isolated([&] { found_(number, std::move(known)); });
    } catch (...) {
      failed_ = true;
      throw;
    }
  }

  // Polled by all work, which also ends when `found_` has failed.
  bool stopped() const { return failed_ || (options_.stopped && options_.stopped()); }

  // Leaves a member to a separate question, which also finds why it cannot be solved.
  void leave(const Member& member) {
    const std::lock_guard lock(mutex_);
    left_.push_back(member);
  }
  void leave(const std::vector<Member>& members) {
    for (const Member& member : members) leave(member);
  }

  void check_stopped() const {
    if (stopped()) throw Stopped("stopped");
  }

  Poll poll() const {
    return [this] { check_stopped(); };
  }

  // Each thread searches with its own transposition table, one board after the other.
  void search_all(const std::vector<Member>& members) {
    if (members.empty()) return;
    struct Searcher {
      std::unique_ptr<DepthFirstSearch> search;
      std::unique_ptr<Budget> budget;
    };
    const std::uint64_t memory = memory_of_a_thread();
    if (memory < kLeastTable) return leave(members);
    PerThread<Searcher> searchers;
    parallel_loop(std::size_t{0}, members.size(), [&](std::size_t i) {
      const Member& member = members[i];
      Searcher& mine = searchers.local();
      const double begin = steady_seconds();
      mine.budget =
          std::make_unique<Budget>(options_.memory, options_.seconds, [this] { return stopped(); });
      std::optional<Solution> found;
      try {
        if (!mine.search || mine.search->board() != member.position.board) {
          SearchOptions options;
          options.memory_bytes = address_size(memory);
          options.last_move_cost = state_.last_move_cost();
          options.stopped = [&mine] { return mine.budget->stopped(); };
          mine.search.reset();
          mine.search = std::make_unique<DepthFirstSearch>(member.position.board, options);
        }
        const std::uint64_t before = mine.search->nodes();
        Answer answer = mine.search->answer(member.position.drawn);
        found = {.answer = std::move(answer),
                 .method = Method::search,
                 .looked_at = mine.search->nodes() - before,
                 .seconds = steady_seconds() - begin};
      } catch (const SearchStopped&) {
        check_stopped();
        leave(member);
      } catch (const std::bad_alloc&) {  // alone it may have enough
        mine.search.reset();
        leave(member);
      }
      if (found) tell(member, *std::move(found));
    });
  }

  void tell(const Member& member, Solution solution) {
    const Bounds bounds = Bounds::only(solution.answer.value);
    told(member.number, {.bounds = bounds, .solution = std::move(solution)});
  }

  // Runs short sweeps at the same time, each on one thread, because their start-up has one thread
  // and takes most of the time; if they are too few for that, one after the other on all threads.
  // If the first position of a group is too large even for a sweep on all threads, the others form
  // new groups; otherwise all of them are left for later.
  void sweep_all(std::vector<Member> members) {
    const std::uint64_t memory = memory_of_a_thread();
    while (!members.empty()) {
      const std::vector<Group> groups = grouped(std::move(members));
      std::vector<Member> again;
      if (groups.size() < threads()) {
        for (const Group& group : groups) sweep_or_leave(group, memory, again);
      } else {
        parallel_loop(std::size_t{0}, groups.size(), [&](std::size_t i) {
          call_alone([&] { sweep_or_leave(groups[i], memory, again); });
        });
      }
      members = std::move(again);
    }
  }

  void sweep_or_leave(const Group& group, std::uint64_t memory, std::vector<Member>& again) {
    check_stopped();
    if (sweep_shortly(group, memory)) return;
    const bool fits = sweep_may_fit(group.front().position);
    leave(group.front());
    const std::lock_guard lock(mutex_);
    std::vector<Member>& to = fits ? left_ : again;
    to.insert(to.end(), group.begin() + 1, group.end());
  }

  // Returns whether a sweep on all threads would keep to the limits, by its estimate.
  bool sweep_may_fit(const Position& start) const {
    const Budget budget(options_.memory, options_.seconds, {});
    return memory_to_size(start) <= budget.memory() &&
           budget.fits(size_of_sweep(start, budget.memory(), kAnyTime, poll()));
  }

  // Returns the memory that each thread may take: an equal part of what the kept tables and the
  // process leave.
  std::uint64_t memory_of_a_thread() const {
    const std::uint64_t kept = options_.memory > 0 ? state_.bytes() : 0;
    const std::uint64_t held = kept + kProcessBytes;
    const std::uint64_t memory = Budget(options_.memory, 0, {}).memory();
    return (memory - std::min(held, memory)) / threads();
  }

  // Answers the group by one sweep if that is short and fits into memory; returns whether it did.
  bool sweep_shortly(const Group& group, std::uint64_t memory) {
    const double begin = steady_seconds();
    const Position& start = group.front().position;
    if (memory_to_size(start) > memory) return false;
    SweepSize size = size_of_sweep(start, memory, kAnyTime, poll());
    const double limit =
        options_.seconds > 0 ? std::min(options_.seconds, kShortSeconds) : kShortSeconds;
    if (size.seconds > limit) return false;
    const auto sweep = sweep_within(start, state_.last_move_cost(), memory, size, poll());
    if (!sweep) return false;
    std::vector<EdgeSet> required;
    for (const Member& member : group) {
      const std::vector<EdgeSet> more = required_positions(image_of(member.position, member.image));
      required.insert(required.end(), more.begin(), more.end());
    }
    const std::uint64_t computed = sweep->plan().values;
    const int swept_from = sweep->start_layer();
    const Budget budget(options_.memory, options_.seconds, [this] { return stopped(); });
    std::unordered_map<EdgeSet, int> values;
    try {
      values = sweep->run(required, {{}, budget.poll()}).values;
    } catch (const Stopped&) {
      if (stopped()) throw;
      return false;
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Member& member = group[i];
      Answer answer = answer_by(member.position, state_.last_move_cost(), [&](EdgeSet quiet) {
        return values.at(image_of_edges(member.position.board, member.image, quiet));
      });
      tell(member, {.answer = std::move(answer),
                    .method = Method::sweep,
                    .remembered = i > 0,
                    .looked_at = i > 0 ? 0 : computed,
                    .seconds = i > 0 ? 0 : steady_seconds() - begin,
                    .swept_from = swept_from});
    }
    return true;
  }

  static std::uint64_t threads() { return static_cast<std::uint64_t>(loop_threads()); }

  const Solver& solver_;
  SolverState& state_;
  const SolverOptions& options_;
  const FoundInBatch& found_;
  std::mutex mutex_;
  std::atomic<bool> failed_ = false;
  std::vector<Member> left_;  // guarded by mutex_
};

}  // namespace

Attempt bounds_because(const Error& error, const Position& position, LastMoveCost last_move_cost) {
  return {.bounds = bounds_of(position, last_move_cost),
          .why_not = error.what(),
          .code = error.code(),
          .waited = dynamic_cast<const OutOfTimeWaiting*>(&error) != nullptr,
          .error = std::current_exception()};
}

Attempt known_or_why(const Solver& solver, const Position& position, const SolverOptions& options) {
  try {
    try {
      return solver.try_solve(position, options);
    } catch (const std::bad_alloc&) {
      throw OutOfMemory("the system has too little memory for " + to_string(position) +
                        "; free some, or allow less");
    }
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    return bounds_because(error, position, solver.tables().last_move_cost());
  }
}

void solve_batch(const Solver& solver, SolverState& state, std::span<const Position> positions,
                 std::span<const std::size_t> to_search, std::span<const std::size_t> to_sweep,
                 const SolverOptions& options, const FoundInBatch& found) {
  const auto members = [&](std::span<const std::size_t> numbers) {
    std::vector<Member> result;
    for (const std::size_t number : numbers) {
      const Position& position = positions[number];
      result.push_back({number, position, settle(position.board, position.drawn).quiet, Image()});
    }
    return result;
  };
  Batch(solver, state, options, found).solve(members(to_search), members(to_sweep));
}

}  // namespace pipo
