// Compares the analysis of games, move by move, with values computed from the rules and with other
// methods.
#include "solve/game_analysis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/rules.hpp"
#include "pipopipette/solver.hpp"
#include "search/answer.hpp"
#include "solve/start_sweep.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/random_game.hpp"

namespace pipo::game_analysis_test {

using test::random_game;

const Tables& no_tables() {
  static const Tables tables(std::vector<std::filesystem::path>{});
  return tables;
}

AnalysedGame analysed(const Board& board, const std::vector<int>& moves,
                      const SolverOptions& limits = {}, const Tables& tables = no_tables()) {
  return analyse_game(played(board, moves), Solver(tables), limits);
}

bool contains(const Bounds& range, int value) {
  return range.lower <= value && value <= range.upper;
}

// Margins of every position of the game for player 0 under best play, by the oracle. Turns and
// scores are computed here again.
std::vector<int> true_margins(const Board& board, const std::vector<int>& moves) {
  const Values value = oracle_values(board);
  std::vector<int> margins;
  EdgeSet drawn = 0;
  int sign = 1, lead = 0;
  for (const int edge : moves) {
    margins.push_back(lead + sign * value(drawn));
    const int taken = completed_boxes(board, drawn, edge);
    lead += sign * taken;
    if (taken == 0) sign = -sign;
    drawn |= EdgeSet{1} << edge;
  }
  margins.push_back(lead + sign * value(drawn));
  return margins;
}

int sign(int number) {
  return (number > 0) - (number < 0);
}

void expect_true(const AnalysedGame& game, const std::vector<int>& moves) {
  const std::vector<int> margins = true_margins(game.board, moves);
  const Values value = oracle_values(game.board);
  ASSERT_EQ(game.moves.size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const AnalysedMove& move = game.moves[i];
    EXPECT_EQ(move.edge, moves[i]);
    const int side = move.player == 0 ? 1 : -1;
    const int lead = side * (move.score[0] - move.score[1]);
    EXPECT_TRUE(contains(move.before, side * margins[i] - lead));
    EXPECT_TRUE(contains(move.after, side * margins[i + 1] - lead));
    EXPECT_TRUE(contains(game.margin(static_cast<int>(i)), margins[i]));
    if (move.lost()) {
      EXPECT_EQ(*move.lost(), side * (margins[i] - margins[i + 1]));
    }
    for (const auto& [result, margin] :
         {std::pair(move.result_before(), margins[i]), {move.result_after(), margins[i + 1]}}) {
      if (result) {
        EXPECT_EQ(static_cast<int>(*result) - 1, sign(side * margin));
      }
    }
    for (const int edge : move.best) {
      const EdgeSet after = move.drawn | EdgeSet{1} << edge;
      const int captures = completed_boxes(game.board, move.drawn, edge);
      EXPECT_EQ(captures > 0 ? captures + value(after) : -value(after), move.before.lower);
    }
    EXPECT_EQ(move.method.has_value(), !move.best.empty());
  }
}

void expect_decision(const AnalysedGame& game, const std::vector<int>& moves) {
  const std::vector<int> margins = true_margins(game.board, moves);
  const auto decision = game.decision();
  ASSERT_TRUE(decision.has_value());
  const int end = sign(margins.back());
  EXPECT_EQ(decision->winner.has_value(), end != 0);
  if (decision->winner) {
    EXPECT_EQ(*decision->winner, end > 0 ? 0 : 1);
  }
  for (auto i = static_cast<std::size_t>(decision->since); i < margins.size(); ++i) {
    EXPECT_EQ(sign(margins[i]), end);
  }
  if (decision->by_move) {
    EXPECT_NE(sign(margins[static_cast<std::size_t>(decision->since) - 1]), end);
  }
}

void expect_games_as_the_oracle(int games) {
  std::mt19937_64 random(2);
  for (const char* name : {"1x1", "1x4", "2x2", "2x3", "3x2", "3x3"}) {
    const Board board = Board::parse(name);
    for (int i = 0; i < games; ++i) {
      const std::vector<int> moves = random_game(board, random, i % 2 == 0);
      const AnalysedGame game = analysed(board, moves);
      EXPECT_EQ(game.unknown, 0);
      EXPECT_EQ(game.ending, Ending::done);
      EXPECT_FALSE(game.too_large);
      EXPECT_TRUE(game.over());
      EXPECT_EQ(game.score[0] + game.score[1], board.boxes());
      expect_true(game, moves);
      expect_decision(game, moves);
      for (const AnalysedMove& move : game.moves) {
        EXPECT_TRUE(move.before.exact() && move.after.exact());
        EXPECT_EQ(*move.lost() % 2, 0);
        const bool best = std::ranges::find(move.best, move.edge) != move.best.end();
        EXPECT_EQ(best, *move.lost() == 0);
      }
      for (const int player : {0, 1}) {
        int lost = 0;
        for (const AnalysedMove& move : game.moves)
          lost += move.player == player ? *move.lost() : 0;
        EXPECT_EQ(game.lost(player).margin, lost);
      }
    }
  }
}

TEST(GameAnalysis, WholeGamesAgainstTheOracle) {
  expect_games_as_the_oracle(6);
}

TEST(GameAnalysis, LongRunMoreWholeGamesAgainstTheOracle) {
  expect_games_as_the_oracle(20);
}

// The work stops at an arbitrary value; the moves analysed so far are right.
TEST(GameAnalysis, AStoppedAnalysisIsRightSoFar) {
  const TemporaryFolder folder;
  const Board board(3, 3);
  write_table(folder.path(), table_identity(board), oracle_values(board));
  const Tables tables({folder.path()});
  std::mt19937_64 random(3);
  int by_move = 0, uncertain = 0;
  for (int i = 0; i < 100; ++i) {
    const std::vector<int> moves = random_game(board, random, i % 3 != 0);
    const int positions = 1 + static_cast<int>(random() % moves.size());
    int asked = 0;
    const AnalysedGame game =
        analysed(board, moves, {.stopped = [&] { return ++asked > positions; }}, tables);
    EXPECT_EQ(game.unknown, board.edges() + 1 - positions);
    EXPECT_EQ(game.ending, Ending::stopped);
    for (int move = game.unknown; move < board.edges(); ++move) {
      EXPECT_EQ(game.moves[static_cast<std::size_t>(move)].method, Method::table);
    }
    expect_true(game, moves);
    expect_decision(game, moves);
    by_move += game.decision()->by_move;
    uncertain += !game.decision()->by_move && game.decision()->since > 0;
  }
  EXPECT_GT(by_move, 10);
  EXPECT_GT(uncertain, 10);
}

// The analysis of an unfinished game ends with the open position.
TEST(GameAnalysis, AnUnfinishedGame) {
  std::mt19937_64 random(4);
  const Board board(2, 3);
  for (int i = 0; i < 20; ++i) {
    std::vector<int> moves = random_game(board, random, true);
    moves.resize(1 + random() % moves.size());
    const AnalysedGame game = analysed(board, moves);
    EXPECT_EQ(game.unknown, 0);
    EXPECT_EQ(game.value, Bounds::only(oracle_values(board)(game.drawn)));
    EXPECT_EQ(game.best.empty(), game.over());
    expect_true(game, moves);
    expect_decision(game, moves);
  }
}

// A game with moves for a search, for a sweep and too early for both, compared with single
// solutions.
TEST(GameAnalysis, LargerBoardsWithinAllowedMemory) {
  std::mt19937_64 random(5);
  const Board board(5, 5);
  const std::vector<int> moves = random_game(board, random, true);
  const std::uint64_t memory = 60'000'000;
  std::uint64_t most = 0;
  int sweeps = 0;
  SolverOptions options{.memory = memory, .seconds = 600};
  options.planned = [&](const SweepPlan& plan) {
    most = std::max(most, plan.memory);
    ++sweeps;
  };
  const AnalysedGame game = analysed(board, moves, options);
  EXPECT_GT(most, 0U);
  EXPECT_LE(most, memory);
  ASSERT_GT(game.unknown, 10);
  ASSERT_LT(game.unknown, 30);
  EXPECT_EQ(game.ending, Ending::done);
  ASSERT_TRUE(game.too_large);
  EXPECT_GT(game.too_large->memory, memory);
  ASSERT_EQ(game.stretches.size(), 2U);
  EXPECT_EQ(game.stretches[0].method, Method::sweep);
  EXPECT_EQ(game.stretches[0].first, game.unknown);
  EXPECT_EQ(game.stretches[0].last + 1, game.stretches[1].first);
  // It does not sweep from each position.
  EXPECT_LE(2 * sweeps, game.stretches[0].last - game.stretches[0].first + 1);
  EXPECT_EQ(game.stretches[1].method, Method::search);
  EXPECT_EQ(game.stretches[1].last, board.edges());
  const Solver search(no_tables(), {.only = Method::search});
  for (std::size_t i = static_cast<std::size_t>(game.unknown) + 3; i < moves.size(); i += 7) {
    const Answer answer = search.solve({board, game.moves[i].drawn}).answer;
    EXPECT_EQ(game.moves[i].before, Bounds::only(answer.value));
    EXPECT_EQ(game.moves[i].best, answer.best);
    for (const MoveValue& move : answer.moves) {
      if (move.edge == moves[i]) {
        EXPECT_EQ(game.moves[i].after, Bounds::only(move.value));
      }
    }
  }
}

// Analyses the first three moves of a game. Returns the number of moves after which the first sweep
// begins, if that after two moves is expected to take this share of the time. A first sweep after
// one move is too large.
int moves_before_sweep(double share) {
  std::mt19937_64 random(8);
  const Board board(3, 4);
  std::vector<int> moves = random_game(board, random, true);
  moves.resize(3);
  const Position position{board, EdgeSet{1} << moves[0] | EdgeSet{1} << moves[1]};
  // Until a sweep has shown the speed of the machine, it may be four times as slow.
  const double expected = 4 * size_of_sweep(position).seconds;
  std::optional<int> drawn;
  SolverOptions limits{.seconds = expected / share, .threads = 1};
  limits.planned = [&](const SweepPlan& plan) {
    if (!drawn) drawn = plan.start.layer();
  };
  analysed(board, moves, limits);
  return drawn.value_or(board.edges());
}

TEST(GameAnalysis, ASweepMayTakeMostOfTheTimeAndNotAll) {
  EXPECT_EQ(moves_before_sweep(0.05), 2);
  EXPECT_GT(moves_before_sweep(0.82), 2);
}

// Without memory for a sweep, a search goes as far as in `pipo solve`.
TEST(GameAnalysis, SearchesWithoutMemoryForASweep) {
  std::mt19937_64 random(6);
  const Board board(1, 8);
  const std::vector<int> moves = random_game(board, random, true);
  const AnalysedGame game = analysed(board, moves, {.memory = 13'000'000});
  EXPECT_EQ(game.unknown, 0);
  ASSERT_EQ(game.stretches.size(), 1U);
  EXPECT_EQ(game.stretches[0].method, Method::search);
  EXPECT_EQ(
      game.moves[0].before,
      Bounds::only(Solver(no_tables(), {.only = Method::sweep}).solve({board, 0}).answer.value));
}

// The analysis by a solver finds the same, after each position more, from the end backwards.
TEST(GameAnalysis, ByASolver) {
  std::mt19937_64 random(21);
  const Board board(2, 3);
  for (int i = 0; i < 20; ++i) {
    const std::vector<int> moves = random_game(board, random, i % 2 == 0);
    const Solver solver(no_tables());
    int unknown = static_cast<int>(moves.size()) + 1;
    const AnalysedGame game =
        analyse_game(played(board, moves), solver, {}, [&](const AnalysedGame& so_far) {
          expect_true(so_far, moves);
          EXPECT_EQ(so_far.unknown, --unknown);
        });
    EXPECT_EQ(unknown, 0);
    EXPECT_EQ(game.unknown, 0);
    EXPECT_EQ(game.ending, Ending::done);
    EXPECT_EQ(game.stretches.front().first, 0);
    EXPECT_EQ(game.stretches.back().last, static_cast<int>(moves.size()));
    expect_true(game, moves);
    expect_decision(game, moves);
    // The same game from the middle on: the same values; the score counts from there.
    const std::size_t middle = moves.size() / 2;
    Game later({board, game.moves[middle].drawn}, {.turn = game.moves[middle].player});
    for (std::size_t k = middle; k < moves.size(); ++k) later.play(moves[k]);
    const AnalysedGame half = analyse_game(later, solver, {});
    ASSERT_EQ(half.moves.size(), moves.size() - middle);
    for (std::size_t k = 0; k < half.moves.size(); ++k) {
      const AnalysedMove& move = game.moves[middle + k];
      EXPECT_EQ(half.moves[k].player, move.player);
      EXPECT_EQ(half.moves[k].before, move.before);
      EXPECT_EQ(half.moves[k].lost(), move.lost());
      EXPECT_EQ(half.moves[k].best, move.best);
    }
  }
}

TEST(GameAnalysis, ByASolverWithinLimits) {
  std::mt19937_64 random(22);
  const Board board(5, 5);
  const std::vector<int> moves = random_game(board, random, true);
  const Solver solver(no_tables());
  const AnalysedGame game =
      analyse_game(played(board, moves), solver, {.memory = std::uint64_t{32} << 20});
  EXPECT_GT(game.unknown, 5);
  EXPECT_LT(game.unknown, 30);
  EXPECT_EQ(game.ending, Ending::done);
  EXPECT_FALSE(game.moves[static_cast<std::size_t>(game.unknown) - 1].method);
  EXPECT_TRUE(game.moves[static_cast<std::size_t>(game.unknown)].method);
  const AnalysedGame late =
      analyse_game(played(board, moves), Solver(no_tables()), {.seconds = 1e-9});
  EXPECT_EQ(late.ending, Ending::out_of_time);
  const AnalysedGame stopped =
      analyse_game(played(board, moves), Solver(no_tables()), {.stopped = [] { return true; }});
  EXPECT_EQ(stopped.ending, Ending::stopped);
  EXPECT_EQ(stopped.unknown, 61);
}

// Bounds that are kept up to date are those that a computation from scratch gives, and cost little.

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
  bounds[last] =
      known <= last ? Bounds::only(values[last]) : bounds_of({game.board, game.drawn}, 0);
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
      GameBounds bounds(game, 0);
      expect_bounds(game, from_scratch(game, values, moves.size() + 1));
      for (std::size_t i = values.size(); i-- > 0;) {
        bounds.know(i, answer(values[i]));
        ASSERT_NO_FATAL_FAILURE(expect_bounds(game, from_scratch(game, values, i)));
      }
    }
  }
}

