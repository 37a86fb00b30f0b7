#include "theory/structure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/board/settle.hpp"
#include "tests/theory/quiet_positions.hpp"
#include "tests/theory/shapes.hpp"
#include "theory/loony_endgame.hpp"
#include "theory/stage.hpp"

namespace pipo::theory::structure_test {

TEST(Structure, EmptyAndFullBoard) {
  const Board board(3, 3);
  const Structure empty = structure_of({board, 0});
  EXPECT_EQ(empty.joints.size(), 9u);
  EXPECT_EQ(empty.strings.size(), 24u);
  EXPECT_EQ(empty.valence(), 36 + 12);
  EXPECT_EQ(empty.components.size(), 1u);
  EXPECT_FALSE(empty.is_loony_endgame());
  const Structure full = structure_of({board, board.all()});
  EXPECT_TRUE(full.components.empty());
  EXPECT_EQ(full.boxes(), 0);
  EXPECT_TRUE(full.is_simple_loony_endgame());
}

TEST(Structure, RefusesPositionsThatAreNotQuiet) {
  EXPECT_THROW(structure_of({Board(1, 1), 0b0111}), BadInput);
}

TEST(Structure, DistinguishesTheShapes) {
  for (const Example& example : kShapes) {
    const Structure structure = structure_of(parse_picture(example.picture));
    ASSERT_EQ(structure.components.size(), 1u) << example.name;
    EXPECT_EQ(structure.components[0].kind, example.kind) << example.name;
    EXPECT_EQ(structure.valence(), example.valence) << example.name;
    EXPECT_EQ(static_cast<int>(structure.joints.size()), example.joints) << example.name;
    EXPECT_EQ(strings_to_offer(structure), example.strings) << example.name;
    EXPECT_EQ(most_disjoint_loops(structure), example.loops) << example.name;
    EXPECT_TRUE(structure.is_loony_endgame()) << example.name;
  }
}

TEST(Structure, ReadsTheMultisetOfAPosition) {
  const Position position = parse_picture(
      "+--+--+--+--+\n"
      "|     |      \n"
      "+  +  +  +--+\n"
      "|     |      \n"
      "+--+--+--+--+\n"
      "   |         \n"
      "+  +  +--+--+\n");
  const Structure structure = structure_of(position);
  EXPECT_TRUE(structure.is_simple());
  EXPECT_FALSE(structure.is_loony_endgame());
  EXPECT_EQ(to_string(structure.multiset()), "1+3+4+4l");
  EXPECT_EQ(structure.components.size(), 4u);
  EXPECT_EQ(structure.boxes(), 12);
  EXPECT_EQ(StageTest(position.board).stage(position.drawn), Stage::short_chains);
}

// Every open edge lies on exactly one string or loop, and the boxes are those with open edges.
void expect_partition(const Position& position) {
  const Structure structure = structure_of(position);
  EdgeSet seen = 0;
  BoxSet boxes = 0;
  int edges = 0;
  for (const Component& component : structure.components) {
    EXPECT_EQ(boxes & component.boxes, 0u);
    boxes |= component.boxes;
  }
  for (const String& string : structure.strings) {
    EXPECT_EQ(string.edges.size(), string.boxes.size() + 1);
    for (const int edge : string.edges) seen |= EdgeSet{1} << edge;
    edges += static_cast<int>(string.edges.size());
  }
  for (const Loop& loop : structure.loops) {
    EXPECT_EQ(loop.edges.size(), loop.boxes.size());
    for (const int edge : loop.edges) seen |= EdgeSet{1} << edge;
    edges += loop.length();
  }
  EXPECT_EQ(seen, position.open());
  EXPECT_EQ(edges, position.open().size());
  for (int box = 0; box < position.board.boxes(); ++box) {
    EXPECT_EQ((position.board.sides(box) & position.open()) != 0, (boxes >> box & 1) != 0);
  }
}

TEST(Structure, DividesTheOpenEdges) {
  for_every_quiet_position(Board(2, 3), [](EdgeSet drawn) {
    expect_partition({Board(2, 3), drawn});
  });
  for (const Board& board : {Board(4, 4), Board(5, 5), Board(1, 12), Board(9, 2)}) {
    RandomPositions positions(board);
    for (int i = 0; i < 2000; ++i) expect_partition({board, positions.next()});
  }
}

// The stage by its definition: the boxes that each move gives away.
Stage stage_by_moves(const Board& board, EdgeSet quiet) {
  bool loony = true;
  for (EdgeSet open = board.all() & ~quiet; open != 0; open &= open - 1) {
    const int captured = draw_and_settle(board, quiet, std::countr_zero(open)).captured;
    if (captured == 0) return Stage::before;
    loony &= captured >= 3;
  }
  if (loony) return Stage::loony_endgame;
  const Structure structure = structure_of({board, quiet});
  const bool exchange = std::ranges::all_of(structure.strings, [](const String& one) {
    return one.is_long() || (one.stops[0] == kGround && one.stops[1] == kGround);
  });
  return exchange ? Stage::short_chains : Stage::before;
}

TEST(Stage, AgreesWithItsDefinition) {
  for (const Board& board : kSmallBoards) {
    const StageTest test(board);
    for_every_quiet_position(board, [&](EdgeSet drawn) {
      ASSERT_EQ(test.stage(drawn), stage_by_moves(board, drawn)) << board.name() << " " << drawn;
    });
  }
}

TEST(Stage, AgreesWithItsDefinitionOnEveryShapeOfBoard) {
  for (int rows = 1; rows <= 21; ++rows) {
    for (int columns = 1; rows * (columns + 1) + (rows + 1) * columns <= 64; ++columns) {
      const Board board(rows, columns);
      const StageTest test(board);
      RandomPositions positions(board);
      for (int i = 0; i < 1000; ++i) {
        const EdgeSet drawn = positions.next();
        ASSERT_EQ(test.stage(drawn), stage_by_moves(board, drawn)) << board.name() << " " << drawn;
      }
    }
  }
}

// A stage that a part of the boxes rules out is ruled out for the whole position, whatever the
// other boxes are.
TEST(Stage, IsRuledOutByPartOfAPositionOnlyIfByAll) {
  for (const Board& board : kSmallBoards) {
    const StageTest test(board);
    const BoxSet all = (BoxSet{1} << board.boxes()) - 1;
    std::uint64_t before = 0, ruled_out = 0;
    for_every_quiet_position(board, [&](EdgeSet drawn) {
      const bool is_before = test.stage(drawn) == Stage::before;
      ASSERT_EQ(test.rules_out(drawn, all), is_before) << board.name() << " " << drawn;
      before += is_before;
      for (int row = 1; row < board.rows(); ++row) {
        const BoxSet known = (BoxSet{1} << row * board.columns()) - 1;
        const bool above = test.rules_out(drawn, known);
        ASSERT_TRUE(is_before || !above) << board.name() << " " << drawn;
        ASSERT_TRUE(is_before || !test.rules_out(drawn, all & ~known)) << drawn;
        ruled_out += above;
        EdgeSet elsewhere = board.all();
        for (BoxSet rest = known; rest != 0; rest &= rest - 1) {
          elsewhere &= ~board.sides(std::countr_zero(rest));
        }
        ASSERT_EQ(test.rules_out(drawn | elsewhere, known), above) << drawn;
        ASSERT_EQ(test.rules_out(drawn & ~elsewhere, known), above) << drawn;
      }
    });
    EXPECT_GT(4 * ruled_out, before) << board.name();
  }
}

// All edges of a string or loop give away the same boxes and leave the same position.
TEST(Offers, DoNotDependOnTheEdge) {
  const Board board(4, 4);
  RandomPositions positions(board);
  for (int i = 0; i < 2000; ++i) {
    const EdgeSet quiet = positions.next();
    const Structure structure = structure_of({board, quiet});
    const std::vector<Offer> all = offers(board, quiet, structure);
    ASSERT_EQ(all.size(), structure.strings.size() + structure.loops.size());
    for (std::size_t s = 0; s < structure.strings.size(); ++s) {
      for (const int edge : structure.strings[s].edges) {
        const Settlement taken = draw_and_settle(board, quiet, edge);
        EXPECT_EQ(taken.quiet, all[s].rest);
        EXPECT_EQ(taken.captured, all[s].length);
      }
    }
  }
}

TEST(Structure, HasTheStageOfTheFastTest) {
  for (const Board& board : {Board(2, 3), Board(3, 3)}) {
    const StageTest fast(board);
    std::array<int, 3> counts{};
    std::uint64_t step = 1;
    for (EdgeSet drawn = 0; drawn <= board.all(); drawn += step) {
      if (board == Board(3, 3)) step = 1 + drawn * 7919 % 211;
      if (!is_quiet(board, drawn)) continue;
      const Stage stage = stage_of(structure_of({board, drawn}));
      ASSERT_EQ(stage, fast.stage(drawn)) << to_string(Position{board, drawn});
      ++counts[static_cast<std::size_t>(stage)];
    }
    EXPECT_GT(std::ranges::min(counts), 10) << board.name();
  }
}

}  // namespace pipo::theory::structure_test
