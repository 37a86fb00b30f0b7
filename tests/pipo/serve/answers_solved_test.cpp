// Answers of the solver to requests about positions that no table covers.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include "pipo/serve/service.hpp"
#include "pipopipette/notation.hpp"
#include "tests/pipo/serve/served.hpp"
#include "tests/support/five_by_five.hpp"

namespace pipo::answers_solved_test {

using test::detail_of;
using test::five_by_five;
using test::json;
using test::Served;

Parameters asked(const Position& position) {
  return {{"position", to_string(position)}};
}

ServeLimits patient() {
  ServeLimits limits;
  limits.request_seconds = 300;
  return limits;
}

// A search of 4x4 takes longer than any test.
const Parameters kLong = {{"position", "4x4:" + std::string(40, '0')}};

TEST(AnswersSolved, PositionsWithoutATableHaveTheOraclesValues) {
  Served served(patient());
  const Board board(1, 4);
  const Values value = oracle_values(board);
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += 61) {
    const Position position{board, drawn};
    for (const char* path : {"/api/v1/value", "/api/v1/moves", "/api/v1/line"}) {
      const Reply reply = served.get(path, asked(position));
      ASSERT_EQ(reply.status, 200) << reply.body;
      const json answer = json::parse(reply.body);
      EXPECT_EQ(answer.at("value"), value(drawn)) << path << to_string(position);
      EXPECT_NE(answer.at("by"), "table");
    }
  }
}

TEST(AnswersSolved, AllPathsAgreeOnFiveByFive) {
  Served served(patient());
  for (const int drawn : {24, 34}) {
    const Position position = five_by_five(drawn);
    const Solution expected = Solver(Tables(std::vector<std::filesystem::path>())).solve(position);
    const auto get = [&](const char* path) {
      return json::parse(served.get(path, asked(position)).body);
    };
    const json moves = get("/api/v1/moves");
    EXPECT_EQ(moves.at("value"), expected.answer.value);
    ASSERT_EQ(moves.at("moves").size(), expected.answer.moves.size());
    for (std::size_t i = 0; i < expected.answer.moves.size(); ++i) {
      EXPECT_EQ(moves.at("moves")[i].at("value"), expected.answer.moves[i].value);
    }
    EXPECT_EQ(get("/api/v1/value").at("value"), expected.answer.value);
    EXPECT_EQ(get("/api/v1/line").at("line").size(), expected.answer.moves.size());
    const json explained = get("/api/v1/explain");
    EXPECT_NE(explained.at("exact").at("by"), "table");
    EXPECT_EQ(explained.at("exact").at("value"), expected.answer.value);
    const json choice = get("/api/v1/choose");
    EXPECT_EQ(choice.at("by"), "solved");
    EXPECT_EQ(choice.at("value"), expected.answer.value);
    EXPECT_TRUE(std::ranges::count(expected.answer.best, choice.at("index").get<int>())) << choice;
  }
}

TEST(AnswersSolved, ExactAnswersMayBeKept) {
  Served served(patient());
  const Position position = five_by_five(40);
  for (const char* path :
       {"/api/v1/value", "/api/v1/moves", "/api/v1/line", "/api/v1/explain", "/api/v1/choose"}) {
    const Reply reply = served.get(path, asked(position));
    EXPECT_EQ(reply.headers.at("Cache-Control"), "public, max-age=86400") << path;
    EXPECT_EQ(served.get(path, asked(position), reply.headers.at("ETag")).status, 304) << path;
  }
}

// A client that has the answer of a rule of thumb must get the exact one.
TEST(AnswersSolved, ExactAnswersHaveAnotherTag) {
  ServeLimits limits;
  limits.request_seconds = 0;
  Served by_theory(limits);
  Served exact(patient());
  const Parameters position = asked(five_by_five(40));
  for (const char* path : {"/api/v1/explain", "/api/v1/choose"}) {
    const Reply reply = by_theory.get(path, position);
    EXPECT_EQ(reply.headers.at("Cache-Control"), "no-cache") << path;
    EXPECT_EQ(exact.get(path, position, reply.headers.at("ETag")).status, 200) << path;
  }
}

