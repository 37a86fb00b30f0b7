// Batches: answers in order, errors in their place, limits before the first answer.
#include <random>
#include <vector>

#include "answers/values.hpp"
#include "pipo/serve/service.hpp"
#include "pipopipette/notation.hpp"
#include "tests/pipo/serve/served.hpp"

namespace pipo::batch_reply_test {

using test::all_pieces;
using test::detail_of;
using test::Served;

TEST(BatchStream, AnswersInOrderWithErrorsInTheirPlace) {
  Served served;
  const Board board(2, 3);
  std::mt19937_64 random(3);
  std::string body = "# positions\r\n\n";
  std::string expected;
  // More than a piece, so that pieces join.
  for (int i = 0; i < 1500; ++i) {
    const Position position{board, random() & board.all()};
    if (i % 700 == 3) {
      body += "nonsense\n";
      expected += line_of(
          error_json("nonsense",
                     "'nonsense' is not a position: a position is BOARD:BITS, one 0 or 1 per "
                     "edge, for example 1x1:0111"));
    }
    body += "  " + to_string(position) + "\r\n";
    append_json(expected, served.service().solver.tables().answer(position));
  }
  body.pop_back();  // the last line has no end
  const Reply reply = served.post("/api/v1/batch", body);
  ASSERT_EQ(reply.status, 200);
  EXPECT_EQ(reply.type, "application/x-ndjson");
  EXPECT_EQ(all_pieces(reply), expected);
}

TEST(BatchStream, WhatNoTableCoversIsToldInItsPlace) {
  Served served;
  const std::string answers = all_pieces(served.post("/api/v1/batch", "1x2:0000000\n1x1:0111\n"));
  EXPECT_NE(answers.find("\"error\":\"no table covers it\""), std::string::npos) << answers;
  EXPECT_EQ(answers.find(test::small_tables().string()), std::string::npos) << answers;
  EXPECT_NE(answers.find("\"position\":\"1x1:0111\",\"layer\":3,\"value\":1"), std::string::npos);
}

// Files of some systems begin with it.
TEST(BatchStream, AByteOrderMarkIsNoPartOfAPosition) {
  Served served;
  EXPECT_EQ(all_pieces(served.post("/api/v1/batch",
                                   "\xef\xbb\xbf"
                                   "1x1:0111\n")),
            all_pieces(served.post("/api/v1/batch", "1x1:0111\n")));
}

TEST(BatchStream, NothingIsAskedNothingIsAnswered) {
  Served served;
  EXPECT_EQ(all_pieces(served.post("/api/v1/batch", "")), "");
  EXPECT_EQ(all_pieces(served.post("/api/v1/batch", "\n# no\n")), "");
}

TEST(BatchStream, NotationsAreReadWhereTheyAreNamed) {
  Served served;
  const std::string line = "1x1 h0.0; v0.0; h1.0\n";
  const std::string named = all_pieces(served.post("/api/v1/batch", line, {{"notation", "moves"}}));
  EXPECT_NE(named.find("\"layer\":3,\"value\":1"), std::string::npos) << named;
  EXPECT_NE(all_pieces(served.post("/api/v1/batch", line)).find("error"), std::string::npos);
  detail_of(served.post("/api/v1/batch", line, {{"notation", "klingon"}}), 400, "bad-input");
}

TEST(BatchStream, LimitsHoldBeforeAnythingIsAnswered) {
  ServeLimits limits;
  limits.batch_lines = 2;
  Served served(limits);
  EXPECT_EQ(served.post("/api/v1/batch", "1x1:0000\n#\n\n1x1:0111\n").status, 200);
  const std::string detail =
      detail_of(served.post("/api/v1/batch", "1x1:0000\n1x1:0000\n1x1:0000"), 413, "too-large");
  EXPECT_NE(detail.find("2 positions"), std::string::npos) << detail;
  detail_of(served.post("/api/v1/batch", std::string(70'000, '1')), 400, "bad-input");
}

}  // namespace pipo::batch_reply_test
