#include "probe/board/settle.hpp"

#include <algorithm>
#include <bit>
#include <random>

#include "pipopipette/notation.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::settle_test {

// The reference code below follows the definitions directly.

int open_sides(const Board& board, EdgeSet drawn, int box) {
  return std::popcount(board.sides(box) & ~drawn);
}

Settlement plain_settle(const Board& board, EdgeSet drawn) {
  Settlement result{drawn, 0, Handout::none};
  for (int box = 0; box < board.boxes(); ++box) {
    if (open_sides(board, result.quiet, box) != 1) continue;
    result.quiet |= board.sides(box);
    box = -1;  // from the start again
  }
  for (int box = 0; box < board.boxes(); ++box) {
    result.captured +=
        open_sides(board, drawn, box) > 0 && open_sides(board, result.quiet, box) == 0;
  }
  return result;
}

// Groups of boxes connected by open edges: the list of boxes of each group, for each box.
using Graph = std::vector<std::vector<int>>;

Graph graph_of(const Board& board, EdgeSet edges) {
  Graph graph(board.boxes());
  for (int edge = 0; edge < board.edges(); ++edge) {
    const auto [a, b] = board.neighbours(edge);
    if ((edges >> edge & 1) == 0 || a < 0 || b < 0) continue;
    graph[a].push_back(b);
    graph[b].push_back(a);
  }
  return graph;
}

int longest_path(const Graph& graph, BoxSet within, BoxSet visited, int box) {
  int longest = 0;
  for (const int next : graph[box]) {
    if ((within & ~visited) >> next & 1) {
      longest = std::max(longest, longest_path(graph, within, visited | BoxSet{1} << next, next));
    }
  }
  return longest + 1;
}

BoxSet reached_from(const Graph& graph, BoxSet within, int box) {
  BoxSet reached = BoxSet{1} << box;
  for (int rounds = 0; rounds < 64; ++rounds) {
    for (int from = 0; from < static_cast<int>(graph.size()); ++from) {
      if ((reached >> from & 1) == 0) continue;
      for (const int next : graph[from]) reached |= within & BoxSet{1} << next;
    }
  }
  return reached;
}

CapturedComponent plain_component(const Board& board, EdgeSet drawn, BoxSet captured, int box) {
  const EdgeSet open = board.all() & ~drawn;
  const Graph graph = graph_of(board, open);
  CapturedComponent result;
  result.boxes = reached_from(graph, captured, box);
  int leaving = 0;
  for (int edge = 0; edge < board.edges(); ++edge) {
    const auto [a, b] = board.neighbours(edge);
    const int inside = (a >= 0 && (result.boxes >> a & 1)) + (b >= 0 && (result.boxes >> b & 1));
    if ((open >> edge & 1) == 0 || inside == 0) continue;
    result.edges |= EdgeSet{1} << edge;
    leaving += inside == 1;
  }
  EXPECT_LE(leaving, 1) << to_string({board, drawn});
  result.open_ended = leaving == 1;
  for (int b = 0; b < board.boxes(); ++b) {
    if ((result.boxes >> b & 1) == 0) continue;
    result.has_path_of_4 |= longest_path(graph, result.boxes, BoxSet{1} << b, b) >= 4;
  }
  return result;
}

std::vector<CapturedComponent> plain_components(const Board& board, EdgeSet drawn, EdgeSet quiet) {
  BoxSet captured = 0;
  for (int box = 0; box < board.boxes(); ++box) {
    const bool gained = open_sides(board, drawn, box) > 0 && open_sides(board, quiet, box) == 0;
    captured |= BoxSet{gained} << box;
  }
  std::vector<CapturedComponent> result;
  while (captured != 0) {
    result.push_back(plain_component(board, drawn, captured, std::countr_zero(captured)));
    captured &= ~result.back().boxes;
  }
  return result;
}

// Identity (A) as it is stated.
Handout plain_handout(const std::vector<CapturedComponent>& components) {
  bool two = false, four = false;
  for (const auto& component : components) {
    two |= component.open_ended && component.boxes.size() >= 2;
    four |= !component.open_ended && component.has_path_of_4;
  }
  return two ? Handout::two_boxes : four ? Handout::four_boxes : Handout::none;
}

void expect_same(const Board& board, EdgeSet drawn) {
  const auto where = to_string({board, drawn});
  const Settlement plain = plain_settle(board, drawn);
  const auto components = plain_components(board, drawn, plain.quiet);
  const Settlement settled = settle(board, drawn);
  ASSERT_EQ(settled.quiet, plain.quiet) << where;
  ASSERT_EQ(settled.captured, plain.captured) << where;
  ASSERT_EQ(settled.handout, plain_handout(components)) << where;
  ASSERT_TRUE(is_quiet(board, settled.quiet)) << where;
  ASSERT_EQ(is_quiet(board, drawn), settled.quiet == drawn) << where;
  const auto built = captured_components({board, drawn});
  ASSERT_EQ(built.size(), components.size()) << where;
  for (std::size_t i = 0; i < built.size(); ++i) {
    ASSERT_EQ(built[i].boxes, components[i].boxes) << where;
    ASSERT_EQ(built[i].edges, components[i].edges) << where;
    ASSERT_EQ(built[i].open_ended, components[i].open_ended) << where;
    ASSERT_EQ(built[i].has_path_of_4, components[i].has_path_of_4) << where;
  }
}

// Random sets of edges, from nearly empty to nearly full.
EdgeSet random_drawn(const Board& board, std::mt19937_64& random) {
  EdgeSet drawn = random();
  for (std::uint64_t dice = random() % 4; dice > 0; --dice) {
    drawn = (random() & 1) != 0 ? drawn | random() : drawn & random();
  }
  return drawn & board.all();
}

