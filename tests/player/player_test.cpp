// The moves of Player, and solving while the opponent thinks.
#include "player/player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <random>
#include <vector>

#include "answers/question.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/settle.hpp"
#include "tests/pipo/support.hpp"
#include "theory/stage.hpp"

namespace pipo::test::player_test {

Position random_position(const Board& board, std::mt19937_64& random) {
  Position position{board, random() & board.all()};
  if (random() % 2 == 0) position.drawn &= random();
  return position;
}

// The definition without shortcuts: the share of the opponent's moves that keep the value, if the
// mover then minimises it.
double share_kept(const Tables& tables, Position position, int edge) {
  const int captures = [&] {
    Game game = started(position);
    return game.play(edge);
  }();
  position.drawn |= EdgeSet{1} << edge;
  if (position.open() == 0) return 1;
  const Answer answer = tables.answer(position);
  if (captures == 0) {
    return static_cast<double>(answer.best.size()) / static_cast<double>(answer.moves.size());
  }
  double least = 1;
  for (const int next : answer.best) least = std::min(least, share_kept(tables, position, next));
  return least;
}

// A player without the time to solve anything.
Player by_tables(const Tables& tables) {
  return Player(Solver(tables, {.only = Method::table}));
}

class PlayerTest : public testing::Test {
 protected:
  Tables tables_{{made_tables()}};
  Tables none_{std::vector<std::filesystem::path>()};
};

TEST_F(PlayerTest, ChoosesTheBestMoveWithTheSmallestShareOfReplies) {
  std::mt19937_64 random(1);
  int chosen_among_several = 0;
  for (int i = 0; i < 400; ++i) {
    const Position position = random_position(i % 2 == 0 ? Board(2, 3) : Board(3, 3), random);
    if (position.open() == 0) continue;
    const Answer answer = tables_.answer(position);
    const Choice choice = by_tables(tables_).choose(position);
    EXPECT_EQ(choice.by, Knowledge::table);
    EXPECT_EQ(choice.value, answer.value);
    EXPECT_TRUE(std::ranges::find(answer.best, choice.edge) != answer.best.end());
    const double least = share_kept(tables_, position, choice.edge);
    for (const int edge : answer.best) {
      const double share = share_kept(tables_, position, edge);
      EXPECT_GE(share, least) << to_string(position) << " " << edge;
      if (share == least) {
        EXPECT_LE(choice.edge, edge) << to_string(position);
      } else {
        ++chosen_among_several;
      }
    }
  }
  EXPECT_GT(chosen_among_several, 100);
}

TEST_F(PlayerTest, CountsRepliesThatKeepTheValue) {
  std::mt19937_64 random(2);
  int seen = 0;
  for (int i = 0; i < 300; ++i) {
    const Position position = random_position(Board(2, 3), random);
    if (position.open() == 0) continue;
    const Choice choice = by_tables(tables_).choose(position);
    const ReplyCount replies = by_tables(tables_).replies_after(position, choice.edge);
    EXPECT_DOUBLE_EQ(static_cast<double>(replies.keep) / replies.moves,
                     share_kept(tables_, position, choice.edge));
    const bool told = choice.reason.find("of the opponent's " + std::to_string(replies.moves)) !=
                      std::string::npos;
    const bool choice_of_several = tables_.answer(position).best.size() > 1;
    EXPECT_EQ(told, choice_of_several && replies.keep < replies.moves) << choice.reason;
    seen += told;
  }
  EXPECT_GT(seen, 30);
}

// By sweeps, which the solver remembers, and searches.
TEST_F(PlayerTest, PlaysTheSameMovesWithoutATable) {
  std::mt19937_64 random(9);
  for (const std::optional<Method> method :
       {std::optional<Method>(), std::optional(Method::sweep)}) {
    const Player solving(Solver(none_, {.only = method, .memory = std::uint64_t{100} << 20}));
    for (int i = 0; i < 60; ++i) {
      const Position position = random_position(Board(2, 3), random);
      if (position.open() == 0) continue;
      const Choice choice = solving.choose(position);
      const Choice by_table = by_tables(tables_).choose(position);
      EXPECT_EQ(choice.by, Knowledge::solved);
      EXPECT_EQ(choice.edge, by_table.edge) << to_string(position);
      EXPECT_EQ(choice.value, by_table.value);
      EXPECT_EQ(choice.reason, by_table.reason);
    }
  }
}

// Without time left it plays a best move, but does not ask which of them is hardest to answer.
TEST_F(PlayerTest, CountsRepliesOfATableInItsTimeOnly) {
  std::mt19937_64 random(4);
  int others = 0;
  for (int i = 0; i < 100; ++i) {
    const Position position = random_position(Board(3, 3), random);
    if (position.open() == 0) continue;
    const Answer answer = tables_.answer(position);
    const Player player{Solver(tables_)};
    const Choice choice = player.choose(position, {.seconds = 1e-9});
    EXPECT_EQ(choice.by, Knowledge::table);
    EXPECT_EQ(choice.value, answer.value);
    EXPECT_EQ(choice.edge, answer.best.front());
    others += player.choose(position).edge != choice.edge;
  }
  EXPECT_GT(others, 10);
}

// In this position the search for nim-values finds a move after six times the least time that the
// theory gets.
TEST_F(PlayerTest, EveryLevelGivesTheTheoryTheTimeOfTheMove) {
  const Position position = parse_position(
      "7x7:"
      "10000000010101110000011101101011000110011111100000011101010100100101100100001011000010110000"
      "10000001001001001000");
  for (const int level : {5, 6, 7, 10}) {
    const Choice choice =
        Player(Solver(none_), {.level = level}).choose(position, {.seconds = 1e-9});
    EXPECT_EQ(choice.by, Knowledge::rule_of_thumb) << level;
  }
}

// The table opens, but its blocks are damaged.
TEST_F(PlayerTest, PlaysWithoutADamagedTable) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"2x2"});
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "2x2")) {
    if (entry.path().extension() != ".pipo") continue;
    std::string bytes = read_file(entry.path());
    // docs/format.md: the blocks are between this offset and the index.
    const auto index =
        static_cast<unsigned char>(bytes[64]) + 256U * static_cast<unsigned char>(bytes[65]);
    for (std::size_t i = 656; i < index; ++i) bytes[i] = static_cast<char>(~bytes[i]);
    write_file(entry.path(), bytes);
  }
  const Tables damaged({folder.path()});
  const Position position{Board(2, 2), 0};
  ASSERT_TRUE(damaged.covers(position));
  EXPECT_THROW(damaged.value(position), DamagedTable);
  EXPECT_EQ(by_tables(damaged).choose(position).by, Knowledge::rule_of_thumb);
  const Choice choice = Player(Solver(damaged)).choose(position);
  EXPECT_EQ(choice.by, Knowledge::solved);
  EXPECT_EQ(choice.value, 2);
}

