// Compares every start-up table of a half with direct simulation.
#include "generator/half/half_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>
#include <type_traits>

#include "tests/generator/half/drawn_half.hpp"

namespace pipo::half_table_test {

TEST(HalfTable, PartsAreCountedOrRefused) {
  EXPECT_EQ(parts_of(0, 512), 0);
  EXPECT_EQ(parts_of(512, 512), 1);
  EXPECT_EQ(parts_of(513, 512), 2);
  EXPECT_EQ(parts_of(65'535 * 512U, 512), 65'535);
  EXPECT_THROW(parts_of(65'535 * 512U + 1, 512), std::length_error);
  EXPECT_THROW(parts_of(std::uint32_t{1} << 31, 512), std::length_error);
}

class HalfTableTest : public testing::TestWithParam<std::pair<int, int>> {
 protected:
  HalfTableTest()
      : index_({.columns = GetParam().first, .rows = GetParam().second}),
        table_(index_, true),
        half_(GetParam().first, GetParam().second) {}

  // Returns a configuration of the table in the simulation's notation.
  std::string merged(BorderState border, int drawn, std::uint32_t number) {
    DrawnHalf half = half_;
    const BorderTable& table = table_.border(border);
    half.load(table.configurations.at(table.first.at(drawn) + number), border);
    return half.merged();
  }

  // A move is among those of its part that reach the part of its target.
  void expect_listed(const BorderTable& table, std::uint32_t i, int drawn, const InnerMove& move) {
    const std::uint32_t size = table_.part_size();
    const auto& moves = table.moves_by_reached[table.part_index(
        drawn, part_of(i - table.first[static_cast<std::size_t>(drawn)], size))];
    const Reached reached{move.drawn, part_of(move.target, size)};
    const auto alike = std::ranges::find(moves, reached, &MovesThatReach::reached);
    ASSERT_NE(alike, moves.end());
    const std::uint32_t target = move.target % size;
    const std::uint32_t rest = table.size(drawn + move.drawn) - reached.part * size;
    EXPECT_TRUE(std::ranges::any_of(alike->targets, [&](const ConfigurationRange& range) {
      return range.first <= target && target < range.end && range.end <= std::min(size, rest);
    }));
  }

  template <typename Check>
  void for_each_configuration(const Check& check) {
    for (BorderState border = 0; border < 1U << index_.shape().columns; ++border) {
      const BorderTable& table = table_.border(border);
      for (std::uint32_t i = 0; i < table.configurations.size(); ++i) {
        half_.load(table.configurations[i], border);
        check(border, table, i, std::popcount(table.configurations[i]));
      }
    }
  }

  HalfIndex index_;
  HalfTable table_;
  DrawnHalf half_;
};

TEST_P(HalfTableTest, ListsEveryQuietConfigurationOnceUpToOuterEdges) {
  for (BorderState border = 0; border < 1U << index_.shape().columns; ++border) {
    std::set<std::string> expected;
    for (HalfConfiguration bits = 0; bits < 1U << index_.shape().bits(); ++bits) {
      half_.load(bits, border);
      const int before = half_.drawn_inside();
      half_.settle();
      if (half_.drawn_inside() == before && half_.border() == border)
        expected.insert(half_.merged());
    }
    std::set<std::string> listed;
    for (const HalfConfiguration configuration : table_.border(border).configurations) {
      half_.load(configuration, border);
      EXPECT_TRUE(listed.insert(half_.merged()).second);
    }
    EXPECT_EQ(listed, expected);
  }
}

// Moves that stay inside the half have the targets and counts of the simulation. Only moves that an
// edge of the border stands for, and run-outs, are missing.
TEST_P(HalfTableTest, MovesAgreeWithSimulation) {
  for_each_configuration(
      [&](BorderState border, const BorderTable& table, std::uint32_t i, int drawn) {
        const DrawnHalf start = half_;
        DrawnHalf settled = start;
        const int complete = settled.settle();
        std::set<std::string> expected;
        int runouts = 0;
        for (const std::string& edge : start.edges()) {
          if (start.drawn(edge)) continue;
          DrawnHalf after = start;
          after.draw(edge);
          const int captured = after.settle() - complete;
          if (after.border() == border) {
            const int drawn_by_move = after.drawn_inside() - drawn;
            expected.insert(after.merged() + " captured " + std::to_string(captured) + " drawn " +
                            std::to_string(drawn_by_move));
          } else if (edge[0] == 'v' || edge[2] - '0' < index_.shape().rows) {
            bool through_line = false;  // does drawing a border edge lead to the same place?
            for (int column = 0; column < index_.shape().columns; ++column) {
              const std::string line_edge = DrawnHalf::name('h', index_.shape().rows, column);
              if (start.drawn(line_edge) || !after.drawn(line_edge)) continue;
              DrawnHalf through = start;
              through.draw(line_edge);
              through.settle();
              through_line |= through.merged() == after.merged();
            }
            runouts += !through_line;
          }
        }
        std::set<std::string> found;
        for (std::uint32_t m = table.first_move[i]; m < table.first_move[i + 1]; ++m) {
          const InnerMove& move = table.moves[m];
          found.insert(merged(border, drawn + move.drawn, move.target) + " captured " +
                       std::to_string(move.captured) + " drawn " + std::to_string(move.drawn));
          EXPECT_EQ(move.handout, move.captured < 3 ? 0 : move.drawn == move.captured ? 8 : 4);
          expect_listed(table, i, drawn, move);
        }
        ASSERT_EQ(found, expected);
        ASSERT_EQ(runouts > 0, table.first_runout[i + 1] > table.first_runout[i]);
      });
}

TEST_P(HalfTableTest, ReactionsAgreeWithSimulation) {
  for_each_configuration([&](BorderState border, const BorderTable& table, std::uint32_t i,
                             int drawn) {
    const DrawnHalf start = half_;
    DrawnHalf settled = start;
    const int complete = settled.settle();
    for (BorderState newly = 0; newly < table.reactions.size(); ++newly) {
      if (newly & border) continue;
      DrawnHalf after = start;
      for (int column = 0; column < index_.shape().columns; ++column) {
        if (newly >> column & 1U) after.draw(DrawnHalf::name('h', index_.shape().rows, column));
      }
      const int captured = after.settle() - complete;
      const Reaction& reaction = table.reactions[newly][i];
      ASSERT_EQ(reaction.returned, after.border() & ~(border | newly));
      ASSERT_EQ(table.class_returned[table.class_of[i]][newly], reaction.returned);
      if (reaction.returned != 0) continue;
      ASSERT_EQ(reaction.captured, captured);
      ASSERT_EQ(drawn + reaction.drawn, after.drawn_inside());
      ASSERT_EQ(merged(border | newly, drawn + reaction.drawn, reaction.target), after.merged());
    }
  });
}

TEST_P(HalfTableTest, MirroringTwiceIsTheIdentity) {
  for_each_configuration(
      [&](BorderState border, const BorderTable& table, std::uint32_t i, int drawn) {
        const BorderTable& image = table_.border(mirror_border(border, index_.shape().columns));
        const std::uint32_t mirrored = table.mirrored[i];
        ASSERT_EQ(image.mirrored[image.first[drawn] + mirrored] + table.first[drawn], i);
      });
}

// Compares the expected bytes, and those that the table reports, with the bytes of its lists.
TEST_P(HalfTableTest, ExpectedBytesAreCloseToTheBytesHeld) {
  const auto of = [](const auto& list) {
    return list.size() * sizeof(typename std::remove_cvref_t<decltype(list)>::value_type);
  };
  std::uint64_t held = 0;
  for (BorderState border = 0; border < 1U << index_.shape().columns; ++border) {
    const BorderTable& table = table_.border(border);
    held += of(table.configurations) + of(table.first_move) + of(table.moves) +
            of(table.first_runout) + of(table.runout_owner) + of(table.class_of) +
            of(table.mirrored);
    for (const auto& reactions : table.reactions) held += of(reactions);
  }
  EXPECT_GE(table_.bytes(), held);
  EXPECT_LE(table_.bytes(), 2 * held);
  const std::uint64_t expected = HalfTable::expected_bytes(index_);
  EXPECT_GE(expected, held * 2 / 3);
  EXPECT_LE(expected, held * 3 / 2);
}

INSTANTIATE_TEST_SUITE_P(Shapes, HalfTableTest,
                         testing::Values(std::pair{1, 1}, std::pair{1, 3}, std::pair{1, 4},
                                         std::pair{2, 1}, std::pair{2, 2}, std::pair{3, 1},
                                         std::pair{4, 1}),
                         [](const auto& shape) {
                           return std::to_string(shape.param.second) + "x" +
                                  std::to_string(shape.param.first);
                         });

}  // namespace pipo::half_table_test
