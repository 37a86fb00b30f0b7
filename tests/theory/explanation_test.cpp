// Explanations: their data, its agreement with exact values, and their text.
#include "theory/explanation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "search/explain.hpp"
#include "search/graph_solver.hpp"
#include "tests/support/embedded.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/theory/quiet_positions.hpp"
#include "tests/theory/shapes.hpp"

namespace pipo::theory::explanation_test {

// The margin of the player to move after drawing these edges in turn, under best play afterwards.
// All but the last edge must capture.
int margin_of(const oracle::FlatTable& table, EdgeSet drawn, const std::vector<int>& moves) {
  int captured = 0;
  bool again = true;
  for (const int edge : moves) {
    EXPECT_TRUE(again);
    const int boxes = table.rules().captures(drawn, edge);
    again = boxes > 0;
    captured += boxes;
    drawn |= EdgeSet{1} << edge;
  }
  return captured + (again ? table.value(drawn) : -table.value(drawn));
}

// Every statement of the theory about a position agrees with the flat table.
void expect_true(const Explanation& explanation, const oracle::FlatTable& table) {
  const EdgeSet drawn = explanation.position.drawn;
  const std::string text = to_string(explanation.position);
  if (explanation.margin) {
    EXPECT_EQ(explanation.margin->value, table.value(drawn)) << text;
  }
  int best = 0, best_margin = -100;
  for (const Advice& advice : explanation.advice) {
    ASSERT_FALSE(advice.moves.empty()) << text;
    if (advice.best && !advice.after_taking) ++best;
    if (!advice.margin) continue;
    const int taken = advice.after_taking ? explanation.settled.captured : 0;
    const EdgeSet from = advice.after_taking ? EdgeSet{explanation.settled.quiet} : drawn;
    EXPECT_EQ(*advice.margin, taken + margin_of(table, from, advice.moves)) << text;
    if (!advice.after_taking) best_margin = std::max(best_margin, *advice.margin);
    EXPECT_TRUE(!advice.best || advice.after_taking || *advice.margin == table.value(drawn))
        << text;
    for (EdgeSet rest = advice.edges; rest != 0; rest &= rest - 1) {
      EXPECT_EQ(*advice.margin, taken + margin_of(table, from, {std::countr_zero(rest)})) << text;
    }
  }
  EXPECT_TRUE(best_margin == -100 || best > 0) << text;
}

TEST(Explanation, IsTrueOnPositionsOf2x3) {
  const Board board(2, 3);
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += 17) {
    expect_true(explain({board, drawn}), flat_table(board));
  }
}

void expect_true_on_3x3_and_2x4(int count) {
  for (const Board& board : {Board(3, 3), Board(2, 4)}) {
    RandomPositions positions(board);
    std::mt19937_64 random(5);
    for (int i = 0; i < count; ++i) {
      EdgeSet drawn = positions.next();
      if (i % 2 != 0) drawn |= EdgeSet{1} << random() % board.edges();
      expect_true(explain({board, drawn}), flat_table(board));
    }
  }
}