// Without time for a first position, the analysis still says what its sweep would take. A caller
// can stop that.
TEST(GameAnalysis, SizingCanBeStopped) {
  const Board board(5, 5);
  const std::vector<int> moves = {0, 7};
  int asked = 0;
  const auto analysed_until = [&](int most) {
    asked = 0;
    return analyse_game(played(board, moves), Solver(no_tables()),
                        {.seconds = 1e-9, .stopped = [&asked, most] { return ++asked > most; }});
  };
  const AnalysedGame whole = analysed_until(std::numeric_limits<int>::max());
  EXPECT_EQ(whole.ending, Ending::out_of_time);
  ASSERT_TRUE(whole.too_large);
  EXPECT_GT(asked, 2);
  const AnalysedGame stopped = analysed_until(asked - 1);
  EXPECT_EQ(stopped.ending, Ending::stopped);
  EXPECT_FALSE(stopped.too_large);
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
    GameBounds bounds(game, 0);
    for (std::size_t i = values.size(); i-- > 0;) bounds.know(i, answer(values[i]));
    EXPECT_EQ(bounds.settled(), noisy);
    EXPECT_GE(bounds.computed(), moves.size());
    EXPECT_LE(bounds.computed(), 4 * moves.size());
  }
}

}  // namespace pipo::game_analysis_test
