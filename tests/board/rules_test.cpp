// The public rules against tests/oracle, and the key of symmetric positions.
#include "pipopipette/rules.hpp"

#include <map>
#include <random>
#include <set>

#include "pipopipette/notation.hpp"
#include "probe/board/symmetry.hpp"
#include "tests/oracle/rules.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::rules_test {

using test::complaint;
using test::contains;

TEST(Rules, MovesAndBoxesOnEveryBoard) {
  std::mt19937_64 random(1);
  for (const Board& board : test::all_boards()) {
    const oracle::Rules rules(board.rows(), board.columns());
    const Position position{board, random() & random() & board.all()};
    BoxSet complete = 0;
    for (std::size_t box = 0; box < rules.all_boxes().size(); ++box) {
      const EdgeSet sides = rules.all_boxes()[box];
      complete |= BoxSet{(position.drawn & sides) == sides} << box;
    }
    EXPECT_EQ(complete_boxes(position), complete);
    EdgeSet open = 0;
    for (const int edge : legal_moves(position)) {
      open |= EdgeSet{1} << edge;
      const BoxSet boxes = completed_by(position, edge);
      EXPECT_EQ(std::popcount(boxes), rules.captures(position.drawn, edge));
      EXPECT_EQ(complete_boxes({board, position.drawn | EdgeSet{1} << edge}), complete | boxes);
    }
    EXPECT_EQ(open, position.open());
  }
}

// Takes boxes one by one, from the last to the first.
Settled taken_one_by_one(Position position) {
  const BoxSet before = complete_boxes(position);
  for (int box = position.board.boxes() - 1; box >= 0; --box) {
    const EdgeSet open = position.board.sides(box) & position.open();
    if (std::popcount(open) != 1) continue;
    position.drawn |= open;
    box = position.board.boxes();
  }
  return {position, complete_boxes(position) & ~before};
}

TEST(Rules, SettlingTakesEveryBoxThatCanBeTaken) {
  std::mt19937_64 random(2);
  for (const Board& board : test::all_boards()) {
    for (int i = 0; i < 50; ++i) {
      const Position position{board, (random() | random()) & board.all()};
      EXPECT_EQ(settled(position), taken_one_by_one(position)) << to_string(position);
    }
  }
}

TEST(Rules, RefuseEdgesThatTheBoardDoesNotHave) {
  const Position wrong{Board(1, 1), 0b10000};
  for (const std::string& message :
       {complaint([&] { legal_moves(wrong); }), complaint([&] { completed_by(wrong, 0); }),
        complaint([&] { complete_boxes(wrong); }), complaint([&] { settled(wrong); }),
        complaint([&] { canonical(wrong); })}) {
    EXPECT_TRUE(contains(message, "beyond the 4 of 1x1")) << message;
  }
  const Position position{Board(1, 1), 0b1};
  EXPECT_EQ(complaint([&] { completed_by(position, 4); }), "edge 4: 1x1 has edges 0 to 3");
  EXPECT_EQ(complaint([&] { completed_by(position, 0); }), "h0.0 is drawn already");
}

// Every image: of the board itself, and of its transpose.
std::vector<Position> all_images(const Position& position) {
  std::vector<Position> all;
  for (const bool transpose : {false, true}) {
    for (const bool left_right : {false, true}) {
      for (const bool top_bottom : {false, true}) {
        all.push_back(image_of(position, {transpose, left_right, top_bottom}));
      }
    }
  }
  return all;
}

// Collects the classes of all positions of a board: two positions have the same key exactly if one
// is an image of the other.
void check_every_class(const Board& board) {
  std::map<Position, std::set<Position>> classes;
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    const Position position{board, drawn};
    classes[canonical(position)].insert(position);
  }
  for (const auto& [key, members] : classes) {
    std::set<Position> expected;
    for (const Position& image : all_images(*members.begin())) {
      ASSERT_EQ(canonical(image), key) << to_string(image);
      if (image.board == board) expected.insert(image);
    }
    ASSERT_EQ(members, expected) << to_string(key);
  }
}

TEST(Rules, KeysAreTheSameExactlyForImages) {
  for (const Board& board : {Board(1, 1), Board(1, 2), Board(2, 1), Board(1, 3), Board(2, 2)}) {
    check_every_class(board);
  }
}

