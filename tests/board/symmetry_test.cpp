#include "probe/board/symmetry.hpp"

#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include "pipopipette/notation.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::symmetry_test {

// The image of every edge.
std::vector<int> permutation(const Board& board, const Image& image) {
  std::vector<int> result;
  for (int edge = 0; edge < board.edges(); ++edge) {
    result.push_back(image_of_edge(board, image, edge));
  }
  return result;
}

TEST(Symmetry, HasFourImagesAndEightOnASquare) {
  for (const Board& board : test::all_boards()) {
    const auto all = images(board);
    EXPECT_EQ(all.size(), board.rows() == board.columns() ? 8u : 4u);
    EXPECT_EQ(all.front(), Image{});
  }
}

TEST(Symmetry, MovesEdgesAsDocumented) {
  const Board board(2, 3);
  const auto name = [&](const Image& image, const char* edge) {
    const Board to = image.transpose ? board.transposed() : board;
    return edge_name(to, image_of_edge(board, image, parse_edge(board, edge)));
  };
  EXPECT_EQ(name({false, true, false}, "h0.0"), "h0.2");
  EXPECT_EQ(name({false, true, false}, "v1.0"), "v1.3");
  EXPECT_EQ(name({false, false, true}, "h0.1"), "h2.1");
  EXPECT_EQ(name({false, false, true}, "v0.3"), "v1.3");
  EXPECT_EQ(name({true, false, false}, "h2.1"), "v1.2");
  EXPECT_EQ(name({true, false, false}, "v1.3"), "h3.1");
  EXPECT_EQ(name({true, true, false}, "h2.1"), "v1.0");  // transpose first, then flip
  EXPECT_EQ(name({true, false, true}, "v1.3"), "h0.1");
}

TEST(Symmetry, MapsBoxesToBoxes) {
  for (const Board& board : test::all_boards()) {
    for (const bool transpose : {false, true}) {
      for (const bool left_right : {false, true}) {
        for (const bool top_bottom : {false, true}) {
          const Image image{transpose, left_right, top_bottom};
          const Board to = transpose ? board.transposed() : board;
          std::set<EdgeSet> expected, found;
          for (int box = 0; box < board.boxes(); ++box) {
            expected.insert(to.sides(box));
            found.insert(image_of_edges(board, image, board.sides(box)));
          }
          EXPECT_EQ(found, expected) << board.name();
          EXPECT_EQ(image_of_edges(board, image, board.all()), to.all());
        }
      }
    }
  }
}

TEST(Symmetry, ImagesFormAGroup) {
  for (const Board& board : test::all_boards()) {
    std::set<std::vector<int>> group;
    for (const Image& image : images(board)) group.insert(permutation(board, image));
    EXPECT_EQ(group.size(), images(board).size()) << board.name();
    for (const auto& first : group) {
      for (const auto& second : group) {
        std::vector<int> composed;
        for (const int edge : first) composed.push_back(second[edge]);
        EXPECT_TRUE(group.contains(composed)) << board.name();
      }
    }
  }
}

TEST(Symmetry, FlipsAreTheirOwnInverse) {
  std::mt19937_64 random(6);
  for (const Board& board : test::all_boards()) {
    const EdgeSet edges = random() & board.all();
    for (const Image& image : images(board)) {
      if (image.transpose) continue;
      EXPECT_EQ(image_of_edges(board, image, image_of_edges(board, image, edges)), edges);
    }
    const Image transpose{true, false, false};
    const EdgeSet turned = image_of_edges(board, transpose, edges);
    EXPECT_EQ(image_of_edges(board.transposed(), transpose, turned), edges);
  }
}

TEST(Symmetry, SetsMoveEdgeByEdge) {
  std::mt19937_64 random(7);
  for (const Board& board : test::all_boards()) {
    for (const Image& image : images(board)) {
      const EdgeSet edges = random() & board.all();
      EdgeSet expected = 0;
      for (EdgeSet rest = edges; rest != 0; rest &= rest - 1) {
        expected |= EdgeSet{1} << image_of_edge(board, image, std::countr_zero(rest));
      }
      EXPECT_EQ(image_of_edges(board, image, edges), expected);
      EXPECT_EQ(image_of({board, edges}, image), (Position{board, expected}));
    }
  }
}

TEST(Symmetry, TransposingAPositionTurnsItsBoard) {
  const Position position = parse_position("1x2:1000100");
  EXPECT_EQ(to_string(image_of(position, {true, false, false})), "2x1:1001000");
}

TEST(Symmetry, FindsTheImagesThatFixASet) {
  for (const Board& board : test::all_boards()) {
    EXPECT_EQ(images_fixing(board, 0), images(board));
    EXPECT_EQ(images_fixing(board, board.all()), images(board));
    EXPECT_EQ(images_fixing(board, board.outer()), images(board));
  }
  const Board board(3, 3);
  const EdgeSet top = 0b111;
  EXPECT_EQ(images_fixing(board, top), (std::vector<Image>{{}, {false, true, false}}));
  EXPECT_EQ(images_fixing(board, 1), (std::vector<Image>{{}}));
  EXPECT_EQ(images_fixing(board, 1 | EdgeSet{1} << board.vertical(0, 0)),
            (std::vector<Image>{{}, {true, false, false}}));
}

}  // namespace pipo::symmetry_test
