// Answers about a position, compared with the oracle and with the output of the commands.
#include <filesystem>
#include <set>
#include <vector>

#include "answers/values.hpp"
#include "pipo/serve/service.hpp"
#include "pipopipette/notation.hpp"
#include "player/rules.hpp"
#include "probe/board/start.hpp"
#include "tests/pipo/serve/served.hpp"

namespace pipo::answers_test {

using test::detail_of;
using test::json;
using test::Served;

ServeLimits tables_only() {
  ServeLimits limits;
  limits.request_seconds = 0;
  return limits;
}

TEST(Answers, ValuesAreTheOracles) {
  Served served;
  const Board board(2, 3);
  const Values value = oracle_values(board);
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += 97) {
    const Position position{board, drawn};
    const Reply reply = served.get("/api/v1/value", {{"position", to_string(position)}});
    ASSERT_EQ(reply.status, 200) << reply.body;
    const json answer = json::parse(reply.body);
    EXPECT_EQ(answer.at("position"), to_string(position));
    EXPECT_EQ(answer.at("layer"), position.layer());
    EXPECT_EQ(answer.at("value"), value(drawn)) << to_string(position);
  }
}

TEST(Answers, MovesAreWhatSolveWrites) {
  Served served;
  const Position position{Board(3, 2), 0b1011};
  std::string expected;
  append_solution(expected, served.service().solver.solve(position), {}, AnswerFormat::jsonl);
  EXPECT_NE(expected.find(R"("by":"table")"), std::string::npos) << expected;
  EXPECT_EQ(served.get("/api/v1/moves", {{"position", to_string(position)}}).body, expected);
}

TEST(Answers, AnyNotationAndTheScore) {
  Served served;
  const Reply reply =
      served.get("/api/v1/value", {{"position", "1x1 h0.0; v0.0; h1.0"}, {"notation", "auto"}});
  ASSERT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(json::parse(reply.body).at("value"), 1);
  const json scored = json::parse(
      served.get("/api/v1/moves", {{"position", "2x2:101000110000"}, {"mover_score", "1-0"}}).body);
  EXPECT_EQ(scored.at("mover_score"), json({1, 0})) << scored;
  detail_of(served.get("/api/v1/value", {{"position", "1x1:0000"}, {"mover_score", "7"}}), 400,
            "bad-input");
}

TEST(Answers, ALineIsPlayedToItsEnd) {
  Served served;
  const json line =
      json::parse(served.get("/api/v1/line", {{"position", "2x2:000000000000"}}).body);
  EXPECT_EQ(line.at("line").size(), 12U);
  EXPECT_FALSE(line.at("line")[0].contains("best"));
  const json all = json::parse(
      served.get("/api/v1/line", {{"position", "2x2:000000000000"}, {"all", "true"}}).body);
  EXPECT_TRUE(all.at("line")[0].contains("best"));
  EXPECT_EQ(detail_of(served.get("/api/v1/line", {{"position", "1x1:0000"}, {"all", "yes"}}), 400,
                      "bad-input"),
            "the parameter all is true or false, not 'yes'");
}

TEST(Answers, TheoryNeedsNoTable) {
  Served served(tables_only());
  const Parameters position{{"position", "3x3:111011000111011111010101"}};
  const Reply reply = served.get("/api/v1/explain", position);
  ASSERT_EQ(reply.status, 200) << reply.body;
  EXPECT_TRUE(json::parse(reply.body).at("exact").is_null());
  EXPECT_EQ(reply.headers.at("Cache-Control"), "no-cache");  // a table may be made
  Parameters as_text = position;
  as_text.emplace("format", "text");
  const Reply text = served.get("/api/v1/explain", as_text);
  EXPECT_EQ(text.type, "text/plain; charset=utf-8");
  EXPECT_NE(text.body.find("4-loop"), std::string::npos) << text.body;
  const Reply choice = served.get("/api/v1/choose", position);
  EXPECT_EQ(json::parse(choice.body).at("by"), "theory");
  EXPECT_EQ(choice.headers.at("Cache-Control"), "no-cache");
}