TEST(Settle, AgreesWithTheDefinitionOnEveryPosition) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 3}, {3, 1}, {2, 2}}) {
    const Board board(rows, columns);
    for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) expect_same(board, drawn);
  }
}

TEST(Settle, AgreesWithTheDefinitionOnRandomPositions) {
  std::mt19937_64 random(3);
  for (int i = 0; i < (test::kSanitized ? 4'000 : 60'000); ++i) {
    expect_same(Board(4, 4), random_drawn(Board(4, 4), random));
  }
  for (const Board& board : test::all_boards()) {
    for (int i = 0; i < 40; ++i) expect_same(board, random_drawn(board, random));
  }
}

TEST(Settle, FindsCapturableBoxes) {
  std::mt19937_64 random(4);
  for (const Board& board : test::all_boards()) {
    for (int i = 0; i < 40; ++i) {
      const EdgeSet drawn = random_drawn(board, random);
      BoxSet expected = 0;
      for (int box = 0; box < board.boxes(); ++box) {
        expected |= BoxSet{open_sides(board, drawn, box) == 1} << box;
      }
      EXPECT_EQ(capturable_boxes(board, drawn), expected);
      EXPECT_EQ(is_quiet(board, drawn), expected == 0);
    }
  }
}

TEST(Settle, DrawingAnEdgeSettlesThePositionAfterIt) {
  std::mt19937_64 random(5);
  for (const Board& board : test::all_boards()) {
    for (int i = 0; i < 20; ++i) {
      const EdgeSet quiet = settle(board, random_drawn(board, random)).quiet;
      for (EdgeSet open = board.all() & ~quiet; open != 0; open &= open - 1) {
        const auto drawn = draw_and_settle(board, quiet, std::countr_zero(open));
        const auto settled = settle(board, quiet | (open & -open));
        EXPECT_EQ(drawn.quiet, settled.quiet);
        EXPECT_EQ(drawn.captured, settled.captured);
        // Only a chain of two boxes cut at its end is an exception: it counts as if cut in the
        // middle.
        if (drawn.captured != 2) {
          EXPECT_EQ(drawn.handout, settled.handout);
        }
        if (drawn.captured <= 2) {
          EXPECT_EQ(drawn.handout, Handout::none);
        }
      }
    }
  }
}

Settlement settle_text(std::string_view text) {
  const Position position = parse_position(text);
  return settle(position.board, position.drawn);
}

TEST(Settle, OneBoxIsNeverDeclined) {
  EXPECT_EQ(settle_text("1x1:0111").captured, 1);
  EXPECT_EQ(settle_text("1x1:0111").handout, Handout::none);
}

TEST(Settle, ChainsOpenAtTheEndOfferTwoBoxes) {
  // 1x2 with all horizontals and the left end drawn.
  EXPECT_EQ(settle_text("1x2:1111100").captured, 2);
  EXPECT_EQ(settle_text("1x2:1111100").handout, Handout::two_boxes);
  // With both ends drawn the two boxes are a closed path, but declining four boxes is impossible.
  EXPECT_EQ(settle_text("1x2:1111101").captured, 2);
  EXPECT_EQ(settle_text("1x2:1111101").handout, Handout::none);
}

TEST(Settle, ClosedPathsOfFourOfferFourBoxes) {
  EXPECT_EQ(settle_text("1x3:1111111001").handout, Handout::none);
  EXPECT_EQ(settle_text("1x4:1111111110001").captured, 4);
  EXPECT_EQ(settle_text("1x4:1111111110001").handout, Handout::four_boxes);
}

TEST(Settle, FourBoxesAroundAJointAreNotAPath) {
  // A T: three boxes in a row and one below the middle one, with all surrounding sides drawn.
  const Board board(2, 3);
  EdgeSet open = EdgeSet{1} << board.vertical(0, 1) | EdgeSet{1} << board.vertical(0, 2) |
                 EdgeSet{1} << board.horizontal(1, 1);
  const Settlement settled = settle(board, board.all() & ~open);
  EXPECT_EQ(settled.captured, 4);
  EXPECT_EQ(settled.handout, Handout::none);
}

TEST(Settle, LoopsOfferFourBoxes) {
  const Board board(2, 2);
  const EdgeSet loop = board.outer();
  const Settlement drawn = draw_and_settle(board, loop, board.vertical(0, 1));
  EXPECT_EQ(drawn.quiet, board.all());
  EXPECT_EQ(drawn.captured, 4);
  EXPECT_EQ(drawn.handout, Handout::four_boxes);
  EXPECT_EQ(settled_value(drawn, 0), 4);
}

TEST(Settle, ChoosesTheBetterOfKeepingAndHandingOut) {
  EXPECT_EQ(settled_value({0, 3, Handout::none}, -5), -2);
  EXPECT_EQ(settled_value({0, 3, Handout::two_boxes}, -5), 4);
  EXPECT_EQ(settled_value({0, 3, Handout::two_boxes}, -2), 1);
  EXPECT_EQ(settled_value({0, 3, Handout::two_boxes}, 1), 4);
  EXPECT_EQ(settled_value({0, 4, Handout::four_boxes}, -5), 1);
  EXPECT_EQ(settled_value({0, 4, Handout::four_boxes}, -3), 1);
}

TEST(Settle, FullBoardIsUnchanged) {
  for (const Board& board : test::all_boards()) {
    EXPECT_EQ(settle(board, board.all()).quiet, board.all());
    EXPECT_EQ(settle(board, board.all()).captured, 0);
    EXPECT_TRUE(captured_components({board, board.all()}).empty());
  }
}

}  // namespace pipo::settle_test
