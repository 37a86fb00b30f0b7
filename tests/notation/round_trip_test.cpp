// Converts random games of every board from each notation into every other one that can express
// them.
#include "tests/notation/random_games.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::round_trip_test {

// Whether the notation can express this game. Follows docs/notations.md, not the code.
bool can_say(const NotationInfo& info, const Game& game) {
  const Board& board = game.board();
  if (info.name == "qdab" || info.name == "botzone") {
    if (board != Board(5, 5)) return false;
  }
  if (info.name == "wilson" && std::max(board.rows(), board.columns()) > 12) return false;
  if (info.name == "gamescrafters") {
    bool any_complete = false;
    for (int box = 0; box < board.boxes(); ++box) {
      any_complete |= (board.sides(box) & ~game.position().drawn) == 0;
    }
    if (!game.turn() || (any_complete && !game.owners())) return false;
  }
  return !info.order || game.in_order();
}

// The data of a game that survive a notation, by its documented properties.
Game told_by(const NotationInfo& info, const Game& game) {
  if (info.order) return game;
  GameSetup known;
  if (info.turn) known.turn = game.turn();
  if (info.score) known.score = game.score();
  if (info.score) known.owners = game.owners();
  if (info.lists) known.listed = game.edges();
  return Game(game.position(), known);
}

void check_all_pairs(const Game& game) {
  for (const NotationInfo& from : notations()) {
    if (!can_say(from, game)) {
      test::complaint([&] { write_game(from.name, game); });
      continue;
    }
    const std::string text = write_game(from.name, game);
    const Game once = read_game(from.name, text);
    ASSERT_EQ(once, told_by(from, game)) << from.name << "\n" << text;
    for (const NotationInfo& to : notations()) {
      if (!can_say(to, once)) {
        test::complaint([&] { write_game(to.name, once); });
        continue;
      }
      const std::string other = write_game(to.name, once);
      const Game twice = read_game(to.name, other);
      ASSERT_EQ(twice.position(), game.position()) << from.name << " to " << to.name << "\n"
                                                   << other;
      if (from.lists && to.lists) {
        ASSERT_EQ(twice.edges(), game.edges()) << other;
      }
      if (to.order) {
        ASSERT_EQ(twice, game) << other;
      }
    }
  }
}

TEST(NotationRoundTrips, EveryPairOnEveryBoard) {
  std::mt19937_64 random(1);
  for (const Board& board : test::all_boards()) {
    const int some = static_cast<int>(random() % static_cast<unsigned>(board.edges() + 1));
    // botzone ends before all edges are drawn.
    for (const int moves : {0, some, board == Board(5, 5) ? 40 : board.edges()}) {
      check_all_pairs(test::random_game(board, moves, random));
    }
  }
}

TEST(NotationRoundTrips, ManyGamesOnSomeBoards) {
  std::mt19937_64 random(2);
  for (const Board& board : {Board(2, 2), Board(2, 3), Board(3, 2), Board(5, 5)}) {
    for (int i = 0; i < 50; ++i) {
      const unsigned most = board == Board(5, 5) ? 40 : static_cast<unsigned>(board.edges());
      const int moves = static_cast<int>(random() % (most + 1));
      check_all_pairs(test::random_game(board, moves, random));
    }
  }
}

TEST(NotationRoundTrips, EveryEdgeByItself) {
  for (const Board& board : {Board(1, 1), Board(2, 3), Board(4, 2), Board(5, 5), Board(12, 2)}) {
    for (int edge = 0; edge < board.edges(); ++edge) {
      check_all_pairs(played(board, std::vector<int>{edge}));
    }
  }
}

TEST(NotationRoundTrips, TurnsFollowTheRules) {
  std::mt19937_64 random(3);
  const Game game = test::random_game(Board(3, 3), 24, random);
  ASSERT_TRUE(game.score() && game.owners());
  EXPECT_EQ((*game.score())[0] + (*game.score())[1], 9);
  EXPECT_EQ(std::ranges::count(*game.owners(), 0), (*game.score())[0]);
  EXPECT_EQ(std::ranges::count(*game.owners(), 1), (*game.score())[1]);
}

}  // namespace pipo::round_trip_test
