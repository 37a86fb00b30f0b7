#include "player/player.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/rules.hpp"
#include "player/rules.hpp"
#include "player/sampling.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

// The most positions searched to count the opponent's replies after runs of captures, whose order
// branches. Beyond that, a move counts as if every reply kept the value.
constexpr std::size_t kMostLookedAt = 2000;

bool smaller(const ReplyCount& a, const ReplyCount& b) {
  return a.keep * b.moves < b.keep * a.moves;
}

// Returns the part of a move's time that solving leaves, in seconds. If it is stopped, the sweep
// has memory to free, the more the longer it ran, and the theory takes some time, too: 0.25 to 0.4
// s were measured after 4 s.
double reserve(double seconds) {
  return 0.02 * seconds + std::min(0.1 * seconds, 0.25);
}

// The longest time to count replies without a table, in seconds. Remembered values take much less.
constexpr double kLongestCount = 0.5;

// The time limit of a question that comes when the time is over.
constexpr double kLeastSeconds = 1e-9;

// More samples are hardly better, and take time that only a player without a limit has.
constexpr int kMostSamples = 30;

// Searches the captures of one turn, until `end`, by steady_seconds().
class ReplySearch {
 public:
  ReplySearch(const Solver& solver, SolverOptions options, double end)
      : solver_(solver), options_(std::move(options)), end_(end) {}

  ReplyCount after(Position position, int edge, bool captures) {
    position.drawn.insert(edge);
    if (position.open() == 0) return {};
    if (const auto seen = seen_.find(position.drawn); captures && seen != seen_.end()) {
      return seen->second;
    }
    if (++asked_ > kMostLookedAt) return {};
    const auto found = answer_of(position);
    if (!found) return {};
    const Answer& answer = *found;
    if (!captures) {
      return {static_cast<int>(answer.best.size()), static_cast<int>(answer.moves.size())};
    }
    ReplyCount least;
    for (const MoveValue& move : answer.moves) {
      if (move.value != answer.value) continue;
      const ReplyCount replies = after(position, move.edge, move.captures > 0);
      if (smaller(replies, least)) least = replies;
    }
    return seen_[position.drawn] = least;
  }

 private:
  // Returns nothing, for all later positions too, once the time is over. Tables may know a position
  // and omit the layers behind it.
  std::optional<Answer> answer_of(const Position& position) {
    const bool by_tables = options_.only == Method::table;
    SolverOptions left = options_;
    left.seconds = end_ - steady_seconds();
    if (left.seconds > 0) {
      auto known = solver_.try_solve(position, by_tables ? options_ : left);
      if (known.solution) return std::move(known.solution->answer);
      if (by_tables) return {};
    }
    asked_ = kMostLookedAt;
    return {};
  }

  const Solver& solver_;
  const SolverOptions options_;
  const double end_;
  std::size_t asked_ = 0;
  std::map<IndexSet, ReplyCount> seen_;  // positions where the same player moves again
};

const MoveValue& move_of(const Answer& answer, int edge) {
  for (const MoveValue& move : answer.moves) {
    if (move.edge == edge) return move;
  }
  throw BadInput(fmt::format("{} is drawn already", edge_name(answer.position.board, edge)));
}

std::string reason(const Answer& answer, const ReplyCount& replies) {
  const auto all = static_cast<std::size_t>(answer.position.open().size());
  std::string text = fmt::format(
      "exact: {}{} of {} {} {}", answer.moves.size() < all ? "at least " : "", answer.best.size(),
      all, all == 1 ? "move keeps" : "moves keep", signed_number(answer.value));
  if (answer.best.size() > 1 && replies.keep < replies.moves) {
    text += fmt::format("; after this one {} of the opponent's {} replies {} the value",
                        replies.keep, replies.moves, replies.keep == 1 ? "keeps" : "keep");
  }
  return text;
}

// Returns the search for replies after a position that was solved in this way.
ReplySearch counting(const Solver& solver, Method method, SolverOptions options, double end) {
  if (method == Method::table) {
    options.only = Method::table;
  } else {
    end = std::min(end, steady_seconds() + kLongestCount);
  }
  return {solver, std::move(options), end};
}

// Returns the value of a position and of some of its moves, a best one among them, as far as tables
// have them. Returns nothing if they have none or all: then a sweep or they answer.
std::optional<Answer> best_of_some(const Tables& tables, const Position& position) {
  if (!tables.covers(position) || tables.covers_moves(position)) return {};
  Answer answer;
  answer.position = position;
  answer.value = tables.value(position);
  for (const int edge : position.open().members()) {
    Position after = position;
    after.drawn.insert(edge);
    const std::optional<int> next = tables.find_value(after);
    if (!next) continue;
    const int captures = completed_by(position, edge).size();
    const int value = captures > 0 ? captures + *next : -*next;
    answer.moves.push_back({.edge = edge, .captures = captures, .value = value});
    if (value == answer.value) answer.best.push_back(edge);
  }
  if (answer.best.empty()) return {};
  return answer;
}

// Returns the end of a time limit that begins now, by steady_seconds().
double end_of(double seconds) {
  return seconds > 0 ? steady_seconds() + seconds : std::numeric_limits<double>::infinity();
}

}  // namespace

std::string_view word(Knowledge knowledge) {
  constexpr std::array kWords = {"table", "solved", "sampled", "theory", "rule-of-thumb"};
  return kWords.at(static_cast<std::size_t>(knowledge));
}