TEST(Rules, TheKeyIsTheLeastImageOnTheWiderBoard) {
  std::mt19937_64 random(3);
  for (const Board& board : test::all_boards()) {
    const Position position{board, random() & board.all()};
    const Position key = canonical(position);
    EXPECT_LE(key.board.rows(), key.board.columns());
    EXPECT_EQ(canonical(key), key);
    EdgeSet least = ~EdgeSet{0};
    for (const Position& image : all_images(position)) {
      EXPECT_EQ(canonical(image), key);
      if (image.board == key.board) least = std::min(least, EdgeSet{image.drawn});
    }
    EXPECT_EQ(key.drawn, least);
  }
  EXPECT_EQ(to_string(canonical(parse_position("2x1:0010000"))), "1x2:0000100");
}

// The rules of large boards, from scratch: a box is complete if its four sides are drawn.
class PlainLargeBoard {
 public:
  explicit PlainLargeBoard(const Position& position) : board_(position.board) {
    for (const int edge : position.drawn.members()) drawn_.insert(edge);
  }
  int open_sides(int box) const {
    const int r = box / board_.columns(), c = box % board_.columns();
    int open = 0;
    for (const int edge : {board_.horizontal(r, c), board_.horizontal(r + 1, c),
                           board_.vertical(r, c), board_.vertical(r, c + 1)}) {
      open += !drawn_.contains(edge);
    }
    return open;
  }
  std::vector<int> complete() const {
    std::vector<int> boxes;
    for (int box = 0; box < board_.boxes(); ++box) {
      if (open_sides(box) == 0) boxes.push_back(box);
    }
    return boxes;
  }
  // Takes boxes until none can be taken.
  void settle() {
    for (int box = board_.boxes() - 1; box >= 0; --box) {
      if (open_sides(box) != 1) continue;
      const int r = box / board_.columns(), c = box % board_.columns();
      drawn_.insert({board_.horizontal(r, c), board_.horizontal(r + 1, c), board_.vertical(r, c),
                     board_.vertical(r, c + 1)});
      box = board_.boxes();
    }
  }
  std::vector<int> drawn() const { return {drawn_.begin(), drawn_.end()}; }

 private:
  Board board_;
  std::set<int> drawn_;
};

Position random_position(const Board& board, double share, std::mt19937_64& random) {
  Position position{board, {}};
  std::bernoulli_distribution draws(share);
  for (int edge = 0; edge < board.edges(); ++edge) {
    if (draws(random)) position.drawn.insert(edge);
  }
  return position;
}

TEST(Rules, OfLargeBoards) {
  std::mt19937_64 random(4);
  for (const Board& board : {Board(5, 6), Board(7, 7), Board(2, 20), Board(20, 20)}) {
    for (const double share : {0.0, 0.3, 0.6, 0.8, 0.95, 1.0}) {
      const Position position = random_position(board, share, random);
      PlainLargeBoard plain(position);
      EXPECT_EQ(complete_boxes(position).members(), plain.complete());
      const std::vector<int> moves = legal_moves(position);
      EXPECT_EQ(moves, position.open().members());
      EXPECT_EQ(static_cast<int>(moves.size()) + position.layer(), board.edges());
      if (!moves.empty()) {
        const int edge = moves[random() % moves.size()];
        Position after = position;
        after.drawn.insert(edge);
        EXPECT_EQ(complete_boxes(position) | completed_by(position, edge), complete_boxes(after));
      }
      plain.settle();
      const Settled result = settled(position);
      EXPECT_EQ(result.quiet.drawn.members(), plain.drawn());
      EXPECT_EQ(result.captured, complete_boxes(result.quiet) - complete_boxes(position));
    }
  }
  const Position wrong{Board(7, 7), IndexSet(0)};
  EXPECT_EQ(complaint([&] { completed_by(wrong, 112); }), "edge 112: 7x7 has edges 0 to 111");
  Position beyond = wrong;
  beyond.drawn.insert(112);
  EXPECT_EQ(complaint([&] { legal_moves(beyond); }), "edge 112 is drawn: 7x7 has edges 0 to 111");
}

TEST(Rules, KeysOfLargeBoards) {
  std::mt19937_64 random(5);
  for (const Board& board : {Board(7, 7), Board(9, 6), Board(20, 20)}) {
    const Position position = random_position(board, 0.5, random);
    const Position key = canonical(position);
    EXPECT_LE(key.board.rows(), key.board.columns());
    for (const Position& image : all_images(position)) {
      EXPECT_EQ(canonical(image), key);
      EXPECT_EQ(complete_boxes(image).size(), complete_boxes(position).size());
      if (image.board == key.board) {
        EXPECT_LE(key, image);
      }
    }
  }
}

}  // namespace pipo::rules_test
