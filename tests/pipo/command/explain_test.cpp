// `pipo explain`: what a position is, who controls it, what to play.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "answers/explained.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/settle.hpp"
#include "probe/file/file_names.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::explain_test {

using nlohmann::json;

// A chain of 3 and a 4-loop, both unopened.
constexpr const char* kLoony = "3x3:111011000111011111010101";
// The same with the loop opened.
constexpr const char* kOffered = "3x3:111011000111011111010111";
// A 1-chain and a chain of 3.
constexpr const char* kShort = "3x3:110111111111111011110000";
// Its nim-value takes a second.
constexpr const char* kEmpty = "3x3:000000000000000000000000";
constexpr const char* kTwoEdges = "3x3:110000000000000000000000";
constexpr const char* kFull = "3x3:111111111111111111111111";

class Explain : public testing::Test {
 protected:
  // By the theory alone, or with tables.
  Outcome explain(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"--time", "0"});
    return explain_solved(std::move(arguments), input);
  }
  Outcome explain_solved(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"explain", "--tables", folder_.path().string()});
    return pipo(arguments, input);
  }
  json explain_json(const std::string& position, std::vector<std::string> options = {}) const {
    options.insert(options.end(), {position, "--format", "jsonl"});
    const Outcome outcome = explain(std::move(options));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(lines(outcome.out).size(), 1U);
    return json::parse(outcome.out);
  }

  TemporaryFolder folder_;
};

// Returns whether the output contains this text, with any line breaks.
testing::AssertionResult says(const Outcome& outcome, const std::string& what) {
  std::string words;
  for (const char c : outcome.out) {
    const char plain = c == '\n' ? ' ' : c;
    if (plain != ' ' || words.empty() || words.back() != ' ') words += plain;
  }
  if (words.find(what) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << what << "' is not in\n" << outcome.out;
}

TEST_F(Explain, ASimpleLoonyEndgameWithoutATable) {
  const Outcome outcome = explain({kLoony});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(
      outcome.out.starts_with("3x3:111011000111011111010101\n\n"
                              "+---+---+---+\n"
                              "  A |   |   |\n"
                              "+   +---+---+\n"
                              "| A | B   B |\n"
                              "+   +   +   +\n"
                              "  A | B   B |\n"
                              "+---+---+---+\n\n"))
      << outcome.out;
  for (const char* what :
       {"exact value unknown: no table of 3x3", "A 3-chain, long", "B 4-loop",
        "the player to move must open; the opponent is the controller [Sierra, definition "
        "32(c)]",
        "c = +1: fully controlled value fcv = -5, terminal bonus tb = +6",
        "value v = +1 [Allcock, theorem 4.1(3)(a)]", "nim-value 0", "chain formula: 1 double-cross",
        "best: open the 4-loop B (h2.1): costs 1 [Allcock, theorem 1.1]",
        "also: open the 3-chain A (h2.0): costs 3"}) {
    EXPECT_TRUE(says(outcome, what));
  }
  EXPECT_FALSE(says(outcome, "(exact: "));
}

TEST_F(Explain, ShowsExactValuesBesideTheTheoryIfThereIsATable) {
  make_tables(folder_.path(), {"3x3"});
  const Outcome outcome = explain({kLoony});
  EXPECT_TRUE(says(outcome, "value -1: the player to move loses by 1, taking 3 of the 7 boxes"));
  EXPECT_TRUE(says(outcome, "best: h2.1 h2.2 v1.2 v2.2"));
  EXPECT_TRUE(says(outcome, "costs 1 [Allcock, theorem 1.1] (exact: margin -1)"));
  EXPECT_FALSE(says(outcome, "no table"));
  const json answer = explain_json(kLoony);
  EXPECT_EQ(answer["exact"]["value"], -1);
  EXPECT_EQ(answer["exact"]["by"], "table");
  EXPECT_EQ(answer["advice"][0]["exact"], -1);
  EXPECT_EQ(answer["advice"][1]["exact"], -3);
}

// As with a table, whose values come by a sweep or by a search.
TEST_F(Explain, SolvesWithoutATable) {
  const auto without_source = [](std::string text) {
    for (const std::string source : {"by a search\n", "by a sweep\n"}) {
      if (const auto at = text.find(source); at != text.npos) {
        text.replace(at, source.size(), "by the table\n");
      }
    }
    return text;
  };
  const std::vector<std::string> positions = {kLoony, kOffered, kShort, kTwoEdges, kFull};
  std::vector<Outcome> solved;
  for (const std::string& position : positions) solved.push_back(explain_solved({position}));
  EXPECT_TRUE(says(solved[0], "by a search value -1: ")) << solved[0].err;
  const json answer =
      json::parse(explain_solved({"--format", "jsonl", "2x4:0001010000000000001010"}).out);
  EXPECT_EQ(answer["exact"], json({{"value", 4}, {"best", {"h0.1"}}, {"by", "search"}}));
  make_tables(folder_.path(), {"3x3"});
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_EQ(without_source(solved[i].out), explain({positions[i]}).out);
  }
  EXPECT_EQ(explain_json(kLoony)["exact"]["by"], "table");
}

