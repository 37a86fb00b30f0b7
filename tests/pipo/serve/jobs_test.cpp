// Positions solved in the background: one job a position, in turn, within limits, and stopped when
// nobody wants them.
#include "pipo/serve/jobs.hpp"

#include <fmt/core.h>

#include <random>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "tests/pipo/serve/served.hpp"
#include "tests/support/random_game.hpp"

namespace pipo::jobs_test {

using std::chrono::milliseconds;
using std::chrono::seconds;
using test::all_pieces;
using test::detail_of;
using test::json;
using test::Served;

// Returns a position of 5x5 with this many random edges drawn. One with 8 takes hours.
Position five_by_five(int drawn, unsigned seed = 1) {
  const Board board(5, 5);
  std::mt19937 random(seed);
  Position position{board, 0};
  while (position.layer() < drawn) position.drawn |= EdgeSet{1} << random() % 60;
  return position;
}

// Small enough for any machine, and yet no search is done with it in a moment.
Position endless() {
  return {Board(4, 4), 1};
}

Job ended(const Jobs& jobs, std::uint64_t id) {
  const Jobs::Follower next = jobs.follow(id);
  Job job = jobs.find(id);
  for (int i = 0; i < 600 && !is_final(job.state); ++i) job = next(job.change, milliseconds(100));
  return job;
}

class JobsTest : public testing::Test {
 protected:
  Solver solver_{Tables({test::small_tables()})};
};

TEST_F(JobsTest, SolvesWhatNoTableCovers) {
  Jobs jobs(solver_, {});
  const Position position = five_by_five(30);
  const Job job = ended(jobs, jobs.submit(position).id);
  ASSERT_EQ(job.state, JobState::done);
  const Answer expected = solver_.solve(position).answer;
  EXPECT_EQ(job.solution->answer.value, expected.value);
  EXPECT_EQ(job.solution->answer.best, expected.best);
}

TEST_F(JobsTest, APositionHasOneJob) {
  Jobs jobs(solver_, {});
  const Job first = jobs.submit(five_by_five(32));
  EXPECT_EQ(jobs.submit(five_by_five(32)).id, first.id);
  ended(jobs, first.id);
  EXPECT_EQ(jobs.submit(five_by_five(32)).id, first.id);
  EXPECT_NE(jobs.submit(five_by_five(33)).id, first.id);
  EXPECT_EQ(jobs.all().size(), 2U);
}

TEST_F(JobsTest, NoMoreThanAreAllowedWait) {
  ServeLimits limits;
  limits.jobs = 2;
  Jobs jobs(solver_, limits);
  const Job running = jobs.submit(endless());
  jobs.submit(five_by_five(40));
  try {
    jobs.submit(five_by_five(41));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.problem().kind, Kind::too_many_jobs);
  }
  jobs.cancel(running.id);
  jobs.submit(five_by_five(41));  // there is room again
}

TEST_F(JobsTest, WhatIsCancelledStopsAndTheNextGoesOn) {
  Jobs jobs(solver_, {});
  const Job first = jobs.submit(endless());
  const Job second = jobs.submit(five_by_five(40));
  EXPECT_EQ(jobs.cancel(first.id).state, JobState::cancelled);
  EXPECT_EQ(ended(jobs, second.id).state, JobState::done);
  EXPECT_EQ(jobs.find(first.id).state, JobState::cancelled);
  EXPECT_FALSE(jobs.find(first.id).solution);
  // Asked for again it is begun again.
  const Job again = jobs.submit(endless());
  EXPECT_NE(again.id, first.id);
  jobs.cancel(again.id);
}

TEST_F(JobsTest, WhatWaitsCanBeCancelled) {
  Jobs jobs(solver_, {});
  const Job first = jobs.submit(endless());
  const Job second = jobs.submit(five_by_five(40));
  EXPECT_EQ(jobs.cancel(second.id).state, JobState::cancelled);
  jobs.cancel(first.id);
  const Job third = jobs.submit(five_by_five(41));
  EXPECT_EQ(ended(jobs, third.id).state, JobState::done);
  EXPECT_EQ(jobs.find(second.id).state, JobState::cancelled);
}

TEST_F(JobsTest, MemoryAndTimeHaveLimits) {
  ServeLimits little;
  little.memory = 1 << 20;
  Jobs jobs(solver_, little);
  const Job large = ended(jobs, jobs.submit(five_by_five(16)).id);
  EXPECT_EQ(large.state, JobState::failed);
  EXPECT_EQ(large.problem->kind, Kind::too_large);
  EXPECT_NE(large.problem->detail.find("1.00 MiB"), std::string::npos) << large.problem->detail;

  ServeLimits short_time;
  short_time.seconds = 1;
  Jobs hurried(solver_, short_time);
  const Job late = ended(hurried, hurried.submit(five_by_five(12)).id);
  EXPECT_EQ(late.state, JobState::failed);
  EXPECT_EQ(late.problem->kind, Kind::too_large);
}

