// Converts random games of every board from each notation into every other one that can express
// them.
#include "pipopipette/rules.hpp"
#include "tests/notation/random_games.hpp"
#include "tests/support/board_support.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::round_trip_test {

// Returns whether the owner of each complete box is known.
bool can_name_owners(const Game& game) {
  return complete_boxes(game.position()).empty() || game.owners();
}

// Returns whether the notation can express this game. Follows docs/notations.md, not the code.
bool can_say(const NotationInfo& info, const Game& game) {
  const Board& board = game.board();
  if (info.name == "qdab" || info.name == "botzone") {
    if (board != Board(5, 5)) return false;
  }
  if (info.name == "kaggle-observation") {
    if (!can_name_owners(game) || (!game.turn() && !game.over())) return false;
  }
  if (info.name == "trmph" && (board.rows() != board.columns() || board.rows() > 12)) return false;
  if (info.name == "wilson" && std::max(board.rows(), board.columns()) > 12) return false;
  if (info.name == "gamescrafters") {
    if (!can_name_owners(game) || !game.turn()) return false;
  }
  return !info.order || game.in_order();
}

// The data of a game that survive a notation, by its documented properties.
Game told_by(const NotationInfo& info, const Game& game) {
  if (info.order) return game;
  GameSetup known;
  // Kaggle's observation of the end names no player.
  if (info.turn && !(info.name == "kaggle-observation" && game.over())) known.turn = game.turn();
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

// Games of each board: no move, some, all. The short test has one of these for each board.
void check_games_of_every_board(bool every_length) {
  std::mt19937_64 random(1);
  std::size_t boards = 0;
  for (const Board& board : test::all_boards()) {
    const int some = static_cast<int>(random() % static_cast<unsigned>(board.edges() + 1));
    // botzone ends before all edges are drawn.
    const std::vector<int> lengths = {0, some, board == Board(5, 5) ? 40 : board.edges()};
    ++boards;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (!every_length && i != boards % lengths.size()) continue;
      check_all_pairs(test::random_game(board, lengths[i], random));
    }
  }
}

TEST(NotationRoundTrips, EveryPairOnEveryBoard) {
  check_games_of_every_board(false);
}

TEST(NotationRoundTrips, LongRunEveryPairOnEveryBoardWithEveryLength) {
  check_games_of_every_board(true);
}

// Large boards, in each notation that has them.
TEST(NotationRoundTrips, LargeBoards) {
  std::mt19937_64 random(4);
  for (const Board& board : {Board(5, 6), Board(6, 6), Board(7, 7), Board(10, 10), Board(13, 4),
                             Board(20, 20), Board(1, 20), Board(19, 2)}) {
    const int some = static_cast<int>(random() % static_cast<unsigned>(board.edges() + 1));
    for (const int moves : {0, some, board.edges()}) {
      const Game game = test::random_game(board, moves, random);
      for (const NotationInfo& info : notations()) {
        if (!can_say(info, game)) {
          test::complaint([&] { write_game(info.name, game); });
          continue;
        }
        const std::string text = write_game(info.name, game);
        ASSERT_EQ(read_game(info.name, text), told_by(info, game)) << info.name << "\n" << text;
      }
    }
  }
}

void check_games_of_some_boards(int games) {
  std::mt19937_64 random(2);
  for (const Board& board : {Board(2, 2), Board(2, 3), Board(3, 2), Board(5, 5)}) {
    for (int i = 0; i < games; ++i) {
      const unsigned most = board == Board(5, 5) ? 40 : static_cast<unsigned>(board.edges());
      const int moves = static_cast<int>(random() % (most + 1));
      check_all_pairs(test::random_game(board, moves, random));
    }
  }
}

TEST(NotationRoundTrips, SomeGamesOnSomeBoards) {
  check_games_of_some_boards(10);
}

TEST(NotationRoundTrips, LongRunManyGamesOnSomeBoards) {
  check_games_of_some_boards(50);
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