TEST_F(Explain, TellsWhyAValueIsUnknown) {
  const Outcome outcome = explain_solved({"--time", "0.1", kTooLargeEmpty});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome, "exact value unknown: " + std::string(kTooLarge) +
                                " with 0 edges drawn would take about"));
  EXPECT_TRUE(says(outcome, "0.10 s may be used"));
}

// The player to move loses the seven boxes left by 1. Whether they win the game depends on the
// score.
TEST_F(Explain, NamesTheOutcomeClass) {
  EXPECT_TRUE(
      says(explain({kLoony}),
           "outcome class of the boxes left P: the player who moves next loses; margin -1 for the "
           "player to move, +1 if the opponent moved instead [Mao-Peng, section 1]"));
  struct {
    const char *score, *text, *word;
    int next, second;
  } const examples[] = {
      {"2-0", "L: the player to move wins in any case; margin +1", "L", 1, 3},
      {"0-2", "R: the opponent wins in any case; margin -3", "R", -3, -1},
      {"1-1", "P: the player who moves next loses; margin -1", "P", -1, 1},
  };
  for (const auto& example : examples) {
    EXPECT_TRUE(says(explain({kLoony, "--mover-score", example.score}),
                     std::string("outcome class of the game ") + example.text));
    const json outcome = explain_json(kLoony, {"--mover-score", example.score})["outcome"];
    EXPECT_EQ(outcome["class"], example.word);
    EXPECT_EQ(outcome["next"], example.next);
    EXPECT_EQ(outcome["second"], example.second);
    EXPECT_EQ(outcome["whole_game"], true);
  }
  EXPECT_EQ(explain_json(kShort)["outcome"]["class"], "N");
  EXPECT_EQ(explain_json(kShort)["outcome"]["whole_game"], false);
  EXPECT_EQ(explain_json(kTwoEdges)["outcome"], nullptr) << "the value is unknown";
  EXPECT_EQ(explain_json(kFull)["outcome"], nullptr);
}

TEST_F(Explain, BoxesOnOffer) {
  make_tables(folder_.path(), {"3x3"});
  const Outcome outcome = explain({kOffered});
  for (const char* what : {"4 boxes on offer, marked *", "| A | * * |",
                           "decides with them who moves next", "Nimstring: loony",
                           "best: give up control: take all 4 boxes (h2.1 v1.2 h2.2): margin +1 "
                           "[Allcock, theorem 1.3] (exact: margin +1)",
                           "worse by 2: keep control: leave all four boxes"}) {
    EXPECT_TRUE(says(outcome, what));
  }
  const json answer = explain_json(kOffered);
  EXPECT_EQ(answer["on_offer"][0]["boxes"], json({4, 5, 7, 8}));
  EXPECT_EQ(answer["role"], "chooser");
  EXPECT_EQ(answer["margin"]["value"], answer["exact"]["value"]);
}

TEST_F(Explain, ShortChainsBeforeTheEndgame) {
  const Outcome outcome = explain({kShort});
  for (const char* what : {"A 1-chain, short", "the player to move can get control",
                           "exchanging the short chains costs the player who gets control 1",
                           "margin for the player to move: +2 [Sierra, proposition 39]",
                           "best: offer the 1-chain A (v0.3)"}) {
    EXPECT_TRUE(says(outcome, what));
  }
  const json answer = explain_json(kShort);
  EXPECT_EQ(answer["stage"], "short-chains");
  EXPECT_EQ(answer["exchange"]["cost"], 1);
  EXPECT_EQ(answer["endgame"]["v"], 3);
  EXPECT_EQ(answer["exact"], nullptr);
}

TEST_F(Explain, BeforeTheEndgameNimstringAndAdvice) {
  const Outcome outcome = explain({kEmpty});
  for (const char* what : {
           "Nimstring: nim-value 2, so the player to move wins it",
           "the player to move wants an even number of long chains",
           "advised: win Nimstring by h1.1 h2.1 v1.1 v1.2",
       }) {
    EXPECT_TRUE(says(outcome, what));
  }
  EXPECT_FALSE(says(outcome, "with a lead of"));
  // Here the player to move must expect to open.
  const Outcome opener = explain({kTwoEdges});
  for (const char* what : {"with a lead of 4 or more: won",
                           "the opener wins with any of these:", "[Allcock, section 5]"}) {
    EXPECT_TRUE(says(opener, what));
  }
  EXPECT_EQ(explain_json(kTwoEdges)["leads"].size(), 5U);
}