TEST_F(JobsTest, TooLargePositionsSayHowManyEdgesAreMissing) {
  ServeLimits little;
  little.memory = std::uint64_t{64} << 20;
  Jobs jobs(solver_, little);
  const auto missing_of = [&](int drawn) {
    const Job job = ended(jobs, jobs.submit(five_by_five(drawn)).id);
    EXPECT_EQ(job.state, JobState::failed);
    EXPECT_TRUE(job.missing.has_value());
    const std::string words =
        fmt::format("it can be solved when about {} more edges are drawn", job.missing.value_or(0));
    EXPECT_NE(job.problem->detail.find(words), std::string::npos) << job.problem->detail;
    return job.missing.value_or(0);
  };
  // About as many edges are drawn in the end, whatever is drawn at the beginning.
  const int from_8 = missing_of(8);
  const int from_12 = missing_of(12);
  EXPECT_GT(from_12, 1);
  EXPECT_NEAR(8 + from_8, 12 + from_12, 2);
  EXPECT_FALSE(ended(jobs, jobs.submit(five_by_five(40)).id).missing);
}

TEST_F(JobsTest, MoreTimeMaySuffice) {
  Jobs jobs(solver_, {});
  const Job job = ended(jobs, jobs.submit(five_by_five(20), 1e-6).id);
  EXPECT_EQ(job.state, JobState::failed);
  EXPECT_EQ(job.missing, 0);
  EXPECT_TRUE(job.problem->detail.ends_with("; allow more time")) << job.problem->detail;
}

TEST_F(JobsTest, MoreTimeIsAnotherJob) {
  Jobs jobs(solver_, {});
  const Job first = jobs.submit(endless(), 20);
  EXPECT_EQ(jobs.submit(endless(), 20).id, first.id);
  EXPECT_EQ(jobs.submit(endless(), 5).id, first.id);
  const Job longer = jobs.submit(endless());
  EXPECT_NE(longer.id, first.id);
  EXPECT_EQ(longer.seconds, 300);
  // More time adds nothing to a solved position.
  jobs.cancel(first.id);
  jobs.cancel(longer.id);
  const Job quick = ended(jobs, jobs.submit(five_by_five(40), 5).id);
  EXPECT_EQ(jobs.submit(five_by_five(40)).id, quick.id);
}

TEST_F(JobsTest, ReviewsGames) {
  Jobs jobs(solver_, {});
  std::mt19937_64 random(6);
  const Game game = played(Board(3, 3), test::random_game(Board(3, 3), random, true));
  const Job submitted = jobs.submit(game);
  EXPECT_EQ(jobs.submit(game).id, submitted.id);
  EXPECT_NE(jobs.submit(game.position()).id, submitted.id);
  const Job job = ended(jobs, submitted.id);
  ASSERT_EQ(job.state, JobState::done);
  ASSERT_TRUE(job.review);
  EXPECT_TRUE(job.complete());
  EXPECT_EQ(job.review->unknown, 0);
  for (const AnalysedMove& move : job.review->moves) {
    EXPECT_EQ(move.before, Bounds::only(solver_.solve({Board(3, 3), move.drawn}).answer.value));
  }
  Game shorter = game;
  shorter.undo();
  EXPECT_NE(jobs.submit(shorter).id, job.id);
}

// The last moves are known at once, the first ones never; a follower sees what is known so far.
TEST_F(JobsTest, ReviewsSayWhatIsKnownSoFar) {
  Jobs jobs(solver_, {});
  std::mt19937_64 random(7);
  const Job submitted =
      jobs.submit(played(Board(5, 5), test::random_game(Board(5, 5), random, true)), 1);
  const Jobs::Follower next = jobs.follow(submitted.id);
  Job job = submitted;
  int least = 61;
  while (!is_final(job.state)) {
    job = next(job.change, seconds(20));
    if (job.review) {
      EXPECT_LE(job.review->unknown, least);
      least = job.review->unknown;
    }
  }
  EXPECT_EQ(job.state, JobState::done);
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 30);
  EXPECT_FALSE(job.complete());
}

