// Compares games with the rules in tests/oracle: turn, score, owners, undo.
#include "pipopipette/game.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "pipopipette/notation.hpp"
#include "tests/oracle/rules.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::game_test {

using test::complaint;
using test::contains;

std::vector<int> random_order(const Board& board, std::mt19937_64& random) {
  std::vector<int> order(static_cast<std::size_t>(board.edges()));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

// The state of a game by the rules alone.
struct Followed {
  EdgeSet drawn = 0;
  int turn = 0;
  std::array<int, 2> score{};
  std::vector<int> owners;
};

// Draws an edge and returns how many boxes it takes.
int draw(const oracle::Rules& rules, Followed& so_far, int edge) {
  const int captures = rules.captures(so_far.drawn, edge);
  so_far.drawn |= EdgeSet{1} << edge;
  for (std::size_t box = 0; box < rules.all_boxes().size(); ++box) {
    const EdgeSet sides = rules.all_boxes()[box];
    if ((so_far.drawn & sides) == sides && so_far.owners[box] < 0) so_far.owners[box] = so_far.turn;
  }
  so_far.score[static_cast<std::size_t>(so_far.turn)] += captures;
  if (captures == 0) so_far.turn = 1 - so_far.turn;
  return captures;
}

void expect_same(const Game& game, const Followed& so_far) {
  ASSERT_EQ(game.position(), (Position{game.board(), so_far.drawn}));
  ASSERT_EQ(game.turn(), so_far.turn);
  ASSERT_EQ(game.score(), so_far.score);
  ASSERT_EQ(game.owners(), so_far.owners);
}

TEST(Games, FollowTheRulesForwardsAndBackwardsOnEveryBoard) {
  std::mt19937_64 random(1);
  for (const Board& board : test::all_boards()) {
    const oracle::Rules rules(board.rows(), board.columns());
    const std::vector<int> order = random_order(board, random);
    Game game(board);
    Followed so_far;
    so_far.owners.resize(static_cast<std::size_t>(board.boxes()), -1);
    std::vector<Followed> states = {so_far};
    for (const int edge : order) {
      ASSERT_FALSE(game.over());
      ASSERT_EQ(game.result(), std::nullopt);
      const std::vector<int> legal = game.legal_moves();
      ASSERT_EQ(static_cast<int>(legal.size()), board.edges() - game.position().layer());
      ASSERT_TRUE(std::ranges::is_sorted(legal) && std::ranges::count(legal, edge) == 1);
      const int boxes = game.completed_by(edge).size();
      const int captures = draw(rules, so_far, edge);
      ASSERT_EQ(boxes, captures);
      ASSERT_EQ(game.play(edge), captures);
      expect_same(game, so_far);
      states.push_back(so_far);
    }
    ASSERT_TRUE(game.over() && game.legal_moves().empty() && game.in_order());
    ASSERT_TRUE(std::ranges::equal(game.moves(), order));
    const int margin = so_far.score[0] - so_far.score[1];
    const GameResult result =
        margin == 0 ? GameResult{0, std::nullopt} : GameResult{margin, margin < 0 ? 1 : 0};
    ASSERT_EQ(game.result(), result);
    ASSERT_EQ(game, played(board, order));
    for (states.pop_back(); !states.empty(); states.pop_back()) {
      game.undo();
      expect_same(game, states.back());
    }
    ASSERT_EQ(game, Game(board));
  }
}

TEST(Games, RefuseIllegalMovesAndStayUnchanged) {
  Game game(Board(1, 2));
  for (const int edge : {0, 2, 4, 5}) game.play(edge);
  const Game before = game;
  EXPECT_EQ(complaint([&] { game.play(2); }), "h1.0 is drawn already");
  EXPECT_EQ(complaint([&] { game.play(7); }), "edge 7: 1x2 has edges 0 to 6");
  EXPECT_EQ(complaint([&] { game.play(-1); }), "edge -1: 1x2 has edges 0 to 6");
  EXPECT_EQ(complaint([&] { game.completed_by(2); }), "h1.0 is drawn already");
  EXPECT_EQ(game, before);
  for (const int edge : {1, 3, 6}) game.play(edge);
  EXPECT_TRUE(contains(complaint([&] { game.play(0); }), "the game is over"));
  for (int i = 0; i < 7; ++i) game.undo();
  EXPECT_EQ(complaint([&] { game.undo(); }), "no move to take back");
}

TEST(Games, OnAnEmptyBoardAreInOrderIfPlayer0Begins) {
  const Position empty{Board(2, 2), 0};
  EXPECT_EQ(Game(empty, {.turn = 0}), Game(Board(2, 2)));
  EXPECT_FALSE(Game(empty, {.turn = 1}).in_order());
  EXPECT_FALSE(Game(empty).in_order());
}

// Box 0 of 1x2 is complete, box 1 has an open side only at its right.
const Position kHalf{Board(1, 2), 0b0111111};

TEST(Games, FromAPositionKnowOnlyWhatTheirSourceSays) {
  Game game(kHalf);
  EXPECT_FALSE(game.in_order());
  EXPECT_EQ(game, game_of(kHalf));
  EXPECT_TRUE(game.moves().empty());
  EXPECT_EQ(game.edges(), (std::vector{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(game.turn(), std::nullopt);
  EXPECT_EQ(game.score(), std::nullopt);
  EXPECT_EQ(game.owners(), std::nullopt);
  EXPECT_EQ(game.play(6), 1);
  EXPECT_EQ(game.edges().back(), 6);
  EXPECT_TRUE(game.over());
  EXPECT_EQ(game.result(), std::nullopt);
  game.undo();
  EXPECT_EQ(game, game_of(kHalf));
  EXPECT_THROW(game.undo(), BadInput);
}

TEST(Games, AScoreIsUnknownOnceAnUnknownPlayerTakesABox) {
  Game game(kHalf, {.score = std::array{0, 1}, .owners = std::vector{1, -1}});
  EXPECT_EQ(game.score(), (std::array{0, 1}));
  game.play(6);
  EXPECT_EQ(game.score(), std::nullopt);
  EXPECT_EQ(game.owners(), (std::vector{1, -1}));
  game.undo();
  EXPECT_EQ(game.score(), (std::array{0, 1}));
}

TEST(Games, AScoreMayLeaveOutBoxes) {
  Game game(kHalf, {.turn = 1, .score = std::array{0, 0}});
  EXPECT_EQ(game.play(6), 1);
  EXPECT_EQ(game.result(), (GameResult{-1, 1}));
}

TEST(Games, ScoreAndOwnersFollowFromWhatIsKnown) {
  // Without complete boxes nobody has a box.
  const Game begun(Position{Board(1, 2), 1}, {.turn = 1});
  EXPECT_EQ(begun.score(), (std::array{0, 0}));
  EXPECT_EQ(begun.owners(), (std::vector{-1, -1}));
  // The owners give the score.
  EXPECT_EQ(Game(kHalf, {.owners = std::vector{1, -1}}).score(), (std::array{0, 1}));
  EXPECT_EQ(Game(kHalf, {.owners = std::vector{-1, -1}}).score(), std::nullopt);
}

TEST(Games, KeepTheOrderOfAList) {
  const Game game(kHalf, {.listed = {5, 0, 1, 4, 2, 3}});
  EXPECT_EQ(game.edges(), (std::vector{5, 0, 1, 4, 2, 3}));
  EXPECT_FALSE(game.in_order());
  EXPECT_NE(game, game_of(kHalf));
}

TEST(Games, RefuseASetUpThatContradictsItself) {
  const auto says = [](const GameSetup& known) { return complaint([&] { Game(kHalf, known); }); };
  EXPECT_TRUE(contains(complaint([] { game_of({Board(1, 1), 0b10000}); }), "beyond the 4 of 1x1"));
  EXPECT_TRUE(contains(says({.turn = 2}), "player 2 cannot be to move"));
  EXPECT_TRUE(contains(says({.turn = -1}), "player -1 cannot be to move"));
  for (const auto& score : {std::array{1, 1}, {2, 0}, {-1, 1}, {1, -1}}) {
    EXPECT_TRUE(contains(says({.score = score}), "impossible; complete boxes: 1")) << score[0];
  }
  EXPECT_TRUE(contains(says({.owners = std::vector{0}}), "1x2 has 2 boxes; owners given: 1"));
  EXPECT_TRUE(
      contains(says({.owners = std::vector{0, 1}}), "box 1 has an owner, but is not complete"));
  EXPECT_TRUE(contains(says({.owners = std::vector{2, -1}}), "the owner of box 0 is 2"));
  EXPECT_TRUE(contains(says({.score = std::array{1, 0}, .owners = std::vector{1, -1}}),
                       "does not fit the owners, who have 0-1"));
  EXPECT_TRUE(contains(says({.listed = {0, 0, 1, 2, 3, 4}}), "h0.0 is listed twice"));
  EXPECT_TRUE(contains(says({.listed = {0, 1, 2}}), "are not those drawn"));
  EXPECT_TRUE(contains(says({.listed = {9}}), "edge 9: 1x2 has edges 0 to 6"));
}

}  // namespace pipo::game_test
