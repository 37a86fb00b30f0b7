// pipo probe --batch
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "tests/pipo/support.hpp"

namespace pipo::test::batch_test {

class Batch : public testing::Test {
 protected:
  void SetUp() override { make_tables(folder_.path(), {"1x1", "2x2"}); }

  Outcome batch(const std::string& input, const std::string& format = "jsonl") const {
    return pipo({"--tables", folder_.path().string(), "probe", "--batch", "-", "--format", format},
                input);
  }

  TemporaryFolder folder_;
};

TEST_F(Batch, BadLinesGiveErrorsInTheirPlaces) {
  const Outcome answered = batch("1x1:0111\n3x3:01\nhello\n1x1:0111\n");
  EXPECT_EQ(answered.code, 2);
  const auto out = lines(answered.out);
  ASSERT_EQ(out.size(), 4U);
  EXPECT_EQ(out[0], out[3]);
  EXPECT_EQ(out[1], R"({"position":"3x3:01","error":"3x3 needs 24 edges, got 2"})");
  const auto json = nlohmann::json::parse(out[2]);
  EXPECT_EQ(json["position"], "hello");
  EXPECT_FALSE(json["error"].get<std::string>().empty());
  EXPECT_TRUE(is_one_complaint(answered.err)) << answered.err;
  EXPECT_NE(
      answered.err.find("2 of 4 positions could not be answered; the first: line 2: 3x3 needs 24"),
      std::string::npos)
      << answered.err;
}

TEST_F(Batch, TextAnswersContinueAfterBadLinesOnStandardError) {
  const Outcome answered = batch("bad\n1x1:0111\n1x1:01\n1x1:0111\n", "text");
  EXPECT_EQ(answered.code, 2);
  const std::string one = batch("1x1:0111\n", "text").out;
  EXPECT_EQ(answered.out, one + "\n" + one);
  const auto err = lines(answered.err);
  ASSERT_EQ(err.size(), 2U);
  EXPECT_TRUE(err[0].starts_with("pipo: line 1: ")) << err[0];
  EXPECT_TRUE(err[1].starts_with("pipo: line 3: ")) << err[1];
}

TEST_F(Batch, EmptyLinesAndCommentsAreSkippedButCounted) {
  const Outcome answered = batch("# positions\n\n  \n1x1:0111\r\n  # more\n\t1x1:01\n");
  const auto out = lines(answered.out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_TRUE(out[0].starts_with(R"({"position":"1x1:0111",)"));
  EXPECT_NE(answered.err.find("1 of 2 positions could not be answered; the first: line 6: "),
            std::string::npos)
      << answered.err;
}

TEST_F(Batch, NoInputGivesNoOutput) {
  const Outcome answered = batch("");
  EXPECT_EQ(answered.code, 0);
  EXPECT_EQ(answered.out, "");
  EXPECT_EQ(answered.err, "");
}

TEST_F(Batch, AMissingTableGivesCode3DespiteBadPositions) {
  const Outcome answered = batch("1x3:0000000000\n1x1:0\n1x1:0111\n");
  EXPECT_EQ(answered.code, 3);
  const auto out = lines(answered.out);
  ASSERT_EQ(out.size(), 3U);
  EXPECT_NE(nlohmann::json::parse(out[0])["error"].get<std::string>().find("1x3"),
            std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(out[2]).contains("value"));
}

TEST_F(Batch, BinaryInputStillGivesJson) {
  const std::string strange = std::string("1x1:\0\x01\"\\\xff\xc3\xa9", 11);
  const Outcome answered = batch(strange + "\n");
  EXPECT_EQ(answered.code, 2);
  const auto json = nlohmann::json::parse(answered.out);
  EXPECT_EQ(json["position"], std::string("1x1:\0\x01\"\\\xef\xbf\xbd\xc3\xa9", 13));
}

TEST_F(Batch, ALargeBatchKeepsItsOrderWithAnyNumberOfThreads) {
  std::mt19937 random(7);
  std::string input;
  std::vector<std::string> asked;
  for (int i = 0; i < 20'000; ++i) {
    std::string position = "2x2:";
    for (int edge = 0; edge < 12; ++edge) position += random() % 2 == 0 ? '0' : '1';
    asked.push_back(position);
    input += position + "\n";
  }
  const Outcome answered = batch(input);
  ASSERT_EQ(answered.code, 0) << answered.err;
  const auto out = lines(answered.out);
  ASSERT_EQ(out.size(), asked.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    ASSERT_TRUE(out[i].starts_with(R"({"position":")" + asked[i] + "\"")) << i;
  }
  const Outcome alone = pipo({"--tables", folder_.path().string(), "probe", "--batch", "-",
                              "--format", "jsonl", "--threads", "1"},
                             input);
  EXPECT_EQ(alone.out, answered.out);
}

TEST_F(Batch, ACoprocessGetsEachAnswerBeforeItsNextQuestion) {
  // A coprocess asks its second question only after it has read the first answer.
  const Outcome talk =
      bash("coproc PIPO { '" + program() + "' --tables '" + folder_.path().string() +
           "' probe --batch - --format jsonl; }\n"
           "for i in 1 2 3; do\n"
           "  echo 1x1:0111 >&${PIPO[1]}\n"
           "  read -r -t 20 answer <&${PIPO[0]} || exit 1\n"
           "  echo \"$answer\"\n"
           "done");
  EXPECT_EQ(talk.code, 0) << talk.err;
  EXPECT_EQ(lines(talk.out).size(), 3U);
}

}  // namespace pipo::test::batch_test
