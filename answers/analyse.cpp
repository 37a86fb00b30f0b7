#include "answers/analyse.hpp"

#include <algorithm>

#include "answers/explained.hpp"
#include "answers/values.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/steady_seconds.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"

namespace pipo {
namespace {

// The time in which values count as known at once: by a table, a remembered sweep, a short search.
constexpr double kAtOnce = 0.1;

// The least time in which a comparison of moves by samples may find something.
constexpr double kLeastSampling = 0.05;

class Analysis {
 public:
  Analysis(const ParsedGame& given, const ValueSource& source, const AnalyseOptions& options,
           const Tell& tell)
      : position_(given.game.position()),
        turn_and_score_(given.turn_and_score),
        solver_(source.solver),
        limits_(source.limits),
        options_(options),
        tell_(tell) {}

  std::optional<Method> run() {
    Attempt known = at_once();
    if (known.solution) return found(*std::move(known.solution));
    tell_what_is_certain(known.bounds);
    explain();
    const bool exact = guess_at_once();
    if (limits_.only != Method::table) return solve(std::move(known), exact);
    unsolved("no-table", "no table covers it", {});
    return done({});
  }

 private:
  void check_stopped() const {
    if (limits_.stopped && limits_.stopped()) throw Stopped("stopped");
  }

  Attempt at_once() const {
    SolverOptions limits = limits_;
    limits.seconds = limits_.seconds > 0 ? std::min(limits_.seconds, kAtOnce) : kAtOnce;
    return solver_.try_solve(position_, limits);
  }

  void tell_what_is_certain(const Bounds& bounds) const {
    const Tables& tables = solver_.tables();
    if (const auto value = tables.find_value(position_)) {
      const SourcedValue found{.value = *value,
                               .atlas = tables.in_atlas(position_),
                               .computed = tables.computes(position_),
                               .last_move_cost = tables.last_move_cost()};
      return tell_("value", value_json(position_, found, turn_and_score_));
    }
    Json json{{"position", to_string(position_)},
              {"layer", position_.layer()},
              {"value_bounds", {bounds.lower, bounds.upper}}};
    add_turn_and_score(json, position_, turn_and_score_, {}, tables.last_move_cost());
    tell_("bounds", json);
  }

  void explain() {
    explain_by_theory();
    check_stopped();
    tell_("explanation", explained_json(*explained_));
  }

  void explain_by_theory() {
    explained_ = explained_by_theory(position_, turn_and_score_, solver_.tables().last_move_cost());
  }

  // Returns whether the guess is a best move.
  bool guess_at_once() const {
    const bool has_value = solver_.tables().find_value(position_).has_value();
    SolverOptions by_table = limits_;
    by_table.only = Method::table;
    const Choice choice = has_value
                              ? Player(solver_, {.seed = options_.seed}).choose(position_, by_table)
                              : choose_by_theory(position_, options_.seed, kTimeOfTheory,
                                                 solver_.tables().last_move_cost());
    check_stopped();
    tell_("guess", choice_json(position_, choice));
    return choice.by == Knowledge::table;
  }

  // `known` is the result of at_once().
  std::optional<Method> solve(Attempt known, bool exact) {
    std::shared_ptr<void> held;
    try {
      if (options_.begin_work) held = options_.begin_work();
    } catch (const NotNow& reason) {
      unsolved(reason.reason, reason.what(), {});
      return done({});
    }
    const double begin = steady_seconds();
    Json progress{{"state", "running"}, {"plan", nullptr}, {"progress", nullptr}};
    SolverOptions limits = limits_;
    if (known.waited) {
      progress["state"] = "queued";
      limits.waited = [&](double seconds) {
        if (limits_.waited) limits_.waited(seconds);
        if (limits_.seconds > 0 && seconds >= limits_.seconds) return;  // it gives up
        progress["state"] = "running";
        tell_("progress", progress);
      };
    }
    tell_("progress", progress);
    limits.planned = [&](const SweepPlan& plan) {
      progress["plan"] = plan_json(plan);
      tell_("progress", progress);
    };
    limits.progress = [&](const SweepProgress& state) {
      progress["progress"] = progress_json(state);
      tell_("progress", progress);
    };
    known = solver_.try_solve(position_, limits);
    if (known.solution) return found(*std::move(known.solution));
    refused(known);
    if (!exact) guess_better(begin);
    return done({});
  }

  void refused(const Attempt& known) const {
    if (known.waited) return unsolved("busy", known.why_not, {});
    const Budget most(limits_.memory, options_.longest, limits_.stopped);
    const auto missing = edges_missing(position_, most);
    const bool more = limits_.seconds > 0 && limits_.seconds < most.seconds_left();
    unsolved("beyond-limits",
             facts_of(known) + "; " + remedy_of(position_, more, missing, most, options_.more),
             missing);
  }

  void unsolved(std::string_view reason, std::string_view detail,
                std::optional<int> missing) const {
    tell_("unsolved", {{"position", to_string(position_)},
                       {"reason", reason},
                       {"detail", detail},
                       {"missing_edges", or_null(missing)}});
  }

  // Compares the moves by samples in the rest of the time.
  void guess_better(double begin) const {
    SolverOptions rest = limits_;
    if (limits_.seconds > 0) rest.seconds = limits_.seconds - (steady_seconds() - begin);
    if (limits_.seconds > 0 && rest.seconds < kLeastSampling) return;
    const auto choice = Player(solver_, {.seed = options_.seed}).by_samples(position_, rest);
    check_stopped();
    if (choice) tell_("guess", choice_json(position_, *choice));
  }

  std::optional<Method> found(Solution solution) {
    const Method by = solution.method;
    Json moves = answer_json(solution.answer);
    add_turn_and_score(moves, position_, turn_and_score_, solution.answer.value,
                       solution.answer.table.last_move_cost);
    moves["by"] = word(by);
    if (solution.swept_from) moves["swept_from"] = *solution.swept_from;
    tell_("moves", moves);
    if (!explained_) explain_by_theory();
    check_stopped();
    SharedTime time(solver_, limits_);
    add_exact(*explained_, std::move(solution), time);
    tell_("explanation", explained_json(*explained_));
    return done(by);
  }

  std::optional<Method> done(std::optional<Method> by) const {
    tell_("done", {{"position", to_string(position_)}, {"by", by ? Json(word(*by)) : Json()}});
    return by;
  }

  const Position& position_;
  const TurnAndScore& turn_and_score_;
  const Solver& solver_;
  const SolverOptions& limits_;
  const AnalyseOptions& options_;
  const Tell& tell_;
  std::optional<Explained> explained_;  // without exact values, until they are found
};

}  // namespace

std::optional<Method> analyse(const ParsedGame& given, const ValueSource& source,
                              const AnalyseOptions& options, const Tell& tell) {
  return Analysis(given, source, options, tell).run();
}

}  // namespace pipo
