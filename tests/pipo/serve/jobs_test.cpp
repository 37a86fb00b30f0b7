// Positions solved in the background: one job a position, in turn, within limits, and stopped when
// nobody wants them.
#include "pipo/serve/jobs.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <random>

#include "tests/pipo/support.hpp"
#include "tests/support/five_by_five.hpp"
#include "tests/support/random_game.hpp"

namespace pipo::test::jobs_test {

using std::chrono::milliseconds;
using test::five_by_five;

// Small enough for any machine, but no search finishes it quickly.
Position endless() {
  return {Board(4, 4), 1};
}

// A position that is only sized.
Position large_position(int drawn) {
  return test::with_random_edges(Board::parse(test::kTooLarge), drawn);
}

Job ended(const Jobs& jobs, std::uint64_t id) {
  const Jobs::Follower next = jobs.follow(id);
  Job job = jobs.find(id);
  // The limit is for a hang.
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!is_final(job.state) && std::chrono::steady_clock::now() < end) {
    job = next(job.change, milliseconds(100));
  }
  return job;
}

class JobsTest : public testing::Test {
 protected:
  Solver solver_{Tables(std::vector<std::filesystem::path>())};
  Clients clients_{{}};
};

TEST_F(JobsTest, SolvesWhatNoTableCovers) {
  Jobs jobs(solver_, {}, clients_);
  const Position position = five_by_five(30);
  const Job job = ended(jobs, jobs.submit(position).id);
  ASSERT_EQ(job.state, JobState::done);
  const Answer expected = solver_.solve(position).answer;
  EXPECT_EQ(job.solution->answer.value, expected.value);
  EXPECT_EQ(job.solution->answer.best, expected.best);
}

TEST_F(JobsTest, AreCountedByState) {
  Jobs jobs(solver_, {}, clients_);
  const auto count = [&](JobState state) {
    return jobs.counts().at(static_cast<std::size_t>(state));
  };
  EXPECT_EQ(jobs.counts(), JobCounts{});
  ended(jobs, jobs.submit(five_by_five(30)).id);
  EXPECT_EQ(count(JobState::done), 1U);
  const Job running = jobs.submit(endless());
  jobs.submit(large_position(1));
  EXPECT_EQ(count(JobState::queued) + count(JobState::running), 2U);
  jobs.cancel(running.id);
  EXPECT_EQ(count(JobState::cancelled), 1U);
  const JobCounts counts = jobs.counts();
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), jobs.all().size());
}

TEST_F(JobsTest, APositionHasOneJob) {
  Jobs jobs(solver_, {}, clients_);
  const Job first = jobs.submit(five_by_five(32));
  EXPECT_EQ(jobs.submit(five_by_five(32)).id, first.id);
  ended(jobs, first.id);
  EXPECT_EQ(jobs.submit(five_by_five(32)).id, first.id);
  EXPECT_NE(jobs.submit(five_by_five(33)).id, first.id);
  EXPECT_EQ(jobs.all().size(), 2U);
}

TEST_F(JobsTest, NoMoreThanAreAllowedWait) {
  JobLimits limits;
  limits.jobs = 2;
  Jobs jobs(solver_, limits, clients_);
  const Job running = jobs.submit(endless());
  jobs.submit(five_by_five(40));
  EXPECT_THROW(jobs.submit(five_by_five(41)), TooManyJobs);
  jobs.cancel(running.id);
  jobs.submit(five_by_five(41));  // there is room again
}

TEST_F(JobsTest, WhatIsCancelledStopsAndTheNextGoesOn) {
  Jobs jobs(solver_, {}, clients_);
  const Job first = jobs.submit(endless());
  const Job second = jobs.submit(five_by_five(40));
  EXPECT_EQ(jobs.cancel(first.id).state, JobState::cancelled);
  EXPECT_EQ(ended(jobs, second.id).state, JobState::done);
  EXPECT_EQ(jobs.find(first.id).state, JobState::cancelled);
  EXPECT_FALSE(jobs.find(first.id).solution);
  // A second request begins it again.
  const Job again = jobs.submit(endless());
  EXPECT_NE(again.id, first.id);
  jobs.cancel(again.id);
}

TEST_F(JobsTest, WhatWaitsCanBeCancelled) {
  Jobs jobs(solver_, {}, clients_);
  const Job first = jobs.submit(endless());
  const Job second = jobs.submit(five_by_five(40));
  EXPECT_EQ(jobs.cancel(second.id).state, JobState::cancelled);
  jobs.cancel(first.id);
  const Job third = jobs.submit(five_by_five(41));
  EXPECT_EQ(ended(jobs, third.id).state, JobState::done);
  EXPECT_EQ(jobs.find(second.id).state, JobState::cancelled);
}