TEST_F(PlayerTest, GoesByTheTheoryBeyondTheLimits) {
  const Position position{Board::parse(kTooLarge), 0};
  const Choice theory = choose_by_theory(position);
  const Solver solver(none_, {.seconds = 60});
  for (const SolverOptions& limits :
       {SolverOptions{.seconds = 1e-9}, SolverOptions{.memory = 1 << 20}}) {
    const Choice choice = Player(solver).choose(position, limits);
    EXPECT_EQ(choice.by, theory.by);
    EXPECT_EQ(choice.edge, theory.edge);
  }
  const SolverOptions stopped{.stopped = [] { return true; }};
  EXPECT_THROW(Player(solver).choose({Board(3, 4), 0}, stopped), Stopped);
}

// In a loony endgame the theory is exact: it loses nothing to perfect play.
TEST_F(PlayerTest, PlaysLoonyEndgamesPerfectlyByTheory) {
  const theory::StageTest stage(Board(3, 3));
  std::mt19937_64 random(3);
  int games = 0;
  while (games < 150) {
    const Position start{Board(3, 3), (random() | random()) & Board(3, 3).all()};
    const EdgeSet quiet = settle(start.board, start.drawn).quiet;
    if (quiet == start.board.all() || stage.stage(quiet) != theory::Stage::loony_endgame) continue;
    for (const int theory : {0, 1}) {
      Game game = started(start);
      while (!game.over()) {
        const Player player = by_tables(game.turn() == theory ? none_ : tables_);
        const Choice choice = player.choose(game.position());
        EXPECT_EQ(choice.by, game.turn() == theory ? Knowledge::theory : Knowledge::table)
            << to_string(game.position());
        game.play(choice.edge);
      }
      EXPECT_EQ((*game.score())[0] - (*game.score())[1], tables_.value(start)) << to_string(start);
    }
    ++games;
  }
}