Choice Player::by_values(const Solution& solution, const SolverOptions& options, double end) const {
  const Answer& answer = solution.answer;
  ReplySearch search = counting(solver_, solution.method, options, end);
  std::vector<int> hardest = answer.best;  // those with the smallest fraction of replies
  ReplyCount least;
  if (answer.best.size() > 1) {
    hardest.clear();
    for (const int edge : answer.best) {
      const ReplyCount replies =
          search.after(answer.position, edge, move_of(answer, edge).captures > 0);
      if (!hardest.empty() && smaller(least, replies)) continue;
      if (smaller(replies, least)) hardest.clear();
      hardest.push_back(edge);
      least = replies;
    }
  }
  const int chosen = random_edge(hardest, answer.position, how_.seed);
  const Knowledge by = solution.method == Method::table ? Knowledge::table : Knowledge::solved;
  return {chosen, by, answer.value, reason(answer, least)};
}

Player::Player(Solver solver, const PlayerOptions& options)
    : solver_(options.level == kStrongest
                  ? std::move(solver)
                  : Solver(Tables(std::vector<std::filesystem::path>(),
                                  {.no_atlas = true,
                                   .last_move_cost = solver.tables().last_move_cost()}),
                           solver.options())),
      how_(options) {
  if (options.level < kWeakest || options.level > kStrongest) {
    throw BadInput(
        fmt::format("{} is not a level; levels are {} to {}", options.level, kWeakest, kStrongest));
  }
}

Choice Player::choose(const Position& position, const SolverOptions& options) const {
  if (position.open() == 0) throw BadInput("the game is over: every edge is drawn");
  const double theory =
      options.seconds > 0 ? std::min(options.seconds, kTimeOfTheory) : kTimeOfTheory;
  const LastMoveCost cost = solver_.tables().last_move_cost();
  if (how_.level < kLevelOfTheory) {
    return choose_by_rules(position, how_.level, how_.seed, theory, cost);
  }
  const auto limits = limits_of_level(how_.level, position, options);
  if (!limits) return choose_by_theory(position, how_.seed, theory, cost);
  return by_solver(position, *limits, steady_seconds());
}

// The time of the options counts from `begin`, by steady_seconds().
Choice Player::by_solver(const Position& position, const SolverOptions& options,
                         double begin) const {
  const bool limited = options.seconds > 0;
  const double end = limited ? begin + options.seconds : std::numeric_limits<double>::infinity();
  const double end_of_solving = end - reserve(options.seconds);
  const auto left = [&] {
    SolverOptions rest = options;
    if (limited) rest.seconds = std::max(end_of_solving - steady_seconds(), kLeastSeconds);
    return rest;
  };
  try {
    if (!how_.samples_only && options.only.value_or(Method::table) == Method::table) {
      // A best move at once is better than all of them later.
      if (auto some = best_of_some(solver_.tables(), position)) {
        return by_values(Solution{.answer = *std::move(some)}, options, end_of_solving);
      }
    }
    if (!how_.samples_only) {
      const Attempt known = solver_.try_solve(position, left());  // tables answer at any time
      if (known.solution) return by_values(*known.solution, options, end_of_solving);
    }
    if (steady_seconds() < end_of_solving) {
      if (const auto choice = by_samples(position, left())) return *choice;
    }
  } catch (const DamagedTable&) {
    if (options.only != Method::table) {
      SolverOptions without_table = options;
      without_table.only = Method::sweep;
      return by_solver(position, without_table, begin);
    }
  }
  return choose_by_theory(position, how_.seed, limited ? end - steady_seconds() : kTimeOfTheory,
                          solver_.tables().last_move_cost());
}

std::optional<Choice> Player::by_samples(const Position& position,
                                         const SolverOptions& options) const {
  if (how_.level < kStrongest || options.only) return {};
  const auto found = sample_moves(position, solver_, options, how_.seed, kMostSamples);
  if (!found) return {};
  return Choice{random_edge(found->best, position, how_.seed),
                Knowledge::sampled,
                {},
                fmt::format("not exact: the best move on average in {} later positions with {} "
                            "drawn edges, which were solved",
                            found->samples, found->drawn)};
}

std::unique_ptr<Pondering> Player::ponder(const Position& position,
                                          const SolverOptions& options) const {
  const bool solves = how_.level == kStrongest && !options.only && !how_.samples_only;
  if (!solves || position.open() == 0) return nullptr;
  return std::make_unique<Pondering>(solver_, position, options);
}

ReplyCount Player::replies_after(const Position& position, int edge) const {
  const Solution solution = solver_.solve(position);
  const MoveValue move = move_of(solution.answer, edge);
  const SolverOptions& options = solver_.options();
  return counting(solver_, solution.method, options, end_of(options.seconds))
      .after(position, edge, move.captures > 0);
}

Pondering::Pondering(Solver solver, const Position& position, SolverOptions options) {
  options.seconds *= kTimesLonger;
  options.planned = {};
  options.progress = {};
  options.searching = {};
  options.stopped = [this, asked = std::move(options.stopped)] {
    return stop_ || (asked && asked());
  };
  try {
    thread_ = std::thread([solver = std::move(solver), position, options = std::move(options)] {
      try {
        static_cast<void>(solver.try_solve(position, options));
      } catch (const std::exception&) {
        // The question about the next move reports what is wrong.
      }
    });
  } catch (const std::system_error&) {
    // No thread can be started: the player thinks in its own time only.
  }
}

Pondering::~Pondering() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace pipo
