// The levels of the player: what each of them knows; and the edges that offer no box.
#include "player/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/rules.hpp"
#include "probe/board/settle.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/random_game.hpp"

namespace pipo::test::rules_test {

class LevelTest : public testing::Test {
 protected:
  Player player(int level, std::uint64_t seed = 1, const SolverOptions& options = {}) const {
    return Player(Solver(tables_, options), {.level = level, .seed = seed});
  }

  // The margin of `first` in one game from the empty board, moving first or second.
  static int margin(const Player& first, const Player& second, const Board& board, bool begins) {
    Game game(board);
    while (!game.over()) {
      const bool turn_of_first = (*game.turn() == 0) == begins;
      game.play((turn_of_first ? first : second).choose(game.position()).edge);
    }
    const auto [one, two] = *game.score();
    return begins ? one - two : two - one;
  }

  // The share of the games that `strong` wins, a tie counting half.
  double share(int strong, int weak, const Board& board, int games) const {
    double won = 0;
    for (int i = 0; i < games; ++i) {
      const auto seed = static_cast<std::uint64_t>(i + 1);
      const int result = margin(player(strong, seed), player(weak, seed + 1000), board, i % 2 == 0);
      won += result > 0 ? 1 : result == 0 ? 0.5 : 0;
    }
    return won / games;
  }

  Tables tables_{{made_tables()}};
};

TEST_F(LevelTest, AreFromOneToTen) {
  for (int level = kWeakest; level <= kStrongest; ++level) {
    EXPECT_FALSE(description(level).empty());
    EXPECT_NO_THROW(player(level));
  }
  EXPECT_THROW(player(0), BadInput);
  EXPECT_THROW(player(11), BadInput);
}

TEST_F(LevelTest, AllTakeABoxThatCostsNothing) {
  // The only box with three sides is alone.
  const Position position = parse_position("3x3:100000000000110000000000");
  for (int level = kWeakest; level <= kStrongest; ++level) {
    const Choice choice = player(level).choose(position);
    EXPECT_NE(completed_by(position, choice.edge), 0U) << level << " " << choice.reason;
  }
}

TEST_F(LevelTest, OnlyTheFirstOffersABoxWithoutNeed) {
  // A box with two sides, and many edges that offer none.
  const Position position = parse_position("3x3:100000000000100000000000");
  std::set<int> first;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    first.insert(player(1, seed).choose(position).edge);
    for (int level = 2; level <= 4; ++level) {
      const Choice choice = player(level, seed).choose(position);
      Position after = position;
      after.drawn |= EdgeSet{1} << choice.edge;
      EXPECT_EQ(settled(after).captured, 0U) << level;
    }
  }
  const int offers = parse_edge(position.board, "h1.0");
  EXPECT_TRUE(first.contains(offers));
}

// Only the highest level says "table", those from 6 on say "solved" (3x3 is solved at once), and
// only those from 4 on know a margin.
TEST_F(LevelTest, KnowNoMoreThanTheySay) {
  std::mt19937_64 random(1);
  std::array<std::set<Knowledge>, kStrongest + 1> known;
  for (int i = 0; i < 20; ++i) {
    const Board board(3, 3);
    Position position{board, random() & random() & board.all()};
    if (i % 2 == 0) position.drawn |= random() & board.all();
    if (position.open() == 0) continue;
    for (int level = kWeakest; level <= kStrongest; ++level) {
      const Choice choice = player(level).choose(position);
      EXPECT_FALSE(choice.reason.empty());
      EXPECT_EQ(position.drawn >> choice.edge & 1U, 0U);
      known.at(static_cast<std::size_t>(level)).insert(choice.by);
      EXPECT_TRUE(level >= 4 || !choice.value);
    }
  }
  for (int level = kWeakest; level <= kStrongest; ++level) {
    const auto& by = known.at(static_cast<std::size_t>(level));
    EXPECT_EQ(by.contains(Knowledge::table), level == kStrongest) << level;
    EXPECT_EQ(by.contains(Knowledge::solved), level > kLevelOfTheory && level < kStrongest)
        << level;
    EXPECT_EQ(by.contains(Knowledge::theory), level == 4 || level == kLevelOfTheory) << level;
  }
}

// The search of level 6 is for positions with few open edges.
TEST_F(LevelTest, LimitWhatIsSolved) {
  const Position few{Board(3, 3), 0};
  const Position many{Board(5, 5), 0};
  EXPECT_FALSE(limits_of_level(5, few, {}));
  EXPECT_EQ(limits_of_level(6, few, {})->only, Method::search);
  EXPECT_FALSE(limits_of_level(6, many, {}));
  EXPECT_EQ(limits_of_level(7, many, {})->seconds, 0.2);
  EXPECT_EQ(limits_of_level(9, many, {.seconds = 5})->seconds, 3);
  EXPECT_EQ(limits_of_level(9, many, {.seconds = 2})->seconds, 2);
  EXPECT_EQ(limits_of_level(10, many, {.seconds = 50})->seconds, 50);
  EXPECT_EQ(limits_of_level(10, many, {})->seconds, 0);
  EXPECT_EQ(limits_of_level(6, few, {.only = Method::table})->only, Method::table);
}

// Games with given seeds, so that the result is always the same.
TEST_F(LevelTest, LongRunHigherOnesAreStronger) {
  const Board board(3, 3);
  EXPECT_GT(share(2, 1, board, 20), 0.7);
  EXPECT_GT(share(3, 2, board, 20), 0.5);
  EXPECT_GT(share(4, 3, board, 20), 0.5);
  EXPECT_GT(share(5, 4, board, 20), 0.5);
  EXPECT_GT(share(6, 5, board, 10), 0.5);
  EXPECT_GT(share(10, 1, board, 10), 0.8);
}

// The first moves differ from seed to seed, and are the same for the same seed.
TEST_F(LevelTest, OpeningsVary) {
  const Position empty{Board(4, 4), 0};  // there is no table of it
  for (const int level : {1, 3, 10}) {
    std::set<int> chosen;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      chosen.insert(player(level, seed, {.only = Method::table}).choose(empty).edge);
    }
    const auto again = [&] { return player(level, 1, {.only = Method::table}).choose(empty).edge; };
    EXPECT_EQ(again(), again());
    EXPECT_GT(chosen.size(), 4U) << level;
  }
  EXPECT_EQ(player(10, 0, {.only = Method::table}).choose(empty).edge, 0);
}

std::vector<int> safe_by_the_rules(const Position& position) {
  std::vector<int> edges = legal_moves(position);
  std::erase_if(edges, [&](int edge) {
    Position after = position;
    after.drawn.insert(edge);
    return !is_quiet(after);
  });
  return edges;
}

TEST(SafeEdges, AreThoseAfterWhichThePositionIsQuiet) {
  std::mt19937_64 random(1);
  std::size_t some = 0, in_noisy = 0;
  for (const char* name : {"1x1", "1x4", "2x3", "4x4", "5x5", "6x6", "9x7"}) {
    const Board board = Board::parse(name);
    for (int game = 0; game < 10; ++game) {
      Position position{board, {}};
      for (const int edge : test::random_game(board, random, game % 2 == 0)) {
        const std::vector<int> safe = safe_by_the_rules(position);
        ASSERT_EQ(safe_edges(position), safe) << to_string(position);
        some += !safe.empty();
        in_noisy += !safe.empty() && !is_quiet(position);
        position.drawn.insert(edge);
      }
    }
  }
  EXPECT_GT(some, 500U);
  EXPECT_GT(in_noisy, 50U);
}

}  // namespace pipo::test::rules_test
