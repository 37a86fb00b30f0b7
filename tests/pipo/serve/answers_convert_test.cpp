// Games read and written for clients.
#include "pipo/serve/service.hpp"
#include "tests/pipo/serve/served.hpp"

namespace pipo::answers_convert_test {

using test::detail_of;
using test::json;
using test::Served;

TEST(Converted, AGameWithAllThatIsKnownOfIt) {
  Served served;
  const json game = json::parse(served
                                    .get("/api/v1/convert", {{"text", "1x2 h0.0; v0.0; h1.0; v0.1"},
                                                             {"from", "moves"},
                                                             {"ordered", "true"},
                                                             {"to", "dbn"}})
                                    .body);
  EXPECT_EQ(game.at("notation"), "moves");
  EXPECT_EQ(game.at("position"), "1x2:1010110");
  EXPECT_EQ(game.at("text"), "1x2:1010110");
  EXPECT_EQ(game.at("edges"), json({"h0.0", "v0.0", "h1.0", "v0.1"}));
  EXPECT_EQ(game.at("in_order"), true);
  EXPECT_EQ(game.at("turn"), 2);  // a player who takes a box moves again
  EXPECT_EQ(game.at("score"), json({0, 1}));
  EXPECT_EQ(game.at("owners"), json({2, 0}));
}

TEST(Converted, APositionOfWhichNoMoreIsKnown) {
  Served served;
  const json game = json::parse(served.post("/api/v1/convert", "+--+\n|   \n+  +\n").body);
  EXPECT_EQ(game.at("notation"), "picture");
  EXPECT_EQ(game.at("position"), "1x1:1010");
  EXPECT_EQ(game.at("in_order"), false);
  EXPECT_TRUE(game.at("turn").is_null());
  EXPECT_TRUE(game.at("owners").is_null());
  EXPECT_FALSE(game.contains("text"));
}

// The replay of a match on Kaggle, as pasted into the page: longer than other games.
TEST(Converted, ALongReplay) {
  Served served;
  const std::string replay =
      R"({"title":")" + std::string(std::size_t{1} << 20, ' ') +
      R"(","steps":[[{"action":{"submission":2},"observation":{"currentPlayer":1,)"
      R"("observationString":"┌╴ ╶┐\n│    \n└╴ ╶┘\n"}},{"action":{"submission":-1}}]]})";
  const json game = json::parse(served.post("/api/v1/convert", replay, {{"to", "leuven"}}).body);
  EXPECT_EQ(game.at("notation"), "kaggle-replay");
  EXPECT_EQ(game.at("edges"), json({"v0.0"}));
  EXPECT_EQ(game.at("in_order"), true);
  EXPECT_EQ(game.at("turn"), 2);
  EXPECT_EQ(game.at("text"),
            "{\"type\":\"start\",\"grid\":[1,1]}\n"
            "{\"type\":\"action\",\"player\":1,\"nextplayer\":2,\"score\":[0,0],"
            "\"location\":[0,0],\"orientation\":\"v\"}\n");
  const std::string longer = std::string(std::size_t{1} << 20, '+');
  EXPECT_NE(detail_of(served.post("/api/v1/convert", longer), 400, "bad-input").find("64 KiB"),
            std::string::npos);
}

TEST(Converted, WhatCannotBeReadOrWritten) {
  Served served;
  detail_of(served.get("/api/v1/convert"), 400, "bad-input");
  detail_of(served.post("/api/v1/convert", "no game"), 400, "bad-input");
  // The same where the notation is named, and its own reader refuses the text.
  detail_of(served.post("/api/v1/convert", "1x1 h9.9", {{"from", "moves"}}), 400, "bad-input");
  detail_of(served.post("/api/v1/convert", "2x2 9 9", {{"from", "kaggle"}}), 400, "bad-input");
  detail_of(served.post("/api/v1/convert", "1x1:0000", {{"text", "1x1:0000"}}), 400, "bad-input");
  detail_of(served.post("/api/v1/convert", "1x1:0110", {{"to", "knox"}}), 400, "bad-input");
  detail_of(served.post("/api/v1/convert", "1x1:0110", {{"to", "klingon"}}), 400, "bad-input");
}

}  // namespace pipo::answers_convert_test
