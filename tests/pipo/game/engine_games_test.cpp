// Games of the engine against other players, with tables: it reaches the value of the table.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <string>
#include <vector>

#include "pipopipette/notation.hpp"
#include "tests/pipo/game/asked_engine.hpp"

namespace pipo::test::engine_games_test {

// An opponent of the engine that keeps its own record of the game.
class Opponent {
 public:
  Opponent(const Position& start, bool greedy, std::uint64_t seed)
      : position_(start), greedy_(greedy), random_(seed) {}

  const Position& position() const { return position_; }
  bool over() const { return position_.open() == 0; }

  // The number of boxes that the edge completes.
  int draw(int edge) {
    const EdgeSet bit = EdgeSet{1} << edge;
    EXPECT_EQ(position_.drawn & bit, 0U);
    const int before = complete();
    position_.drawn |= bit;
    return complete() - before;
  }

  // A random move. A greedy opponent takes a box if possible, and gives none away unless forced.
  int choose() {
    std::vector<int> open;
    std::vector<int> taking;
    std::vector<int> safe;
    for (EdgeSet edges = position_.open(); edges != 0; edges &= edges - 1) {
      const int edge = std::countr_zero(edges);
      open.push_back(edge);
      int most = 0;
      for (const int box : position_.board.neighbours(edge)) {
        if (box < 0) continue;
        most = std::max(most, std::popcount(position_.board.sides(box) & position_.drawn));
      }
      if (most == 3) taking.push_back(edge);
      if (most < 2) safe.push_back(edge);
    }
    if (greedy_ && !taking.empty()) return taking[random_() % taking.size()];
    if (greedy_ && !safe.empty()) return safe[random_() % safe.size()];
    return open[random_() % open.size()];
  }

 private:
  int complete() const {
    int boxes = 0;
    for (int box = 0; box < position_.board.boxes(); ++box) {
      boxes += (position_.board.sides(box) & ~position_.drawn) == 0;
    }
    return boxes;
  }

  Position position_;
  bool greedy_;
  std::mt19937_64 random_;
};

class EngineGames : public AskedEngine {};

// Sanitizers make a table of 3x4 slowly.
constexpr const char* kOther = kSanitized ? "1x7" : "3x4";

class Games : public AskedEngine, public testing::WithParamInterface<bool> {
 protected:
  void SetUp() override {
    make_tables(folder_.path(), {kOther});
    tables_.add(folder_.path());
  }

  // The engine's final margin by the opponent's record, which must equal the engine's own.
  int play(const Position& start, bool greedy, int engine_is, std::uint64_t seed) {
    Opponent opponent(start, greedy, seed);
    std::array<int, 2> score{};
    int turn = 0;
    while (!opponent.over()) {
      int edge = 0;
      if (turn == engine_is) {
        const std::string text = ask("genmove");
        edge = parse_edge(start.board, text.substr(0, text.find(' ')));
        EXPECT_NE(text.find(" table "), std::string::npos) << text;
      } else {
        edge = opponent.choose();
        ask("play " + edge_name(start.board, edge));
      }
      const int captures = opponent.draw(edge);
      score[static_cast<std::size_t>(turn)] += captures;
      if (captures == 0) turn = 1 - turn;
    }
    EXPECT_EQ(ask("score"), std::to_string(score[0]) + " " + std::to_string(score[1]));
    const auto engine = static_cast<std::size_t>(engine_is);
    return score[engine] - score[1 - engine];
  }

  TemporaryFolder folder_;
};

// Half of the games begin with the empty board, with either player first; the others begin
// anywhere.
TEST_P(Games, AThousandReachTheValueOfTheTable) {
  const bool greedy = GetParam();
  const std::vector<Board> boards = {Board(3, 3), Board(2, 4), Board::parse(kOther)};
  std::mt19937_64 random(greedy ? 5 : 6);
  const int games = kSanitized ? 150 : 1000;
  int more = 0;
  for (int i = 0; i < games; ++i) {
    Position start{boards[static_cast<std::size_t>(i / 2) % boards.size()], 0};
    if (i >= games / 2) start.drawn = random() & random() & start.board.all();
    const int engine_is = i % 2;
    ask("load " + to_string(start));
    const int value = tables_.value(start);
    const int due = engine_is == 0 ? value : -value;
    const int margin = play(start, greedy, engine_is, random());
    ASSERT_GE(margin, due) << to_string(start);
    more += margin > due;
  }
  EXPECT_GT(more, games / 2);  // such opponents make mistakes
}

INSTANTIATE_TEST_SUITE_P(Opponents, Games, testing::Bool(), [](const auto& opponent) {
  return opponent.param ? std::string("greedy") : std::string("random");
});

TEST_F(EngineGames, AgainstItselfItReachesTheValueOfTheTable) {
  std::mt19937_64 random(7);
  for (int i = 0; i < (kSanitized ? 20 : 60); ++i) {
    const Position start{Board(3, 3), i == 0 ? 0 : random() & random() & Board(3, 3).all()};
    ask("load " + to_string(start));
    while (ask("turn") != "0") ask("genmove");
    int first = 0;
    int second = 0;
    ASSERT_EQ(std::sscanf(ask("score").c_str(), "%d %d", &first, &second), 2);
    EXPECT_EQ(first - second, tables_.value(start)) << to_string(start);
  }
}

}  // namespace pipo::test::engine_games_test
