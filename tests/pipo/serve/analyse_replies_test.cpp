// Analyses as clients ask for them: their place among the jobs and the streams, and their end.
#include <atomic>

#include "pipo/serve/service.hpp"
#include "pipopipette/notation.hpp"
#include "tests/pipo/serve/served.hpp"
#include "tests/support/five_by_five.hpp"

namespace pipo::analyse_replies_test {

using test::all_pieces;
using test::detail_of;
using test::five_by_five;
using test::json;
using test::Served;

constexpr const char* kPath = "/api/v1/analyse";

// Small enough for any machine, but no search finishes it quickly.
const Parameters kEndless{{"position", to_string(Position{Board(4, 4), 1})}};

// Reads events until this one.
void read_until(const Reply& reply, const std::string& name) {
  std::string all;
  for (bool more = true; more && all.find("event: " + name + "\n") == all.npos;) {
    std::string piece;
    more = reply.pieces(piece);
    all += piece;
  }
  EXPECT_NE(all.find("event: " + name + "\n"), all.npos) << all;
}

TEST(AnalyseReplies, AreEventsToTheEnd) {
  Served served;
  const Reply reply = served.get(kPath, {{"position", "2x2:001111101101"}});
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.type, "text/event-stream");
  const std::string all = all_pieces(reply);
  EXPECT_TRUE(all.starts_with("event: moves\nid: 1\ndata: {\"position\":\"2x2:001111101101\""))
      << all;
  EXPECT_NE(all.find("event: explanation\nid: 2\n"), all.npos);
  EXPECT_TRUE(
      all.ends_with("event: done\nid: 3\ndata: "
                    "{\"position\":\"2x2:001111101101\",\"by\":\"table\"}\n\n"));
}

TEST(AnalyseReplies, RefusedBeforeTheyBegin) {
  Served served;
  detail_of(served.get(kPath), 400, "bad-input");
  detail_of(served.get(kPath, {{"position", "2x2:0"}}), 400, "bad-input");
  for (const char* time : {"0", "-1", "301", "x"}) {
    detail_of(served.get(kPath, {{"position", "2x2:001111101101"}, {"time", time}}), 400,
              "bad-input");
  }
}

TEST(AnalyseReplies, CountAsJobsWhileTheySolve) {
  ServeLimits limits;
  limits.jobs = 1;
  Served served(limits);
  const auto unfinished = [&] {
    return json::parse(served.get("/health").body).at("jobs").get<int>();
  };
  {
    const Reply first = served.get(kPath, kEndless);
    EXPECT_EQ(unfinished(), 0);  // it has not begun
    read_until(first, "progress");
    EXPECT_EQ(unfinished(), 1);
    detail_of(served.post("/api/v1/solve", "", kEndless), 429, "too-many-jobs");
    const std::string second =
        all_pieces(served.get(kPath, {{"position", to_string(five_by_five(10))}, {"time", "2"}}));
    EXPECT_NE(second.find("\"reason\":\"too-many-jobs\""), second.npos) << second;
    EXPECT_NE(second.find("event: guess\n"), second.npos);
    // A request's time needs no place.
    const std::string short_one =
        all_pieces(served.get(kPath, {{"position", to_string(five_by_five(10))}, {"time", "1"}}));
    EXPECT_NE(short_one.find("event: progress\n"), short_one.npos);
  }
  EXPECT_EQ(unfinished(), 0);
  EXPECT_EQ(served.post("/api/v1/solve", "", kEndless).status, 202);
  const std::string after = all_pieces(served.get(kPath, kEndless));
  EXPECT_NE(after.find("\"reason\":\"too-many-jobs\""), after.npos) << after;
}

TEST(AnalyseReplies, WithoutJobsTheyAreRequests) {
  ServeLimits limits;
  limits.jobs = 0;
  limits.request_seconds = 0;
  Served served(limits);
  const std::string all = all_pieces(served.get(kPath, kEndless));
  EXPECT_NE(all.find("\"reason\":\"no-table\""), all.npos) << all;
  limits.request_seconds = 1;
  Served solving(limits);
  const std::string solved =
      all_pieces(solving.get(kPath, {{"position", to_string(five_by_five(45))}}));
  EXPECT_TRUE(solved.starts_with("event: moves\n")) << solved;
  const std::string refused = all_pieces(solving.get(kPath, kEndless));
  EXPECT_NE(refused.find("\"reason\":\"beyond-limits\""), refused.npos) << refused;
}

TEST(AnalyseReplies, AreCountedWithTheFollowersOfJobs) {
  ServeLimits limits;
  limits.connections = 4;  // two of them may follow
  Served served(limits);
  {
    const Reply first = served.get(kPath, kEndless);
    const Reply second = served.get(kPath, kEndless);
    EXPECT_EQ(second.status, 200);
    detail_of(served.get(kPath, kEndless), 429, "too-many-streams");
  }
  EXPECT_EQ(served.get(kPath, kEndless).status, 200);
}

TEST(AnalyseReplies, EndWithTheServer) {
  Served served;
  const Reply reply = served.get(kPath, kEndless);
  read_until(reply, "progress");
  served.service().end();
  const std::string rest = all_pieces(reply);
  EXPECT_NE(rest.find("event: problem\n"), rest.npos) << rest;
  EXPECT_NE(rest.find("urn:pipopipette:problem:ending"), rest.npos) << rest;
}

TEST(AnalyseReplies, EndWhenTheClientLeaves) {
  Served served;
  std::atomic<bool> left = false;
  const Reply reply = served.service().answer(
      {{kPath, kEndless, {}}, "GET", {}, {}, {}, [&left] { return left.load(); }});
  read_until(reply, "guess");
  left = true;
  const std::string rest = all_pieces(reply);
  EXPECT_EQ(rest.find("event: done\n"), rest.npos) << rest;
  EXPECT_EQ(rest.find("event: problem\n"), rest.npos) << rest;
}

}  // namespace pipo::analyse_replies_test