// Positions whose margin the theory before the endgame gets wrong.
TEST_F(Explain, TheTableDecidesWhichMovesAreBest) {
  make_tables(folder_.path(), {"2x3", "2x4"});
  const Outcome control = explain({"2x3:10011000010110001"});
  EXPECT_TRUE(says(control, "best: give up control: take both boxes (v0.1 h0.1)"));
  EXPECT_TRUE(says(control, "worse by 8: keep control: leave both boxes (h0.1)"));
  EXPECT_FALSE(says(control, "best in Nimstring"));
  const Outcome silent = explain({"2x4:0001010000000000001010"});
  EXPECT_TRUE(says(silent, "moves best: h0.1 (exact: margin +4) the theory advises no move"));
  EXPECT_FALSE(says(silent, "nothing is known"));
}

TEST_F(Explain, DifferentMovesHaveTheirOwnMargins) {
  make_tables(folder_.path(), {"3x3", "2x4"});
  const Tables tables({folder_.path()});
  std::mt19937_64 random(2);
  int split = 0;
  for (int i = 0; i < 40; ++i) {
    const Board board = i % 2 == 0 ? Board(3, 3) : Board(2, 4);
    const Explained result = explained({board, random() & random() & board.all()}, Solver(tables));
    const Answer& answer = result.exact->answer;
    int before = 1000;
    for (std::size_t j = 0; j < result.theory.advice.size(); ++j) {
      const theory::Advice& advice = result.theory.advice[j];
      const int margin = result.exact->margins[j].value();
      if (advice.after_taking || advice.moves.size() != 1) continue;
      EXPECT_LE(margin, before);
      before = margin;
      EXPECT_EQ(advice.best, margin == answer.value);
      for (const MoveValue& move : answer.moves) {
        const bool named = advice.edges >> move.edge & 1;
        EXPECT_TRUE(!named || move.value == margin) << to_string(answer.position);
      }
      split += j > 0 && advice.action == theory::Action::nimstring &&
               result.theory.advice[j - 1].boxes == advice.boxes;
    }
  }
  EXPECT_GT(split, 0);
}

TEST_F(Explain, ABatch) {
  const std::string text = explain({kLoony}).out + "\n" + explain({kShort}).out;
  const std::string file = kLoony + std::string("\n# a remark\n\n") + kShort + "\n";
  const Outcome batch = explain({"--batch", "-"}, file);
  EXPECT_EQ(batch.code, 0) << batch.err;
  EXPECT_EQ(batch.out, text);
  const Outcome some =
      explain({"--batch", "-", "--format", "jsonl"}, file + "what\n" + kFull + "\n");
  EXPECT_EQ(some.code, 2);
  EXPECT_EQ(lines(some.out).size(), 3U);
  EXPECT_TRUE(some.err.starts_with("pipo: line 5: ")) << some.err;
  EXPECT_EQ(explain({"--batch", folder_ / "nowhere"}).code, 2);
  EXPECT_EQ(explain({"--batch", "-", kLoony}).code, 2);
}

// The damaged table is the most serious problem, although not the last one.
TEST_F(Explain, ABatchExitsWithTheMostSeriousCode) {
  make_tables(folder_.path(), {"3x3"});
  const std::string far_too_long = kFull + std::string("\n") + std::string(65 << 10, '0');
  const Outcome whole = explain({"--batch", "-"}, far_too_long);
  EXPECT_EQ(whole.code, 2);
  EXPECT_TRUE(says(whole, "the board is full"));
  EXPECT_TRUE(whole.err.find("line 2: longer than 64 KiB") != std::string::npos) << whole.err;
  std::filesystem::resize_file(folder_.path() / "3x3" / layer_file_name(16), 800);
  const Outcome damaged = explain({"--batch", "-"}, kLoony + std::string("\n") + far_too_long);
  EXPECT_EQ(damaged.code, 4) << damaged.err;
  EXPECT_TRUE(damaged.err.find("line 3: longer than 64 KiB") != std::string::npos) << damaged.err;
}

TEST_F(Explain, SeveralPositions) {
  const Outcome both = explain({kLoony, kShort});
  EXPECT_EQ(both.code, 0) << both.err;
  EXPECT_EQ(both.out, explain({kLoony}).out + "\n" + explain({kShort}).out);
  const Outcome some = explain({"what", kLoony});
  EXPECT_EQ(some.code, 2);
  EXPECT_EQ(some.out, explain({kLoony}).out);
  EXPECT_TRUE(some.err.starts_with("pipo: 'what' is not a position")) << some.err;
}

