// The events of an analysis, in their order: of a position that a table has, that is solved, that
// is neither.
#include "answers/analyse.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "tests/support/five_by_five.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"

namespace pipo::test::analyse_test {

// Less than any solving takes.
constexpr double kNoTime = 1e-6;

// Takes long, but no more memory than any machine has.
const char* const kEndless = "4x4:1000000000000000000000000000000000000000";

struct Told {
  std::vector<std::string> names;  // those that repeat at once are named once
  std::vector<std::pair<std::string, Json>> events;

  const Json& last(const std::string& name) const {
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
      if (event->first == name) return event->second;
    }
    throw std::out_of_range(name);
  }

  Tell into() {
    return [this](std::string_view name, const Json& data) {
      if (names.empty() || names.back() != name) names.emplace_back(name);
      events.emplace_back(name, data);
    };
  }
};

Told told(const std::string& text, const Solver& solver, const AnalyseOptions& options = {}) {
  Told all;
  analyse(read_line({}, text), {solver, solver.options()}, options, all.into());
  for (const auto& [name, data] : all.events) {
    if (name != "progress") {
      EXPECT_EQ(data.at("position"), text) << name;
    }
  }
  return all;
}

using Names = std::vector<std::string>;

const std::vector<std::filesystem::path> kNone;

TEST(PositionAnalysis, ATableAnswersAtOnce) {
  const Solver solver(Tables({small_tables()}));
  const Told all = told("3x3:110001000011101010101000", solver);
  EXPECT_EQ(all.names, (Names{"moves", "explanation", "done"}));
  EXPECT_EQ(all.last("moves").at("value"), 3);
  EXPECT_EQ(all.last("moves").at("by"), "table");
  EXPECT_EQ(all.last("explanation").at("exact").at("value"), 3);
  EXPECT_EQ(all.last("done").at("by"), "table");
}

TEST(PositionAnalysis, TheScoreIsCounted) {
  const Solver solver(Tables({small_tables()}));
  Told all;
  const ParsedGame given = read_line({"moves", false, {}}, "2x2 h0.0; h1.0; v0.0; v0.1; h0.1");
  EXPECT_EQ(analyse(given, {solver, {}}, {}, all.into()), Method::table);
  for (const char* name : {"moves", "explanation"}) {
    EXPECT_EQ(all.last(name).at("mover_score"), Json({0, 1})) << name;
  }
}

TEST(PositionAnalysis, FromBoundsToTheExactValues) {
  const Solver solver{Tables(kNone)};
  const Position position = five_by_five(17);
  const Told all = told(to_string(position), solver, {.longest = 300});
  EXPECT_EQ(all.names,
            (Names{"bounds", "explanation", "guess", "progress", "moves", "explanation", "done"}));
  const int value = solver.solve(position).answer.value;
  EXPECT_EQ(all.last("moves").at("value"), value);
  EXPECT_EQ(all.last("moves").at("swept_from"), 17);
  const Json& bounds = all.last("bounds").at("value_bounds");
  EXPECT_LE(bounds[0], value);
  EXPECT_GE(bounds[1], value);
  EXPECT_TRUE(all.events.at(1).second.at("exact").is_null());
  EXPECT_EQ(all.last("explanation").at("exact").at("value"), value);
  const Json& progress = all.last("progress");
  EXPECT_EQ(progress.at("state"), "running");
  EXPECT_EQ(progress.at("progress").at("total"), progress.at("plan").at("values"));
  EXPECT_EQ(all.last("done").at("by"), "sweep");
}

TEST(PositionAnalysis, BeyondTheLimits) {
  const Solver solver(Tables(kNone), {.seconds = kNoTime});
  const Told all =
      told(to_string(five_by_five(0)), solver, {.longest = 60, .more = "buy a machine"});
  EXPECT_EQ(all.names, (Names{"bounds", "explanation", "guess", "progress", "unsolved", "done"}));
  const Json& unsolved = all.last("unsolved");
  EXPECT_EQ(unsolved.at("reason"), "beyond-limits");
  EXPECT_GT(unsolved.at("missing_edges"), 0);
  EXPECT_NE(unsolved.at("detail").get<std::string>().find("more edges are drawn"),
            std::string::npos);
  EXPECT_TRUE(all.last("done").at("by").is_null());
  // More time than it had suffices for this one.
  const Told later = told(to_string(five_by_five(20)), solver, {.longest = 3600});
  EXPECT_EQ(later.last("unsolved").at("missing_edges"), 0);
  EXPECT_TRUE(
      later.last("unsolved").at("detail").get<std::string>().ends_with("; allow more time"));
}

TEST(PositionAnalysis, ABetterGuessInTheRestOfTheTime) {
  // Too little memory for the position, and enough for later ones. A busy machine needs more time
  // before it begins to compare moves.
  Told all;
  for (double seconds = 2; seconds < 200; seconds *= 4) {
    const Solver solver(Tables(kNone), {.memory = std::uint64_t{64} << 20, .seconds = seconds});
    all = told(kEndless, solver, {.longest = seconds, .seed = 3});
    if (all.last("guess").at("by") == "sampled") break;
  }
  ASSERT_EQ(all.names,
            (Names{"bounds", "explanation", "guess", "progress", "unsolved", "guess", "done"}));
  EXPECT_EQ(all.last("guess").at("by"), "sampled");
}