TEST(Answers, TheChosenMoveIsABestOne) {
  Served served;
  const Position position{Board(2, 2), 0b10001};
  const json chosen =
      json::parse(served.get("/api/v1/choose", {{"position", to_string(position)}}).body);
  const Answer answer = served.service().solver.tables().answer(position);
  EXPECT_EQ(chosen.at("by"), "table");
  EXPECT_EQ(chosen.at("value"), answer.value);
  EXPECT_NE(std::ranges::find(answer.best, chosen.at("index").get<int>()), answer.best.end());
  EXPECT_EQ(chosen.at("edge"), edge_name(position.board, chosen.at("index")));
  detail_of(served.get("/api/v1/choose", {{"position", "1x1:1111"}}), 400, "bad-input");
}

TEST(Answers, ALowLevelOffersBoxes) {
  Served served(tables_only());
  const Position position = parse_position("2x2:101000000000");
  const std::vector<int> safe = safe_edges(position);
  const auto offers = [&](const std::string& level) {
    int found = 0;
    for (int seed = 1; seed <= 20; ++seed) {
      const Parameters asked{
          {"position", to_string(position)}, {"level", level}, {"seed", std::to_string(seed)}};
      const json chosen = json::parse(served.get("/api/v1/choose", asked).body);
      found += std::ranges::count(safe, chosen.at("index").get<int>()) == 0;
    }
    return found;
  };
  EXPECT_GT(offers("1"), 0);
  EXPECT_EQ(offers("2"), 0);
  for (const char* level : {"0", "11", "x"}) {
    EXPECT_EQ(detail_of(served.get("/api/v1/choose",
                                   {{"position", to_string(position)}, {"level", level}}),
                        400, "bad-input"),
              fmt::format("the parameter level is a whole number from 1 to 10, not '{}'", level));
  }
}

TEST(Answers, ASeedVariesTheChoiceAmongEqualMoves) {
  Served served(tables_only());
  const Position position = parse_position("6x6:" + std::string(84, '0'));
  const auto chosen = [&](const std::string& seed) {
    const Parameters asked{{"position", to_string(position)}, {"seed", seed}};
    return json::parse(served.get("/api/v1/choose", asked).body).at("index").get<int>();
  };
  const std::vector<int> safe = safe_edges(position);
  std::set<int> edges;
  for (int seed = 1; seed <= 20; ++seed) {
    const int edge = chosen(std::to_string(seed));
    EXPECT_EQ(edge, chosen(std::to_string(seed)));
    EXPECT_NE(std::ranges::find(safe, edge), safe.end());
    edges.insert(edge);
  }
  EXPECT_GT(edges.size(), 10U);
  EXPECT_EQ(chosen("0"), safe.front());
  for (const char* seed : {"-1", "1.5", "x", "4611686018427387905"}) {
    EXPECT_EQ(
        detail_of(served.get("/api/v1/choose", {{"position", to_string(position)}, {"seed", seed}}),
                  400, "bad-input"),
        fmt::format("the parameter seed is a whole number from 0 to 4611686018427387904, "
                    "not '{}'",
                    seed));
  }
}

TEST(Answers, WithoutATableItIsSaidHowToComeByOne) {
  Served served(tables_only());
  const std::string detail =
      detail_of(served.get("/api/v1/value", {{"position", "1x2:0000000"}}), 404, "no-table");
  EXPECT_TRUE(detail.starts_with("no table covers it; ")) << detail;
  EXPECT_EQ(detail.find(test::small_tables().string()), std::string::npos) << detail;
  EXPECT_NE(detail.find("make one"), std::string::npos) << detail;
  EXPECT_NE(detail.find("POST /api/v1/solve?position=1x2:0000000"), std::string::npos) << detail;
}

TEST(Answers, BadInputIsToldByWhatIsWrongWithIt) {
  Served served;
  const auto why = [&](const Parameters& parameters) {
    return detail_of(served.get("/api/v1/value", parameters), 400, "bad-input");
  };
  EXPECT_EQ(why({}), "the parameter position is missing: give it as /api/v1/value?position=...");
  EXPECT_NE(why({{"position", "1x1:01"}}).find("needs 4 edges"), std::string::npos);
  EXPECT_NE(why({{"positon", "1x1:0111"}}).find("no parameter 'positon'"), std::string::npos);
  EXPECT_NE(why({{"position", "1x1:0111"}, {"position", "1x1:0110"}}).find("more than once"),
            std::string::npos);
  EXPECT_NE(why({{"position", "1x1:0111"}, {"notation", "klingon"}}).find("klingon"),
            std::string::npos);
}