// The text is printed only where it is informative, not for the last boxes, which are simply taken.
TEST_F(Explain, TheLastBoxesAreTaken) {
  const Outcome last = explain({"1x3:1110001111"});
  EXPECT_TRUE(says(last, "3 boxes on offer, marked * no other boxes"));
  EXPECT_TRUE(says(last, "the player to move takes all boxes left value"));
  const Outcome region = explain({kTwoEdges});
  EXPECT_TRUE(says(region, "9 boxes: A 9 boxes, not yet divided into chains and loops"));
  EXPECT_TRUE(says(explain({kLoony}), "still to be opened: 1 string, at most 1 loop ["));
  EXPECT_TRUE(says(explain({kOffered}), "still to be opened: 1 string, no loop ["));
}

TEST_F(Explain, TheFullBoard) {
  const Outcome outcome = explain({kFull});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome, "none: the board is full"));
  EXPECT_TRUE(explain_json(kFull)["advice"].empty());
}

TEST_F(Explain, APicture) {
  const std::string drawn =
      "+--+--+--+\n"
      "   |  |  |\n"
      "+  +--+--+\n"
      "|  |     |\n"
      "+  +  +  +\n"
      "   |     |\n"
      "+--+--+--+\n";
  const Outcome from_input = explain({"--picture", "-"}, drawn);
  EXPECT_EQ(from_input.code, 0) << from_input.err;
  EXPECT_EQ(from_input.out, explain({kLoony}).out);
  write_file(folder_ / "board.txt", drawn);
  EXPECT_EQ(explain({"--picture", folder_ / "board.txt"}).out, from_input.out);
  // Reads the printed picture back.
  const std::size_t begin = from_input.out.find("\n\n") + 2;
  const std::string shown =
      from_input.out.substr(begin, from_input.out.find("\n\n", begin) + 1 - begin);
  EXPECT_NE(shown.find('A'), shown.npos);
  EXPECT_EQ(explain({"--picture", "-"}, shown).out, from_input.out);
}

TEST_F(Explain, RefusesMalformedPositions) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"3x3:01"},
                                                    {"9x9:0"},
                                                    {kLoony, "--picture", "-"},
                                                    {kLoony, "--format", "xml"},
                                                    {"--picture", folder_ / "nowhere"}}) {
    const Outcome refused = explain(arguments);
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
  }
}

// The theory works without a table.
TEST_F(Explain, ADamagedTableGivesCode4AndAMissingFolderNoError) {
  EXPECT_EQ(pipo({"explain", kLoony, "--tables", folder_ / "nowhere"}).code, 0);
  make_tables(folder_.path(), {"3x3"});
  write_file(folder_.path() / "3x3" / "layer-20.pipo", "short");
  const Outcome refused = explain({kLoony});
  EXPECT_EQ(refused.code, 4);
  EXPECT_NE(refused.out.find("components\n"), std::string::npos) << refused.out;
  EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
}

// For positions of a board, quiet or not: margins agree with the table, lines fit the width, and
// JSON parses.
TEST_F(Explain, AgreesWithTheTableOnManyPositions) {
  make_tables(folder_.path(), {"3x3", "2x4"});
  const Tables tables({folder_.path()});
  std::mt19937_64 random(1);
  const int positions = kSanitized ? 180 : 600;
  for (const Board& board : {Board(3, 3), Board(4, 2)}) {
    int with_margin = 0;
    for (int i = 0; i < positions; ++i) {
      const EdgeSet drawn =
          (random() | (i % 2 == 0 ? random() : random() | random())) & board.all();
      const Explained result = explained({board, drawn}, Solver(tables));
      ASSERT_TRUE(result.exact);
      ASSERT_EQ(result.exact->margins.size(), result.theory.advice.size());
      if (result.theory.margin) {
        ++with_margin;
        EXPECT_EQ(result.theory.margin->value, result.exact->answer.value);
      }
      for (std::size_t j = 0; j < result.exact->margins.size(); ++j) {
        const theory::Advice& advice = result.theory.advice[j];
        if (advice.margin) {
          EXPECT_EQ(*advice.margin, result.exact->margins[j]);
        }
        EXPECT_LE(result.exact->margins[j], result.exact->answer.value);
      }
      for (const std::string& line : lines(explained_text(result))) {
        EXPECT_LE(line.size(), 100U) << line;
        EXPECT_FALSE(line.ends_with(' ')) << line;
      }
      const Json parsed = explained_json(result);
      EXPECT_EQ(parsed["position"], to_string(result.theory.position));
      EXPECT_EQ(parsed["components"].size(), result.theory.components.size());
    }
    EXPECT_GT(with_margin, positions / 6) << board.name();
  }
}

}  // namespace pipo::test::explain_test
