// `pipo perft`, and the files of reference/rules, which follow from the rules alone.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/rules.hpp"
#include "tests/oracle/game_counts.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::perft_test {

using nlohmann::json;

constexpr const char* kHeading =
    "depth,games,positions,states,captures,doubles,ended,first_to_move,ahead,level,behind";

std::string decimal(oracle::Games number) {
  std::string digits(1, static_cast<char>('0' + static_cast<int>(number % 10)));
  return number < 10 ? digits : decimal(number / 10) + digits;
}

std::string row_of(int depth, const oracle::CountedGames& counts) {
  std::ostringstream row;
  row << depth << ',' << decimal(counts.games) << ',' << counts.positions << ',' << counts.states;
  for (const oracle::Games games :
       {counts.captures, counts.doubles, counts.ended, counts.first_to_move, counts.ahead,
        counts.level, counts.behind}) {
    row << ',' << decimal(games);
  }
  return row.str();
}

// The lines of a file in reference/rules.
std::vector<std::string> rules_file(const std::string& name) {
  return lines(read_file(std::string(PIPO_REFERENCE) + "/rules/" + name));
}

oracle::Rules rules_of(const std::string& board) {
  const std::size_t x = board.find('x');
  return oracle::Rules(std::stoi(board.substr(0, x)), std::stoi(board.substr(x + 1)));
}

oracle::Drawn drawn_of(const std::string& position) {
  oracle::Drawn drawn = 0;
  const std::string bits = position.substr(position.find(':') + 1);
  for (std::size_t i = 0; i < bits.size(); ++i) drawn |= oracle::Drawn{bits[i] == '1'} << i;
  return drawn;
}

// The boxes, [row, column] each, that an edge completes.
json completed(const oracle::Rules& rules, int columns, oracle::Drawn drawn, int edge) {
  json boxes = json::array();
  for (int box = 0; box < rules.boxes(); ++box) {
    const oracle::Drawn sides = rules.all_boxes()[box];
    if ((drawn & sides) != sides && ((drawn | oracle::Drawn{1} << edge) & sides) == sides) {
      boxes.push_back({box / columns, box % columns});
    }
  }
  return boxes;
}

TEST(Perft, CountsAsTextAndCsv) {
  const oracle::Rules rules(2, 2);
  oracle::GameTree tree(rules, 0);
  const Outcome csv = pipo({"perft", "2x2", "12", "--format", "csv"});
  EXPECT_EQ(csv.code, 0) << csv.err;
  const auto rows = lines(csv.out);
  ASSERT_EQ(rows.size(), 14U);
  EXPECT_EQ(rows[0], kHeading);
  for (int depth = 0; depth <= 12; ++depth, tree.play()) {
    EXPECT_EQ(rows[depth + 1], row_of(depth, tree.here()));
  }
  const Outcome text = pipo({"perft", "2x2", "6"});
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(has(text.out, "    6  665,280        924   1,036    53,760        0      0 "));
}

TEST(Perft, CountsFromPositionsAndNamesOfTables) {
  const oracle::Rules rules(1, 2);
  oracle::GameTree tree(rules, 0b0000101);
  for (int i = 0; i < 3; ++i) tree.play();
  const Outcome counted = pipo({"perft", "1x2:1010000", "3", "--format", "csv"});
  EXPECT_EQ(lines(counted.out).back(), row_of(3, tree.here()));
  EXPECT_EQ(pipo({"perft", "2x2-swedish", "4"}).out, pipo({"perft", "2x2:110011101101", "4"}).out);
  EXPECT_EQ(lines(pipo({"perft", "1x1:1111", "0", "--format", "csv"}).out).back(),
            "0,1,1,1,0,0,1,0,0,1,0");
}

TEST(Perft, DividesByTheFirstMove) {
  const Outcome divided = pipo({"perft", "1x2:1010000", "3", "--divide", "--format", "csv"});
  const auto rows = lines(divided.out);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0], std::string("move,") + kHeading);
  EXPECT_EQ(rows[1], "h0.1,3,12,6,6,2,0,0,2,2,10,0");
  EXPECT_EQ(rows[3], "v0.0,3,12,6,9,3,0,0,6,3,6,3");
}

TEST(Perft, RefusesBeforeItCounts) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> bad = {
      {{}, "no position to count from"},
      {{"3x3"}, "DEPTH: '' is not a whole number from 0 to 24"},
      {{"3x3", "25"}, "from 0 to 24, the open edges of 3x3:0000"},
      {{"1x1:0111", "2"}, "from 0 to 1"},
      {{"3x3", "-1"}, "'-1' is not a whole number"},
      {{"3x3", "six"}, "'six' is not a whole number"},
      {{"4x4", "28"}, "DEPTH: 2^128 games or more have depth 28; count to depth 27"},
      {{"3x3", "0", "--divide"}, "--divide counts by the first move"},
      {{"21x2", "1"}, "21x2"},
      {{"1x1:01", "1"}, "1x1 needs 4 edges"}};
  for (auto [arguments, words] : bad) {
    arguments.insert(arguments.begin(), "perft");
    EXPECT_TRUE(refused_with(pipo(arguments), 2, words)) << words;
  }
  EXPECT_TRUE(refused_with(pipo({"perft", "3x3", "12", "--memory", "1M"}), 5,
                           "3x3: counting to depth 12 takes 269 MiB of memory, and 1.00 MiB may "
                           "be used; count to depth 4, or allow more with --memory"));
  EXPECT_EQ(pipo({"perft", "3x3", "4", "--memory", "1M"}).code, 0);
}