TEST(Explanation, IsTrueOnPositionsOf3x3And2x4) {
  expect_true_on_3x3_and_2x4(1'000);
}

TEST(Explanation, LongRunIsTrueOnManyPositionsOf3x3And2x4) {
  expect_true_on_3x3_and_2x4(5'000);
}

// Drawing an edge that wins Nimstring leaves a position whose player to move loses it.
TEST(Explanation, NimstringAdviceLeavesNimValueZero) {
  const Board board(2, 4);
  RandomPositions positions(board);
  graph::Solver solver(graph::graph_of(board));
  int seen = 0;
  for (int i = 0; i < 300; ++i) {
    const EdgeSet quiet = positions.next();
    const Explanation explanation = graph::explain({board, quiet});
    if (explanation.stage != Stage::before) continue;
    ASSERT_TRUE(explanation.nim_value.has_value());
    ASSERT_EQ(explanation.advice.empty(), !explanation.nim_value->next_player_wins());
    for (const Advice& advice : explanation.advice) {
      EXPECT_EQ(advice.action, Action::nimstring);
      for (EdgeSet rest = advice.edges; rest != 0; rest &= rest - 1) {
        ++seen;
        const EdgeSet after = quiet | (rest & -rest);
        EXPECT_EQ(solver.nim_value(graph::open_edges({board, after})), (NimValue{false, 0}));
        EXPECT_EQ(settle(board, after).captured, advice.boxes);
      }
    }
  }
  EXPECT_GT(seen, 100);
}

Position loop_and_three_chain() {
  return parse_picture(
      "+--+--+  +--+--+\n"
      "|     |         \n"
      "+  +  +--+--+--+\n"
      "|     |  |  |  |\n"
      "+--+--+--+--+--+\n");
}

// Theorem 1 applies to a T, and not to a dipper with a cup of 3 boxes.
TEST(Explanation, NamesTheoremOneWithJoints) {
  for (const Example& example : kShapes) {
    if (example.kind != Kind::tee && example.kind != Kind::dipper) continue;
    const Explanation explanation = explain(parse_picture(example.picture));
    ASSERT_TRUE(explanation.numbers.has_value());
    const auto& also = explanation.numbers->confirmed_by;
    ASSERT_EQ(also.size(), example.kind == Kind::tee ? 1u : 0u) << example.name;
    if (also.empty()) continue;
    EXPECT_EQ(also.front().value, explanation.numbers->value.value);
    EXPECT_EQ(to_string(also.front().source), "Pipopipette, theorem 1");
  }
}

TEST(Explanation, OfASimpleLoonyEndgame) {
  const Explanation explanation = graph::explain(loop_and_three_chain());
  EXPECT_EQ(explanation.formula, "3+4l");
  EXPECT_EQ(explanation.stage, Stage::loony_endgame);
  EXPECT_EQ(explanation.role, Role::opener);
  ASSERT_EQ(explanation.components.size(), 2u);
  EXPECT_EQ(explanation.components[0].mark, "A");
  EXPECT_EQ(explanation.components[0].name, "4-loop");
  EXPECT_EQ(explanation.components[1].name, "3-chain");
  EXPECT_EQ(explanation.components[1].length_class, "long");
  ASSERT_TRUE(explanation.numbers.has_value());
  EXPECT_EQ(explanation.numbers->fully_controlled, -5);
  EXPECT_EQ(explanation.numbers->terminal_bonus, 6);
  EXPECT_EQ(explanation.numbers->controlled, 1);
  EXPECT_EQ(explanation.numbers->value.value, 1);
  EXPECT_EQ(to_string(explanation.numbers->value.source), "Allcock, theorem 4.1(3)(a)");
  for (const Derived& same : explanation.numbers->confirmed_by) EXPECT_EQ(same.value, 1);
  EXPECT_EQ(explanation.margin->value, -1);
  EXPECT_EQ(explanation.nim_value, (NimValue{false, 0}));
  EXPECT_EQ(explanation.chain_formula.d, 1);
  ASSERT_EQ(explanation.advice.size(), 2u);
  EXPECT_EQ(explanation.advice[0].action, Action::open);
  EXPECT_EQ(explanation.advice[0].components, std::vector{0});
  EXPECT_EQ(explanation.advice[0].cost, 1);
  EXPECT_EQ(to_string(explanation.advice[0].source), "Allcock, theorem 1.1");
  EXPECT_EQ(explanation.advice[1].components, std::vector{1});
  EXPECT_EQ(explanation.advice[1].cost, 3);
}

TEST(Explanation, OfALoopOnOffer) {
  Position position = loop_and_three_chain();
  position.drawn |= EdgeSet{1} << parse_edge(position.board, "h1.0");
  const Explanation explanation = explain(position);
  EXPECT_EQ(explanation.role, Role::chooser);
  EXPECT_EQ(explanation.on_offer.size(), 1u);
  EXPECT_EQ(explanation.settled.captured, 4);
  EXPECT_EQ(explanation.formula, "3");
  EXPECT_EQ(explanation.margin->value, 1);
  ASSERT_EQ(explanation.advice.size(), 3u);
  EXPECT_EQ(explanation.advice[0].action, Action::give_up_control);
  EXPECT_EQ(explanation.advice[0].margin, 1);
  EXPECT_EQ(explanation.advice[1].action, Action::keep_control);
  EXPECT_EQ(explanation.advice[1].margin, -1);
  EXPECT_EQ(explanation.advice[1].handed_back, 4);
  EXPECT_FALSE(explanation.advice[1].best);
  EXPECT_TRUE(explanation.advice[2].after_taking);
}

TEST(Explanation, OfAChainOnOfferThatIsTakenWhole) {
  const Position position = parse_picture(
      "+--+--+--+--+--+\n"
      "|     |  |      \n"
      "+  +  +--+--+--+\n"
      "|     |  |  |  |\n"
      "+--+--+--+--+--+\n");
  const Explanation explanation = explain(position);
  ASSERT_FALSE(explanation.advice.empty());
  EXPECT_EQ(explanation.settled.captured, 2);
  EXPECT_EQ(explanation.advice[0].action, Action::keep_control);
  EXPECT_EQ(explanation.advice[0].handed_back, 2);
  EXPECT_EQ(explanation.advice[0].boxes, 2);
}

TEST(Explanation, OfShortChains) {
  const Explanation explanation =
      explain(parse_picture("+--+--+  +--+--+--+\n"
                            "|     |           |\n"
                            "+  +  +--+--+--+  +\n"
                            "|     |     |  |  |\n"
                            "+--+--+  +  +--+  +\n"));
  EXPECT_EQ(explanation.formula, "2+5+4l");
  EXPECT_EQ(explanation.stage, Stage::short_chains);
  ASSERT_TRUE(explanation.exchange.has_value());
  EXPECT_EQ(explanation.exchange->cost(), 2);
  EXPECT_EQ(explanation.role, Role::controller);
  EXPECT_EQ(explanation.advice[0].action, Action::offer);
  EXPECT_TRUE(explanation.leads.empty());
}

TEST(Explanation, OfEveryShape) {
  for (const Example& example : kShapes) {
    const Explanation explanation = explain(parse_picture(example.picture));
    EXPECT_EQ(explanation.stage, Stage::loony_endgame);
    EXPECT_EQ(explanation.numbers->strings, example.strings);
    EXPECT_EQ(explanation.numbers->loops, example.loops);
    EXPECT_FALSE(explanation.advice.empty());
    EXPECT_TRUE(explanation.advice.front().best);
    EXPECT_TRUE(example.kind != Kind::dipper || explanation.formula == "dipper(3+3)");
  }
}

TEST(Explanation, BeforeTheEndgame) {
  const Explanation small = graph::explain({Board(3, 3), 0});
  EXPECT_EQ(small.role, Role::controller);
  EXPECT_FALSE(small.margin.has_value());
  EXPECT_TRUE(small.leads.empty()) << "the opener must be the other player";
  EXPECT_EQ(small.formula, "other(9 boxes)");
  const Explanation large = graph::explain({Board(5, 5), 0}, {.positions = 400});
  EXPECT_EQ(large.role, Role::unknown);
  EXPECT_FALSE(large.nim_value.has_value());
  EXPECT_EQ(large.chain_formula.wanted, 0);
  EXPECT_EQ(large.leads.size(), 5u);
  const Explanation even = graph::explain({Board(4, 4), 0}, {.positions = 400});
  EXPECT_TRUE(even.leads.empty());
}

TEST(Explanation, OfTheFullBoard) {
  const Explanation explanation = explain({Board(2, 2), Board(2, 2).all()});
  EXPECT_EQ(explanation.role, Role::none);
  EXPECT_EQ(explanation.margin->value, 0);
  EXPECT_TRUE(explanation.advice.empty());
}

TEST(ComponentNames, MarkInAlphabeticalOrder) {
  EXPECT_EQ(mark_of(0), "A");
  EXPECT_EQ(mark_of(25), "Z");
  EXPECT_EQ(mark_of(26), "AA");
  EXPECT_EQ(mark_of(27), "AB");
}

// The theory's statements about a position do not depend on the board around it. On large boards it
// makes fewer: nothing of endgames with joints, and no advice.
TEST(ExplanationOfLargeBoards, AgreesWithThatOfASmallBoard) {
  std::mt19937_64 random(8);
  const Board board(4, 4);
  int simple = 0, on_offer = 0;
  for (int i = 0; i < 400; ++i) {
    const Position small =
        test::with_right_and_bottom({board, (random() | random() | random()) & board.all()});
    const Explanation expected = explain(small);
    const Explanation found = explain(test::embedded(small, Board(7, 7)));
    const std::string text = to_string(small);
    EXPECT_EQ(found.formula, expected.formula) << text;
    EXPECT_EQ(found.stage, expected.stage) << text;
    EXPECT_EQ(found.settled.captured, expected.settled.captured) << text;
    EXPECT_EQ(found.settled.handout, expected.settled.handout) << text;
    EXPECT_EQ(found.on_offer.size(), expected.on_offer.size()) << text;
    EXPECT_EQ(found.chain_formula.wanted, expected.chain_formula.wanted) << text;
    EXPECT_EQ(found.chain_formula.d, expected.chain_formula.d) << text;
    EXPECT_EQ(found.components.size(), expected.components.size()) << text;
    on_offer += !found.on_offer.empty();
    if (!found.numbers) continue;
    ++simple;
    ASSERT_TRUE(expected.numbers && found.margin && expected.margin) << text;
    EXPECT_EQ(found.margin->value, expected.margin->value) << text;
    EXPECT_EQ(found.numbers->value.value, expected.numbers->value.value) << text;
    EXPECT_EQ(found.numbers->controlled, expected.numbers->controlled) << text;
    EXPECT_EQ(found.numbers->terminal_bonus, expected.numbers->terminal_bonus) << text;
    EXPECT_EQ(found.role, expected.role) << text;
  }
  EXPECT_GT(simple, 10);
  EXPECT_GT(on_offer, 100);
}

// The recursion would need the values of 8 million parts.
TEST(ExplanationOfLargeBoards, OfASimpleEndgameOfManyLengths) {
  const Board board(20, 20);
  Position position = test::embedded({Board(1, 1), Board(1, 1).all()}, board);
  const auto open = [&position](int edge) { position.drawn.erase(edge); };
  for (int row = 0; row < 10; row += 2) {
    for (int boxes = 2, column = 0; boxes <= 6; column += boxes++) {  // loops of two rows
      open(board.horizontal(row + 1, column));
      open(board.horizontal(row + 1, column + boxes - 1));
      for (int i = 1; i < boxes; ++i) {
        open(board.vertical(row, column + i));
        open(board.vertical(row + 1, column + i));
      }
    }
  }
  for (int row = 10; row < 20; row += 2) {  // two chains of two rows, open to left and right
    const int boxes = 2 + (row - 10) / 2;
    open(board.horizontal(row + 1, boxes - 1));
    open(board.horizontal(row + 1, boxes));
    for (int column = 0; column <= 20; ++column) {
      if (column == boxes) continue;
      open(board.vertical(row, column));
      open(board.vertical(row + 1, column));
    }
  }
  const Explanation explanation = explain(position);
  ASSERT_TRUE(explanation.numbers && explanation.margin);
  EXPECT_EQ(explanation.components.size(), 35U);
  EXPECT_EQ(explanation.margin->value, -explanation.numbers->value.value);
  ASSERT_EQ(explanation.numbers->confirmed_by.size(), 2U);
  for (const Derived& value : explanation.numbers->confirmed_by)
    EXPECT_EQ(value.value, explanation.numbers->value.value);
}

}  // namespace pipo::theory::explanation_test