TEST_F(JobsTest, TheEndCancelsAllAndTakesNoMore) {
  Jobs jobs(solver_, {});
  const Job first = jobs.submit(endless());
  const Job second = jobs.submit(five_by_five(40));
  jobs.end();
  EXPECT_EQ(jobs.find(first.id).state, JobState::cancelled);
  EXPECT_EQ(jobs.find(second.id).state, JobState::cancelled);
  EXPECT_THROW(jobs.submit(five_by_five(41)), Refusal);
}

TEST_F(JobsTest, TheOldestAreForgotten) {
  Jobs jobs(solver_, {});
  for (unsigned i = 0; i < 300; ++i) ended(jobs, jobs.submit(five_by_five(50, i + 1)).id);
  EXPECT_LE(jobs.all().size(), 257U);
  EXPECT_THROW(jobs.find(1), Refusal);
  EXPECT_EQ(jobs.find(300).state, JobState::done);
}

TEST(JobReplies, AJobFromItsBeginningToItsEnd) {
  Served served;
  const Parameters position{{"position", to_string(five_by_five(34))}};
  const Reply submitted = served.post("/api/v1/solve", "", position);
  ASSERT_EQ(submitted.status, 202) << submitted.body;
  const std::string at = submitted.headers.at("Location");
  const std::string events = all_pieces(served.get(at + "/events"));
  EXPECT_NE(events.find("event: done\n"), std::string::npos) << events;
  const json job = json::parse(served.get(at).body);
  EXPECT_EQ(job.at("state"), "done");
  EXPECT_TRUE(job.at("problem").is_null());
  const json answer = job.at("answer");
  EXPECT_EQ(answer.at("position"), position.begin()->second);
  EXPECT_EQ(answer.at("moves").size(), 26U);
  EXPECT_EQ(served.post("/api/v1/solve", "", position).status, 200);
  EXPECT_EQ(json::parse(served.get("/api/v1/solve").body).at("jobs").size(), 1U);
  // A job that has ended stays as it is.
  EXPECT_EQ(json::parse(served.ask("DELETE", at).body).at("state"), "done");
  EXPECT_EQ(served.get(at).status, 200);
  for (const char* more : {"x", "/", ".0"}) {
    detail_of(served.get(at + more), 404, "no-such-job");
  }
}

TEST(JobReplies, CancelledByItsClient) {
  Served served;
  const std::string at =
      served.post("/api/v1/solve", "", {{"position", to_string(endless())}}).headers.at("Location");
  EXPECT_EQ(json::parse(served.ask("DELETE", at).body).at("state"), "cancelled");
  EXPECT_NE(all_pieces(served.get(at + "/events")).find("event: cancelled\n"), std::string::npos);
}

// A client may read slowly, and the server keeps only the last jobs that have ended.
TEST(JobReplies, FollowersAreToldTheEndOfAForgottenJob) {
  Served served;
  const Parameters position{{"position", to_string(endless())}};
  const auto submit = [&] {
    return served.post("/api/v1/solve", "", position).headers.at("Location");
  };
  const std::string at = submit();
  const Reply events = served.get(at + "/events");
  std::string first;
  ASSERT_TRUE(events.pieces(first));
  served.ask("DELETE", at);
  for (int i = 0; i < 258; ++i) served.ask("DELETE", submit());
  detail_of(served.get(at), 404, "no-such-job");
  EXPECT_NE(all_pieces(events).find("event: cancelled\n"), std::string::npos);
}

TEST(JobReplies, JobsThatAreNot) {
  Served served;
  for (const char* path :
       {"/api/v1/solve/7", "/api/v1/solve/x", "/api/v1/solve/1x", "/api/v1/solve/7/events",
        "/api/v1/solve/-1", "/api/v1/solve//events", "/api/v1/solve/events"}) {
    detail_of(served.get(path), 404, "no-such-job");
  }
  detail_of(served.post("/api/v1/solve", ""), 400, "bad-input");
}

TEST(JobReplies, FollowersAreCounted) {
  ServeLimits limits;
  limits.connections = 4;  // two of them may follow
  Served served(limits);
  const std::string at =
      served.post("/api/v1/solve", "", {{"position", to_string(endless())}}).headers.at("Location");
  {
    const Reply first = served.get(at + "/events");
    const Reply second = served.get(at + "/events");
    EXPECT_EQ(second.status, 200);
    detail_of(served.get(at + "/events"), 429, "too-many-streams");
  }
  // Those before are gone, and the one that was refused counts no more than they do.
  const Reply third = served.get(at + "/events");
  EXPECT_EQ(served.get(at + "/events").status, 200);
}

}  // namespace pipo::jobs_test
