// How many more edges have to be drawn until a position can be solved.
#include "solve/edges_missing.hpp"

#include <gtest/gtest.h>

#include "pipopipette/notation.hpp"

namespace pipo::edges_missing_test {

TEST(EdgesMissing, FewerWithMoreMemory) {
  const Position empty{Board(4, 4), 0};
  const auto missing = [&](std::uint64_t memory) {
    return edges_missing(empty, Budget(memory, 0, {})).value_or(0);
  };
  const int little = missing(std::uint64_t{32} << 20);
  const int more = missing(std::uint64_t{512} << 20);
  EXPECT_GT(more, 1);
  EXPECT_LT(more, little);
  EXPECT_LE(little, 40);
  const Position late{Board(4, 4), (EdgeSet{1} << 20) - 1};
  EXPECT_EQ(edges_missing(late, Budget(std::uint64_t{512} << 20, 0, {})), 0);
}

TEST(EdgesMissing, NothingSufficesWithoutTime) {
  EXPECT_FALSE(edges_missing({Board(5, 5), 0}, Budget(0, 1e-9, {})));
}

TEST(EdgesMissing, OfLargeBoardsWhetherASearchWouldBegin) {
  const Budget minutes(std::uint64_t{1} << 30, 300, {});
  EXPECT_FALSE(edges_missing(parse_position("6x6:" + std::string(84, '0')), minutes));
  const Position later = parse_position("6x6:" + std::string(44, '0') + std::string(40, '1'));
  EXPECT_EQ(edges_missing(later, minutes), 0);
}

TEST(EdgesMissing, InWords) {
  EXPECT_EQ(when_solvable(0), when_solvable(1));
  EXPECT_EQ(when_solvable(1), "it can be solved when about 1 more edge is drawn");
  EXPECT_EQ(when_solvable(3), "it can be solved when about 3 more edges are drawn");
  EXPECT_EQ(when_solvable({}), "allow more memory or time");
}

}  // namespace pipo::edges_missing_test
