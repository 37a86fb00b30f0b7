// Moves compared by the values of later positions.
#include "player/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "player/player.hpp"
#include "player/rules.hpp"
#include "probe/board/settle.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::sampling_test {

// Returns a quiet position with this many drawn edges.
Position safe_position(const Board& board, int drawn, std::mt19937_64& random) {
  Position position{board, 0};
  while (position.layer() < drawn) {
    const EdgeSet with = position.drawn | EdgeSet{1} << random() % board.edges();
    if (is_quiet(board, with)) position.drawn = with;
  }
  return position;
}

class Sampling : public testing::Test {
 protected:
  Tables tables_{{made_tables()}};
  Tables none_{std::vector<std::filesystem::path>()};
  Solver by_tables_{tables_};
};

// The definition, by the values of tables: what the best move loses, and what the average safe
// move loses.
TEST_F(Sampling, LosesLessThanRandomSafeMoves) {
  std::mt19937_64 random(1);
  double sampled = 0;
  double average = 0;
  int positions = 0;
  while (positions < 200) {
    const Position position = safe_position(Board(3, 3), 5, random);
    const auto found = sample_moves(position, by_tables_, {}, 1, 12);
    if (!found) continue;
    ++positions;
    EXPECT_LE(found->samples, 12);
    const Answer answer = tables_.answer(position);
    const auto lost = [&](const std::vector<int>& edges) {
      double total = 0;
      for (const MoveValue& move : answer.moves) {
        if (std::ranges::count(edges, move.edge) > 0) total += answer.value - move.value;
      }
      return total / static_cast<double>(edges.size());
    };
    sampled += lost(found->best) / 200;
    average += lost(safe_edges(position)) / 200;
  }
  EXPECT_LT(sampled, 0.7 * average) << sampled << " and " << average;
}

// One sample of a position whose moves differ: the best of its own moves.
TEST_F(Sampling, OneSampleHasTheMovesOfTheLaterPosition) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 50; ++i) {
    const Position position = safe_position(Board(3, 3), 6, random);
    const auto found = sample_moves(position, by_tables_, {}, 7, 1);
    if (!found) continue;
    const auto again = sample_moves(position, by_tables_, {}, 7, 1);
    EXPECT_EQ(found->best, again->best);
    EXPECT_EQ(found->samples, 1);
    EXPECT_EQ(found->drawn, 8);  // the same player is to move
    const std::vector<int> safe = safe_edges(position);
    for (const int edge : found->best) EXPECT_TRUE(std::ranges::binary_search(safe, edge));
  }
}

TEST_F(Sampling, IsForQuietPositionsWithAChoice) {
  const auto samples = [&](const std::string& text) {
    return sample_moves(parse_position(text), by_tables_, {}, 1, 5).has_value();
  };
  EXPECT_TRUE(samples("3x3:000000000000000000000000"));
  EXPECT_FALSE(samples("2x2:100000110000"));  // a box can be taken
  EXPECT_FALSE(samples("2x2:111111000000"));  // every move offers a box
  EXPECT_FALSE(samples("3x3:111111111111111111111111"));
}

TEST_F(Sampling, KeepsToTheLimits) {
  const Solver solver{none_};
  const Board board = Board::parse(kTooLarge);
  const Position empty{board, 0};
  EXPECT_FALSE(sample_moves(empty, solver, {.seconds = 0.05}, 1, 5));
  std::mt19937_64 random(3);
  const Position position = safe_position(board, 14, random);
  EXPECT_FALSE(sample_moves(position, solver, {.memory = 1 << 20}, 1, 5));
  const SolverOptions stopped{.stopped = [] { return true; }};
  EXPECT_THROW(sample_moves(position, solver, stopped, 1, 5), Stopped);
}

TEST_F(Sampling, TheStrongestPlayerSamplesWhatItCannotSolve) {
  const Solver solver{none_};
  std::mt19937_64 random(4);
  const Position position = safe_position(Board(4, 4), test::kSanitized ? 9 : 8, random);
  // Enough for samples, which have up to 18 drawn edges, but not for the position.
  const SolverOptions limits{.memory = 20'000'000};
  const Choice choice = Player(solver).choose(position, limits);
  EXPECT_EQ(choice.by, Knowledge::sampled) << choice.reason;
  EXPECT_EQ(choice.value, std::nullopt);
  EXPECT_TRUE(choice.reason.starts_with("not exact: ")) << choice.reason;
  EXPECT_NE(Player(solver, {.level = 9}).choose(position, limits).by, Knowledge::sampled);
}

TEST_F(Sampling, MayBeAllThatThePlayerUses) {
  std::mt19937_64 random(4);
  const Position position = safe_position(Board(3, 3), 6, random);
  const Solver solver = by_tables_;
  ASSERT_TRUE(solver.try_solve(position).solution);
  EXPECT_EQ(Player(solver).choose(position).by, Knowledge::table);
  const Player player(solver, {.samples_only = true});
  const Choice choice = player.choose(position);
  EXPECT_EQ(choice.by, Knowledge::sampled) << choice.reason;
  EXPECT_EQ(choice.value, std::nullopt);
  const auto found = sample_moves(position, solver, {}, 0, 30);
  ASSERT_TRUE(found);
  EXPECT_EQ(choice.edge, found->best.front());
  EXPECT_EQ(player.ponder(position, {}), nullptr);
  // Where there is nothing to compare, it follows the theory.
  EXPECT_EQ(player.choose(parse_position("1x1:0111")).by, Knowledge::theory);
}

}  // namespace pipo::test::sampling_test