TEST_F(PlayerTest, UsesTheRuleOfThumbWithoutTableAndTheorem) {
  // The Nimstring search of the whole board is too large.
  const Choice safe = choose_by_theory({Board::parse(kTooLarge), 0});
  EXPECT_EQ(safe.by, Knowledge::rule_of_thumb);
  EXPECT_EQ(safe.reason, "it offers no box");
  EXPECT_EQ(safe.value, std::nullopt);
}

// If every move gives boxes away, the loser of Nimstring gives as few as possible.
TEST_F(PlayerTest, TheRuleOfThumbSacrificesLeast) {
  const theory::StageTest stage(Board(3, 3));
  std::mt19937_64 random(8);
  int unlike_the_first = 0;
  for (int found = 0; found < 40;) {
    const Position position{Board(3, 3), random() & Board(3, 3).all()};
    const EdgeSet drawn = position.drawn;
    if (position.open() == 0 || !is_quiet(position.board, drawn)) continue;
    if (stage.stage(drawn) != theory::Stage::before) continue;
    std::vector<int> given;
    for (int edge = 0; edge < 24; ++edge) {
      if ((position.open() >> edge & 1) == 0) continue;
      given.push_back(settle(position.board, drawn | EdgeSet{1} << edge).captured);
    }
    const int fewest = std::ranges::min(given);
    if (fewest == 0) continue;
    const Choice choice = choose_by_theory(position);
    if (choice.by != Knowledge::rule_of_thumb) continue;
    ++found;
    EXPECT_EQ(choice.reason, "it offers as few boxes as possible");
    EXPECT_EQ(settle(position.board, drawn | EdgeSet{1} << choice.edge).captured, fewest);
    unlike_the_first += given.front() > fewest;
  }
  EXPECT_GT(unlike_the_first, 5);
}

TEST_F(PlayerTest, NoMoveOnAFullBoard) {
  EXPECT_THROW(by_tables(tables_).choose({Board(3, 3), Board(3, 3).all()}), BadInput);
  EXPECT_THROW(by_tables(none_).choose({Board(3, 3), Board(3, 3).all()}), BadInput);
}

Solver without_tables() {
  return Solver(Tables(std::vector<std::filesystem::path>()),
                {.memory = std::uint64_t{1} << 30, .seconds = 60});
}

// The first rows and columns of 4x4 are drawn: 32 open edges are left.
const Position kPosition = parse_position("4x4:1111000000000000000010000100001000010000");

TEST(Pondering, TheSolverRemembersTheResult) {
  const Solver solver = without_tables();
  SolverOptions at_once;
  at_once.only = Method::sweep;
  at_once.seconds = 0.0001;
  ASSERT_FALSE(solver.try_solve(kPosition, at_once).solution);
  SolverOptions options = solver.options();
  options.only = Method::sweep;
  const Pondering pondering(solver, kPosition, options);
  const double end = steady_seconds() + 60;
  std::optional<Solution> found;
  while (!found && steady_seconds() < end) {
    found = solver.try_solve(kPosition, at_once).solution;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->remembered);
  EXPECT_EQ(found->answer.value, without_tables().solve(kPosition).answer.value);
  // A later position, too.
  Position later = kPosition;
  later.drawn |= EdgeSet{1} << found->answer.best.front();
  EXPECT_TRUE(solver.try_solve(later, at_once).solution);
}

// Otherwise the sweep would take minutes.
TEST(Pondering, StopsSoon) {
  const Position position =
      parse_position("5x5:110010001000000000100000110010000000100001101000000001000010");
  const Solver solver = without_tables();
  SolverOptions options = solver.options();
  options.memory = std::uint64_t{8} << 30;
  options.seconds = 1000;
  const double begin = steady_seconds();
  {
    const Pondering pondering(solver, position, options);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  EXPECT_LT(steady_seconds() - begin, 20);
}

TEST(Pondering, SwallowsErrors) {
  // A position with edges that are not on the board.
  const Pondering pondering(without_tables(), {Board(1, 1), ~EdgeSet{0}}, {});
}

}  // namespace pipo::test::player_test