// The state is that of the position before the solver has made a plan, which a search never makes.
TEST(PositionAnalysis, WaitsForOtherQuestionsAndThenRuns) {
  const Solver solver{Tables(kNone)};
  std::atomic<bool> begun = false;
  std::atomic<bool> over = false;
  std::thread other([&] {
    SolverOptions endless;
    endless.planned = [&](const SweepPlan&) { begun = true; };
    endless.stopped = [&] { return over.load(); };
    EXPECT_THROW(solver.solve(parse_position(kEndless), endless), Stopped);
  });
  while (!begun) std::this_thread::yield();
  Told all;
  const Tell into = all.into();
  const Tell tell = [&](std::string_view name, const Json& data) {
    into(name, data);
    if (name == "progress") over = true;
  };
  analyse(read_line({}, to_string(five_by_five(17))), {solver, {}}, {}, tell);
  other.join();
  std::vector<std::string> states;
  for (const auto& [name, data] : all.events) {
    if (name == "progress" && data.at("plan").is_null()) states.push_back(data.at("state"));
  }
  EXPECT_EQ(states, (Names{"queued", "running"}));
  EXPECT_EQ(all.last("done").at("by"), "sweep");
}

// The first layers of a table have the value, and the moves lead behind them.
TEST(PositionAnalysis, AValueWithoutThoseOfTheMoves) {
  const TemporaryFolder folder;
  KeptLayers::Layers first;
  for (const std::size_t layer : {0, 1, 2, 3}) first.set(layer);
  write_thinned(small_tables() / "3x3", folder.path(), KeptLayers(0, 24, first));
  const Solver solver(Tables({folder.path()}), {.seconds = kNoTime});
  const std::string position = "3x3:100100100000000000000000";
  const Told all = told(position, solver);
  EXPECT_EQ(all.names, (Names{"value", "explanation", "guess", "progress", "unsolved", "done"}));
  EXPECT_EQ(all.last("value").at("value"),
            Tables({small_tables()}).value(parse_position(position)));
}

TEST(PositionAnalysis, OnlyTables) {
  const Solver solver(Tables(kNone), {.only = Method::table});
  const Told all = told(kEndless, solver);
  EXPECT_EQ(all.names, (Names{"bounds", "explanation", "guess", "unsolved", "done"}));
  EXPECT_EQ(all.last("unsolved").at("reason"), "no-table");
}

TEST(PositionAnalysis, LongWorkNeedsAPlace) {
  const Solver solver{Tables(kNone)};
  AnalyseOptions full;
  full.begin_work = []() -> std::shared_ptr<void> { throw NotNow("too-many-jobs", "later"); };
  const Told all = told(kEndless, solver, full);
  EXPECT_EQ(all.names, (Names{"bounds", "explanation", "guess", "unsolved", "done"}));
  EXPECT_EQ(all.last("unsolved").at("reason"), "too-many-jobs");
  EXPECT_EQ(all.last("unsolved").at("detail"), "later");
  // Values that are known at once need none, and a place is given back.
  EXPECT_EQ(told(to_string(five_by_five(50)), solver, full).names.front(), "moves");
  const auto place = std::make_shared<int>();
  AnalyseOptions counted;
  counted.begin_work = [&] { return place; };
  const Solver quick(Tables(kNone), {.seconds = kNoTime});
  const Tell holds = [&](std::string_view name, const Json&) {
    EXPECT_EQ(place.use_count(), name == "progress" || name == "unsolved" || name == "done" ? 2 : 1)
        << name;
  };
  analyse(read_line({}, kEndless), {quick, quick.options()}, counted, holds);
  EXPECT_EQ(place.use_count(), 1);
}

TEST(PositionAnalysis, EndsWhenItIsCancelled) {
  std::atomic<bool> stopped = false;
  const Solver solver(Tables(kNone), {.stopped = [&] { return stopped.load(); }});
  const ParsedGame given = read_line({}, kEndless);
  Names names;
  const Tell tell = [&](std::string_view name, const Json&) {
    names.emplace_back(name);
    stopped = name == "progress";
  };
  EXPECT_THROW(analyse(given, {solver, solver.options()}, {}, tell), Stopped);
  EXPECT_EQ(names, (Names{"bounds", "explanation", "guess", "progress"}));
}

TEST(PositionAnalysis, TheFullBoard) {
  const Solver solver{Tables(kNone)};
  const Told all = told("1x1:1111", solver);
  EXPECT_EQ(all.names, (Names{"moves", "explanation", "done"}));
  EXPECT_TRUE(all.last("moves").at("moves").empty());
}

}  // namespace pipo::test::analyse_test