// Counts each board as far as it has at most this number of states.
void expect_right_counts(std::uint64_t most) {
  std::map<std::string, std::vector<std::string>> rows;  // by board
  const auto all = rules_file("perft.csv");
  EXPECT_EQ(all[0], std::string("board,") + kHeading);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::size_t comma = all[i].find(',');
    rows[all[i].substr(0, comma)].push_back(all[i].substr(comma + 1));
  }
  EXPECT_EQ(rows.size(), 12U);
  for (const auto& [board, right] : rows) {
    if (board == "10x10") continue;  // the oracle has no such board
    const oracle::Rules rules = rules_of(board);
    oracle::GameTree tree(rules, 0);
    oracle::CountedGames here = tree.here();
    for (std::size_t depth = 0; depth < right.size() && here.states <= most; ++depth) {
      here = tree.here();
      EXPECT_EQ(right[depth], row_of(static_cast<int>(depth), here)) << board;
      tree.play();
    }
  }
}

TEST(RulesFiles, CountsEqualTheOracle) {
  expect_right_counts(2'000);
}
TEST(RulesFiles, LongRunMoreCountsEqualTheOracle) {
  expect_right_counts(50'000);
}

TEST(RulesFiles, GamesFollowTheRules) {
  int ties = 0, doubles = 0;
  for (const std::string& line : rules_file("games.jsonl")) {
    const json game = json::parse(line);
    SCOPED_TRACE(game["name"].get<std::string>() + " " + game["board"].get<std::string>());
    const Board board = Board::parse(game["board"].get<std::string>());
    const oracle::Rules rules(board.rows(), board.columns());
    EXPECT_EQ(game["edges"], rules.edges());
    EXPECT_EQ(game["boxes"], rules.boxes());
    for (const json& name : game["outside"]) {
      EXPECT_THROW(parse_edge(board, name.get<std::string>()), BadInput) << name;
    }
    Game played(board);
    oracle::Drawn drawn = 0;
    int player = 0;
    std::array<int, 2> score{};
    for (const json& step : game["steps"]) {
      EXPECT_EQ(step["player"], player);
      const int edge = step["index"];
      EXPECT_EQ(edge_name(board, edge), step["edge"]);
      std::vector<std::string> legal;
      for (int one = 0; one < rules.edges(); ++one) {
        if ((drawn >> one & 1) == 0) legal.push_back(edge_name(board, one));
      }
      EXPECT_EQ(step["legal"], json(legal));
      EXPECT_EQ(played.legal_moves().size(), legal.size());
      const json boxes = completed(rules, board.columns(), drawn, edge);
      EXPECT_EQ(step["boxes"], boxes);
      doubles += boxes.size() == 2;
      EXPECT_EQ(played.play(edge), static_cast<int>(boxes.size()));
      drawn |= oracle::Drawn{1} << edge;
      score[player] += static_cast<int>(boxes.size());
      if (boxes.empty()) player = 1 - player;
      EXPECT_EQ(drawn_of(step["position"].get<std::string>()), drawn);
      EXPECT_EQ(step["position"], to_string(played.position()));
      EXPECT_EQ(step["score"], json(score));
      EXPECT_EQ(json(played.score().value()), json(score));
      EXPECT_EQ(step["next"], drawn == rules.full() ? json() : json(player));
      EXPECT_EQ(played.turn(), player);
    }
    EXPECT_EQ(drawn, rules.full());
    EXPECT_TRUE(played.over());
    const json winner = score[0] > score[1] ? json(0) : score[0] < score[1] ? json(1) : json();
    ties += winner.is_null();
    EXPECT_EQ(game["winner"], winner);
    EXPECT_EQ(game["score"], json(score));
  }
  EXPECT_GT(ties, 1);
  EXPECT_GT(doubles, 10);
}

TEST(RulesFiles, PositionsFollowTheRules) {
  std::map<std::size_t, int> moves;  // by the number of completed boxes
  for (const std::string& line : rules_file("positions.jsonl")) {
    const json known = json::parse(line);
    const Position position = parse_position(known["position"].get<std::string>());
    EXPECT_EQ(known["moves"].size(), legal_moves(position).size()) << line;
    for (const auto& [name, boxes] : known["moves"].items()) {
      const int edge = parse_edge(position.board, name);
      json mine = json::array();
      for (const int box : completed_by(position, edge).members()) {
        mine.push_back({box / position.board.columns(), box % position.board.columns()});
      }
      EXPECT_EQ(boxes, mine) << line << name;
      ++moves[boxes.size()];
      if (!position.board.is_small()) continue;
      const oracle::Rules rules(position.board.rows(), position.board.columns());
      EXPECT_EQ(boxes, completed(rules, position.board.columns(), position.drawn, edge)) << line;
    }
  }
  EXPECT_GT(moves[0], 1000);
  EXPECT_GT(moves[1], 300);
  EXPECT_GT(moves[2], 50);
}

}  // namespace pipo::test::perft_test