TEST(Answers, TagsSayWhetherAnythingHasChanged) {
  Served served;
  const Parameters position{{"position", "2x2:000000000000"}};
  const Reply first = served.get("/api/v1/moves", position);
  const std::string tag = first.headers.at("ETag");
  EXPECT_EQ(first.headers.at("Cache-Control"), "public, max-age=86400");
  const Reply again = served.get("/api/v1/moves", position, "W/\"other\", " + tag);
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
  EXPECT_EQ(again.headers.at("ETag"), tag);
  EXPECT_EQ(served.get("/api/v1/moves", position, "\"other\"").status, 200);
  // Each board has its own tag, which is also that of the transposed board.
  EXPECT_NE(served.get("/api/v1/value", {{"position", "1x1:0000"}}).headers.at("ETag"), tag);
  const auto of = [&](const Board& board) {
    return served.get("/api/v1/value", {{"position", to_string(Position{board, 0})}})
        .headers.at("ETag");
  };
  EXPECT_EQ(of(Board(2, 3)), of(Board(3, 2)));
}

TEST(Answers, OtherValuesHaveAnotherTag) {
  const TemporaryFolder folder;
  const Board board(1, 1);
  write_table(folder.path(), table_identity(board),
              [value = oracle_values(board)](EdgeSet drawn) { return -value(drawn); });
  Served served;
  Served other({}, folder.path());
  const Parameters position{{"position", "1x1:0000"}};
  EXPECT_NE(served.get("/api/v1/value", position).headers.at("ETag"),
            other.get("/api/v1/value", position).headers.at("ETag"));
}

TEST(Answers, ExplainRefusesATableThatCannotBeRead) {
  const TemporaryFolder folder;
  const Board board(2, 2);
  const auto table = write_table(folder.path(), table_identity(board), oracle_values(board));
  Served served({}, folder.path());
  std::filesystem::remove_all(table);
  for (const char* format : {"json", "text"}) {
    detail_of(served.get("/api/v1/explain", {{"position", "2x2:000000000000"}, {"format", format}}),
              500, "damaged-table");
  }
}

// Any table of a board may answer, so each of them is part of the tag.
TEST(Answers, EachTableOfABoardIsInItsTag) {
  const Board board(2, 2);
  const TableIdentity swedish = table_identity(board, swedish_start(board));
  std::set<std::string> tags;
  for (const auto& tables : {std::vector{table_identity(board)}, std::vector{swedish},
                             std::vector{table_identity(board), swedish}}) {
    const TemporaryFolder folder;
    for (const TableIdentity& table : tables) {
      write_table(folder.path(), table, oracle_values(board));
    }
    Served served({}, folder.path());
    tags.insert(served.get("/api/v1/value", {{"position", "2x2:111111111111"}}).headers.at("ETag"));
  }
  EXPECT_EQ(tags.size(), 3U);
}

// The page plays large boards with these, whatever tables are served.
TEST(Answers, OfLargeBoards) {
  Served served(tables_only());
  const std::string empty = "7x7:" + std::string(112, '0');
  const json choice = json::parse(served.get("/api/v1/choose", {{"position", empty}}).body);
  EXPECT_EQ(choice.at("by"), "rule-of-thumb") << choice;
  EXPECT_EQ(choice.at("edge"), "h0.0");
  const json explained = json::parse(served.get("/api/v1/explain", {{"position", empty}}).body);
  EXPECT_EQ(explained.at("stage"), "before-endgame") << explained;
  EXPECT_EQ(explained.at("value_bounds"), json({-49, 49}));
  const json taken = json::parse(
      served.get("/api/v1/choose", {{"position", "7x7 h0.0; h1.0; v0.0"}, {"notation", "moves"}})
          .body);
  EXPECT_EQ(taken.at("edge"), "v0.1") << taken;
  detail_of(served.get("/api/v1/value", {{"position", empty}}), 404, "no-table");
  detail_of(served.get("/api/v1/moves", {{"position", empty}}), 404, "no-table");
  detail_of(served.get("/api/v1/value", {{"position", "21x21:0"}}), 400, "bad-input");
}

}  // namespace pipo::answers_test