TEST_F(JobsTest, MemoryAndTimeHaveLimits) {
  JobLimits little;
  little.memory = 1 << 20;
  Jobs jobs(solver_, little, clients_);
  const Job large = ended(jobs, jobs.submit(large_position(16)).id);
  EXPECT_EQ(large.state, JobState::failed);
  EXPECT_EQ(large.failure->code, ErrorCode::out_of_time);
  EXPECT_NE(large.failure->text.find("1.00 MiB"), std::string::npos) << large.failure->text;

  JobLimits short_time;
  short_time.seconds = 1;
  Jobs hurried(solver_, short_time, clients_);
  const Job late = ended(hurried, hurried.submit(large_position(12)).id);
  EXPECT_EQ(late.state, JobState::failed);
  EXPECT_EQ(late.failure->code, ErrorCode::out_of_time);
}

TEST_F(JobsTest, TooLargePositionsSayHowManyEdgesAreMissing) {
  JobLimits little;
  little.memory = std::uint64_t{64} << 20;
  Jobs jobs(solver_, little, clients_);
  const auto missing_of = [&](int drawn) {
    const Job job = ended(jobs, jobs.submit(large_position(drawn)).id);
    EXPECT_EQ(job.state, JobState::failed);
    EXPECT_TRUE(job.missing.has_value());
    const std::string words =
        fmt::format("it can be solved when about {} more edges are drawn", job.missing.value_or(0));
    EXPECT_NE(job.failure->text.find(words), std::string::npos) << job.failure->text;
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
  Jobs jobs(solver_, {}, clients_);
  const Job job = ended(jobs, jobs.submit(five_by_five(20), 1e-6).id);
  EXPECT_EQ(job.state, JobState::failed);
  EXPECT_EQ(job.missing, 0);
  EXPECT_TRUE(job.failure->text.ends_with("; allow more time")) << job.failure->text;
}

int remedies(const Job& job) {
  int count = 0;
  for (const std::string remedy : {"allow ", "draw more edges, or", "it can be solved when"}) {
    for (std::size_t at = 0; (at = job.failure->text.find(remedy, at)) != std::string::npos; ++at) {
      ++count;
    }
  }
  return count - (job.failure->text.find("draw more edges, or allow") != std::string::npos);
}

TEST_F(JobsTest, ARemedyIsNamedOnce) {
  JobLimits limits;
  limits.seconds = 2;
  Jobs jobs(solver_, limits, clients_);
  const Position early{Board(6, 6), {}};
  for (const double seconds : {1.0, 2.0}) {
    const Job job = ended(jobs, jobs.submit(early, seconds).id);
    EXPECT_TRUE(job.failure->text.ends_with("; draw more edges")) << job.failure->text;
    EXPECT_EQ(remedies(job), 0) << job.failure->text;
  }
  // Swept in less than the limit of the server.
  Jobs longer(solver_, {}, clients_);
  const Job swept = ended(longer, longer.submit(five_by_five(20), 1e-6).id);
  ASSERT_TRUE(swept.failure);
  EXPECT_TRUE(swept.failure->text.ends_with("; allow more time")) << swept.failure->text;
  EXPECT_EQ(remedies(swept), 1) << swept.failure->text;
}

TEST_F(JobsTest, MoreTimeIsAnotherJob) {
  Jobs jobs(solver_, {}, clients_);
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
  Jobs jobs(solver_, {}, clients_);
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
  Jobs jobs(solver_, {}, clients_);
  std::mt19937_64 random(7);
  const Job submitted =
      jobs.submit(played(Board(5, 5), test::random_game(Board(5, 5), random, true)), 3);
  const Jobs::Follower next = jobs.follow(submitted.id);
  Job job = submitted;
  int least = 61;
  while (!is_final(job.state)) {
    job = next(job.change, std::chrono::minutes(10));
    if (job.review) {
      EXPECT_LE(job.review->unknown, least);
      least = job.review->unknown;
    }
  }
  EXPECT_EQ(job.state, JobState::done);
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 50);
  EXPECT_FALSE(job.complete());
}

TEST_F(JobsTest, TheEndCancelsAllAndTakesNoMore) {
  Jobs jobs(solver_, {}, clients_);
  const Job first = jobs.submit(endless());
  const Job second = jobs.submit(five_by_five(40));
  jobs.end();
  EXPECT_EQ(jobs.find(first.id).state, JobState::cancelled);
  EXPECT_EQ(jobs.find(second.id).state, JobState::cancelled);
  EXPECT_THROW(jobs.submit(five_by_five(41)), Stopped);
}

TEST_F(JobsTest, TheOldestAreForgotten) {
  Jobs jobs(solver_, {}, clients_);
  for (unsigned i = 0; i < 300; ++i) ended(jobs, jobs.submit(five_by_five(50, i + 1)).id);
  EXPECT_LE(jobs.all().size(), 257U);
  EXPECT_THROW(jobs.find(1), NoSuchJob);
  EXPECT_EQ(jobs.find(300).state, JobState::done);
}

}  // namespace pipo::test::jobs_test
