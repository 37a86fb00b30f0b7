// The rule at many positions is the rule at each of them.
#include "verify/one_step.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/support/temporary_folder.hpp"
#include "tests/verify/generated.hpp"

namespace pipo::test::one_step_test {

// Positions with and without boxes to capture, the empty and the full board, and some twice.
std::vector<EdgeSet> positions(const Board& board, std::size_t count) {
  std::mt19937_64 random(5);
  std::vector<EdgeSet> drawn{0, board.all(), board.all(), 0};
  while (drawn.size() < count) {
    const EdgeSet bits = random();
    drawn.push_back((random() % 2 == 0 ? bits & random() : bits | random()) & board.all());
  }
  return drawn;
}

TEST(ManySteps, AreThoseOfTheRuleOneByOne) {
  const TemporaryFolder folder;
  for (const Board& board : {Board(1, 4), Board(2, 3)}) {
    const Tables tables = Tables::only(generated(folder.path(), {.board = board, .tables = {}}));
    const std::vector<EdgeSet> drawn = positions(board, 2'500);
    std::vector<int> values_alone, by_rule_alone;
    for (const EdgeSet one : drawn) {
      values_alone.push_back(tables.value({board, one}));
      by_rule_alone.push_back(
          value_by_rule(TableGame::dots_and_boxes, looked_up(tables), {board, one}));
    }
    for (const std::size_t most : {std::size_t{1}, std::size_t{20'000}, kMostLookups}) {
      std::vector<std::int8_t> values(drawn.size(), 99), by_rule(drawn.size(), 99);
      double last = 0;
      take_steps(
          tables, board, drawn, {values, by_rule},
          [&](double share) {
            EXPECT_GE(share, last);
            last = share;
          },
          most);
      EXPECT_EQ(last, 1);
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        ASSERT_EQ(values[i], values_alone[i]) << i;
        ASSERT_EQ(by_rule[i], by_rule_alone[i]) << i;
      }
    }
  }
}

}  // namespace pipo::test::one_step_test
