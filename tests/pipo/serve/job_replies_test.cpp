// Jobs as clients submit, cancel and follow them.
#include "pipo/serve/service.hpp"
#include "pipopipette/notation.hpp"
#include "tests/pipo/serve/served.hpp"
#include "tests/support/five_by_five.hpp"

namespace pipo::job_replies_test {

using test::all_pieces;
using test::detail_of;
using test::five_by_five;
using test::json;
using test::Served;

// Small enough for any machine, but no search finishes it quickly.
Position endless() {
  return {Board(4, 4), 1};
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
  EXPECT_EQ(json::parse(served.get("/api/v1/jobs").body).at("jobs").size(), 1U);
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

TEST(JobReplies, NoMoreThanAreAllowed) {
  ServeLimits limits;
  limits.jobs = 2;
  Served served(limits);
  const Parameters position{{"position", to_string(endless())}};
  EXPECT_EQ(served.post("/api/v1/solve", "", position).status, 202);
  EXPECT_EQ(served.post("/api/v1/solve", "", {{"position", to_string(five_by_five(8))}}).status,
            202);
  const Parameters another{{"position", to_string(five_by_five(40))}};
  EXPECT_TRUE(detail_of(served.post("/api/v1/solve", "", another), 429, "too-many-jobs")
                  .starts_with("2 jobs are running"));
  limits.jobs = 0;
  Served nothing(limits);
  EXPECT_EQ(detail_of(nothing.post("/api/v1/solve", "", position), 403, "no-jobs"),
            "nothing is solved here: start the server with more --jobs than 0");
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
       {"/api/v1/jobs/7", "/api/v1/jobs/x", "/api/v1/jobs/1x", "/api/v1/jobs/7/events",
        "/api/v1/jobs/-1", "/api/v1/jobs//events", "/api/v1/jobs/events"}) {
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
  // The earlier ones have ended, and neither they nor the refused one count any more.
  const Reply third = served.get(at + "/events");
  EXPECT_EQ(served.get(at + "/events").status, 200);
}

}  // namespace pipo::job_replies_test
