// Bounds that are kept up to date are those that a computation from scratch gives, and cost little.
#include "solve/game_bounds.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "pipopipette/game.hpp"
#include "pipopipette/rules.hpp"
#include "search/bounds.hpp"
#include "tests/support/random_game.hpp"

namespace pipo::game_bounds_test {

// Returns a game without bounds.
AnalysedGame replayed(const Board& board, const std::vector<int>& moves) {
  Game game(board);
  AnalysedGame result;
  result.board = board;
  for (const int edge : moves) {
    AnalysedMove move;
    move.edge = edge;
    move.drawn = game.position().drawn;
    move.captures = game.play(edge);
    result.moves.push_back(std::move(move));
  }
  result.drawn = game.position().drawn;
  return result;
}

// Returns the bounds before each move and at the end, computed from the last position back. Those
// from `known` on are the values.
std::vector<Bounds> from_scratch(const AnalysedGame& game, const std::vector<int>& values,
                                 std::size_t known) {
  const std::size_t last = game.moves.size();
  std::vector<Bounds> bounds(last + 1);
  bounds[last] = known <= last ? Bounds::only(values[last]) : bounds_of({game.board, game.drawn});
  for (std::size_t i = last; i-- > 0;) {
    const AnalysedMove& move = game.moves[i];
    const Position position{game.board, move.drawn};
    bounds[i] = known <= i ? Bounds::only(values[i])
                           : bounds_before_move(settle(position).without_quiet(),
                                                boxes_left(position), move.captures,
                                                bounds_of_move(move.captures, bounds[i + 1]));
  }
  return bounds;
}

void expect_bounds(const AnalysedGame& game, const std::vector<Bounds>& bounds) {
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    ASSERT_EQ(game.moves[i].before, bounds[i]) << i;
    ASSERT_EQ(game.moves[i].after, bounds_of_move(game.moves[i].captures, bounds[i + 1])) << i;
  }
  ASSERT_EQ(game.value, bounds.back());
}

// Returns what the player to move gains in the rest of the game as it was played: possible values.
std::vector<int> margins(const AnalysedGame& game) {
  std::vector<int> margins(game.moves.size() + 1);
  for (std::size_t i = game.moves.size(); i-- > 0;) {
    margins[i] = bounds_of_move(game.moves[i].captures, Bounds::only(margins[i + 1])).lower;
  }
  return margins;
}

Answer answer(int value) {
  Answer answer;
  answer.value = value;
  return answer;
}

TEST(GameBounds, AreThoseFromScratchWhateverIsKnown) {
  std::mt19937_64 random(1);
  for (const char* name : {"1x1", "1x5", "3x3", "4x5", "6x6", "8x7"}) {
    const Board board = Board::parse(name);
    for (int number = 0; number < 6; ++number) {
      std::vector<int> moves = test::random_game(board, random, number % 2 == 0);
      if (number > 3) moves.resize(moves.size() / 2);
      AnalysedGame game = replayed(board, moves);
      const std::vector<int> values = margins(game);
      GameBounds bounds(game);
      expect_bounds(game, from_scratch(game, values, moves.size() + 1));
      for (std::size_t i = values.size(); i-- > 0;) {
        bounds.know(i, answer(values[i]));
        ASSERT_NO_FATAL_FAILURE(expect_bounds(game, from_scratch(game, values, i)));
      }
    }
  }
}

TEST(GameBounds, WorkGrowsWithTheNumberOfMovesOnly) {
  std::mt19937_64 random(2);
  const Board board(20, 20);
  for (const bool greedy : {false, true}) {
    const std::vector<int> moves = test::random_game(board, random, greedy);
    AnalysedGame game = replayed(board, moves);
    std::uint64_t noisy = 0;
    for (const AnalysedMove& move : game.moves) noisy += !is_quiet({board, move.drawn});
    const std::vector<int> values = margins(game);
    GameBounds bounds(game);
    for (std::size_t i = values.size(); i-- > 0;) bounds.know(i, answer(values[i]));
    EXPECT_EQ(bounds.settled(), noisy);
    EXPECT_GE(bounds.computed(), moves.size());
    EXPECT_LE(bounds.computed(), 4 * moves.size());
  }
}

}  // namespace pipo::game_bounds_test