TEST(AnswersSolved, BeyondTheLimitsAJobIsNamed) {
  Served served;
  for (const char* path : {"/api/v1/value", "/api/v1/moves", "/api/v1/line"}) {
    const std::string detail = detail_of(served.get(path, kLong), 422, "beyond-limits");
    EXPECT_NE(detail.find("make one"), std::string::npos) << detail;
    EXPECT_NE(detail.find("1.00 s"), std::string::npos) << detail;
    EXPECT_NE(detail.find("POST /api/v1/solve?position=4x4:0"), std::string::npos) << detail;
  }
  EXPECT_TRUE(json::parse(served.get("/api/v1/explain", kLong).body).at("exact").is_null());
  EXPECT_NE(json::parse(served.get("/api/v1/choose", kLong).body).at("by"), "solved");
}

// The server advises a job only if it would begin to solve the position.
TEST(AnswersSolved, AJobThatWouldBeRefusedIsNotAdvised) {
  ServeLimits limits;
  limits.seconds = 2;
  const auto advised = [](Served& served, const Position& position) {
    const std::string detail =
        detail_of(served.get("/api/v1/moves", asked(position)), 422, "beyond-limits");
    EXPECT_EQ(detail.find("allow "), std::string::npos) << detail;
    return detail.find("POST /api/v1/solve?position=") != std::string::npos;
  };
  Served served(limits);
  EXPECT_FALSE(advised(served, {Board(6, 6), {}}));
  EXPECT_FALSE(advised(served, {Board(5, 5), {}}));
  limits.seconds = 300;
  limits.jobs = 0;
  Served without_jobs(limits);
  EXPECT_FALSE(advised(without_jobs, {Board(4, 4), 0}));
}

TEST(AnswersSolved, LittleMemoryIsALimit) {
  ServeLimits limits = patient();
  limits.memory = 1 << 20;
  Served served(limits);
  const std::string detail =
      detail_of(served.get("/api/v1/moves", asked(five_by_five(24))), 422, "beyond-limits");
  EXPECT_NE(detail.find("1.00 MiB"), std::string::npos) << detail;
}

TEST(AnswersSolved, WhatAJobSolvedIsRemembered) {
  ServeLimits limits;
  limits.request_seconds = 300;
  Served served(limits);
  const Position position = five_by_five(22);
  const std::string at = served.post("/api/v1/solve", "", asked(position)).headers.at("Location");
  test::all_pieces(served.get(at + "/events"));
  Position later = position;
  later.drawn |= later.drawn + 1;  // draws the first open edge
  // Nothing is left to do for the solver, which may only look at what it remembers.
  const Attempt known = served.service().solver.try_solve(later, {.seconds = 1e-9});
  ASSERT_TRUE(known.solution) << known.why_not;
  EXPECT_TRUE(known.solution->remembered);
  EXPECT_EQ(json::parse(served.get("/api/v1/value", asked(later)).body).at("by"), "sweep");
}

TEST(AnswersSolved, ARequestWaitsForAJobOnlyAsLongAsItMay) {
  Served served;
  const std::string at = served.post("/api/v1/solve", "", kLong).headers.at("Location");
  // A job with a plan holds the solver.
  while (json::parse(served.get(at).body).at("plan").is_null()) std::this_thread::yield();
  const auto begin = std::chrono::steady_clock::now();
  // The same request may be answered later, unlike one that takes too long itself.
  const Reply waited = served.get("/api/v1/moves", asked(five_by_five(24)));
  detail_of(waited, 503, "busy");
  EXPECT_EQ(waited.headers.at("Retry-After"), "1");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(5));
  EXPECT_FALSE(is_final(served.service().jobs.find(1).state));
  EXPECT_EQ(served.get("/api/v1/moves", {{"position", "2x2:000000000000"}}).status, 200);
  served.ask("DELETE", at);
}

TEST(AnswersSolved, TheEndStopsThem) {
  Served served(patient());
  std::thread end([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    served.service().end();
  });
  detail_of(served.get("/api/v1/moves", kLong), 503, "ending");
  end.join();
}

TEST(AnswersSolved, TheyAreCounted) {
  Served served(patient());
  served.get("/api/v1/value", {{"position", "1x1:0000"}});
  served.get("/api/v1/moves", asked(five_by_five(40)));
  served.get("/api/v1/explain", asked(five_by_five(40)));
  const std::string text = served.get("/metrics").body;
  EXPECT_NE(text.find("pipo_answers_total{by=\"table\"} 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("pipo_answers_total{by=\"search\"} 2\n"), std::string::npos) << text;
}

}  // namespace pipo::answers_solved_test
