// Random orders, numbered positions, and samples drawn from them.
#include "verify/drawing.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "pipopipette/notation.hpp"
#include "pipopipette/stored_positions.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/verify/generated.hpp"

namespace pipo::test::permutation_test {

TEST(Permutation, HasEachNumberOnce) {
  for (const std::uint64_t size : {1U, 2U, 3U, 255U, 256U, 257U, 1000U, 65537U}) {
    for (const std::uint64_t seed : {0U, 1U, 99U}) {
      const Permutation order(size, seed);
      std::vector<bool> seen(size);
      for (std::uint64_t place = 0; place < size; ++place) {
        const std::uint64_t number = order[place];
        ASSERT_LT(number, size);
        ASSERT_FALSE(seen[number]) << size << " " << number;
        seen[number] = true;
      }
    }
  }
}

TEST(Permutation, WorksForTheLargestSize) {
  const std::uint64_t size = std::numeric_limits<std::uint64_t>::max();
  const Permutation order(size, 1);
  double sum = 0;
  for (std::uint64_t place = 0; place < 10'000; ++place) {
    ASSERT_LT(order[place], size);
    sum += static_cast<double>(order[place]) / 0x1p64;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 5 / std::sqrt(12.0 * 10'000));
}

// These permutations must never change, because files record the seed they were drawn with.
TEST(Permutation, NeverChanges) {
  const Permutation order(1000, 1);
  std::vector<std::uint64_t> first;
  for (std::uint64_t place = 0; place < 5; ++place) first.push_back(order[place]);
  EXPECT_EQ(first, (std::vector<std::uint64_t>{63, 482, 845, 918, 133}));
}

// The distribution of the first number, and of the first pair, over many seeds: chi-squared, with a
// bound that chance exceeds once in a million.
TEST(Permutation, IsUniform) {
  constexpr std::uint64_t kSize = 7;
  constexpr int kSeeds = 70'000;
  std::vector<double> first(kSize), pairs(kSize * kSize);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Permutation order(kSize, seed);
    ++first[order[0]];
    ++pairs[order[0] * kSize + order[1]];
  }
  const auto squared = [](const std::vector<double>& counts, double cells) {
    double sum = 0;
    for (const double count : counts) {
      if (count > 0) sum += (count - kSeeds / cells) * (count - kSeeds / cells) / (kSeeds / cells);
    }
    return sum;
  };
  EXPECT_LT(squared(first, kSize), 39);                // 6 degrees of freedom
  EXPECT_LT(squared(pairs, kSize * (kSize - 1)), 98);  // 41
}

}  // namespace pipo::test::permutation_test

namespace pipo::test::counted_positions_test {

using Kind = CountedPositions::Kind;

// Returns all positions by number of drawn edges, found by enumeration.
std::vector<std::set<EdgeSet>> by_layer(const Position& start, Kind kind) {
  const Board& board = start.board;
  std::vector<std::set<EdgeSet>> layers(static_cast<std::size_t>(board.edges()) + 1);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    if ((drawn & start.drawn) != start.drawn) continue;
    if (kind == Kind::quiet && !is_quiet(board, drawn)) continue;
    layers[static_cast<std::size_t>(std::popcount(drawn))].insert(drawn);
  }
  return layers;
}

void expect_all(const Position& start, Kind kind) {
  const CountedPositions counted(start, kind);
  const auto layers = by_layer(start, kind);
  for (int layer = 0; layer <= start.board.edges(); ++layer) {
    const auto& expected = layers[static_cast<std::size_t>(layer)];
    ASSERT_EQ(counted.positions(layer), expected.size()) << start.board.name() << " " << layer;
    std::set<EdgeSet> found;
    for (std::uint64_t number = 0; number < counted.positions(layer); ++number) {
      const Position position = counted.at(layer, number);
      ASSERT_EQ(position.board, start.board);
      found.insert(position.drawn);
    }
    EXPECT_EQ(found, expected) << start.board.name() << " " << layer;
  }
}

TEST(CountedPositions, AreAllPositions) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {3, 2}}) {
    const Board board(rows, columns);
    for (const Kind kind : {Kind::all, Kind::quiet}) {
      expect_all({board, 0}, kind);
      expect_all({board, swedish_start(board)}, kind);
      expect_all({board, icelandic_start(board)}, kind);
    }
  }
}

TEST(CountedPositions, OfLargeBoards) {
  const CountedPositions all({Board(4, 4), 0}, Kind::all);
  EXPECT_EQ(all.positions(20), 137846528820U);  // 40 over 20
  const CountedPositions longest({Board(1, 21), 0}, Kind::all);
  EXPECT_EQ(longest.positions(32), 1832624140942590534U);  // 64 over 32
  EXPECT_EQ(longest.at(32, longest.positions(32) - 1).layer(), 32);
  const CountedPositions quiet({Board(5, 5), 0}, Kind::quiet);
  EXPECT_EQ(quiet.positions(59), 0U);  // one open edge makes its boxes capturable
  EXPECT_EQ(quiet.positions(60), 1U);
  for (const int layer : {0, 20, 40, 57}) {
    const std::uint64_t size = quiet.positions(layer);
    ASSERT_GT(size, 0U);
    for (const std::uint64_t number : {std::uint64_t{0}, size / 3, size / 2, size - 1}) {
      const Position position = quiet.at(layer, number);
      EXPECT_EQ(position.layer(), layer);
      EXPECT_TRUE(is_quiet(position.board, position.drawn));
    }
  }
}

}  // namespace pipo::test::counted_positions_test

namespace pipo::test::drawing_test {

std::vector<Position> drawn(const PositionPool& pool, const DrawingOptions& options) {
  std::vector<Position> all;
  draw(pool, options,
       [&](const std::vector<Position>& some) { all.insert(all.end(), some.begin(), some.end()); });
  return all;
}

std::set<EdgeSet> sets(const std::vector<Position>& positions) {
  std::set<EdgeSet> found;
  for (const Position& position : positions) found.insert(position.drawn);
  return found;
}

TEST(Drawing, ReturnsAllPositionsIfMoreAreAskedFor) {
  const CountedPositions pool({Board(2, 2), 0}, CountedPositions::Kind::all);
  for (const bool balanced : {false, true}) {
    const auto all = drawn(pool, {0, 12, 5000, 3, balanced});
    EXPECT_EQ(all.size(), 4096U);
    EXPECT_EQ(sets(all).size(), 4096U);
  }
  EXPECT_EQ(available(pool, {0, 12, 5000, 3}), 4096U);
  EXPECT_EQ(available(pool, {5, 6, 5000, 3}), 792U + 924U);
}

TEST(Drawing, DrawsNoPositionTwiceAndOnlyTheGivenLayers) {
  const CountedPositions pool({Board(3, 3), 0}, CountedPositions::Kind::quiet);
  const auto some = drawn(pool, {9, 12, 20'000, 3});
  EXPECT_EQ(some.size(), 20'000U);
  EXPECT_EQ(sets(some).size(), 20'000U);
  for (const Position& position : some) {
    EXPECT_TRUE(position.layer() >= 9 && position.layer() <= 12);
    EXPECT_TRUE(is_quiet(position.board, position.drawn));
  }
}

TEST(Drawing, DependsOnTheSeed) {
  const CountedPositions pool({Board(3, 3), 0}, CountedPositions::Kind::all);
  EXPECT_EQ(drawn(pool, {0, 24, 100, 3}), drawn(pool, {0, 24, 100, 3}));
  EXPECT_NE(drawn(pool, {0, 24, 100, 3}), drawn(pool, {0, 24, 100, 4}));
  // A larger sample begins with the same positions.
  auto more = drawn(pool, {0, 24, 5000, 3});
  more.erase(more.begin() + 100, more.end());
  EXPECT_EQ(more, drawn(pool, {0, 24, 100, 3}));
}

// Each position is drawn equally often: chi-squared over many seeds, with a bound that chance
// exceeds once in a million.
TEST(Drawing, DrawsEachPositionEquallyOften) {
  const CountedPositions pool({Board(1, 2), 0}, CountedPositions::Kind::quiet);
  const double there = static_cast<double>(available(pool, {0, 7, 1, 0}));
  ASSERT_EQ(there, 74);
  std::map<EdgeSet, double> counts;
  constexpr int kSeeds = 4000, kEach = 5;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (const Position& position : drawn(pool, {0, 7, kEach, seed})) ++counts[position.drawn];
  }
  const double expected = kSeeds * kEach / there;
  double squared = 0;
  for (const auto& [edges, count] : counts) {
    squared += (count - expected) * (count - expected) / expected;
  }
  EXPECT_EQ(counts.size(), 74U);
  EXPECT_LT(squared, 146);  // 73 degrees of freedom
}

TEST(Drawing, BalancedCounts) {
  using Counts = std::vector<std::uint64_t>;
  EXPECT_EQ(balanced_counts({100, 100, 100}, 30, 1), (Counts{10, 10, 10}));
  EXPECT_EQ(balanced_counts({1, 0, 100, 4}, 30, 1), (Counts{1, 0, 25, 4}));
  EXPECT_EQ(balanced_counts({1, 2, 3}, 30, 1), (Counts{1, 2, 3}));
  EXPECT_EQ(balanced_counts({}, 30, 1), Counts{});
  EXPECT_EQ(balanced_counts({0, 0}, 30, 1), (Counts{0, 0}));
  // The remainder goes to larger layers, which depend on the seed.
  std::set<Counts> found;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Counts counts = balanced_counts({3, 9, 9, 9}, 20, seed);
    EXPECT_EQ(counts[0], 3U);
    EXPECT_EQ(counts[0] + counts[1] + counts[2] + counts[3], 20U);
    for (const std::size_t i : {1, 2, 3}) EXPECT_TRUE(counts[i] == 5 || counts[i] == 6);
    found.insert(counts);
  }
  EXPECT_EQ(found.size(), 3U);
}

TEST(Drawing, BalancedSamplesDrawEquallyFromLayers) {
  const CountedPositions pool({Board(2, 3), 0}, CountedPositions::Kind::all);
  std::map<int, int> layers;
  for (const Position& position : drawn(pool, {0, 17, 180, 3, true})) ++layers[position.layer()];
  EXPECT_EQ(layers[0], 1);
  EXPECT_EQ(layers[17], 1);
  for (int layer = 1; layer <= 16; ++layer) {
    EXPECT_TRUE(layers[layer] == 11 || layers[layer] == 12) << layer;
  }
}

// Layers of equal size, drawn with one seed, must get different numbers.
class NumberedPool : public PositionPool {
 public:
  static constexpr std::uint64_t kEach = 1000;
  std::uint64_t positions(int) const override { return kEach; }
  Position at(int layer, std::uint64_t number) const override {
    return {Board(4, 4), static_cast<EdgeSet>(layer) * kEach + number};
  }
};

TEST(Drawing, BalancedLayersAreDrawnIndependently) {
  std::map<EdgeSet, std::vector<EdgeSet>> orders;
  for (const Position& position : drawn(NumberedPool(), {0, 3, 80, 3, true})) {
    orders[position.drawn / NumberedPool::kEach].push_back(position.drawn % NumberedPool::kEach);
  }
  ASSERT_EQ(orders.size(), 4U);
  std::set<std::vector<EdgeSet>> different;
  for (const auto& [layer, order] : orders) {
    EXPECT_EQ(order.size(), 20U);
    different.insert(order);
  }
  EXPECT_EQ(different.size(), 4U);
}

TEST(Drawing, StoredPositionsAreInTheFiles) {
  const TemporaryFolder folder;
  const auto table_folder = generated(folder.path(), {.board = Board(2, 3), .tables = {}});
  const Table table(table_folder);
  const TableSections sections(table);
  std::set<EdgeSet> expected;
  for (int layer = 0; layer <= 17; ++layer) {
    StoredPositions stored(table_folder, layer);
    std::vector<EdgeSet> edges;
    std::vector<std::int8_t> values;
    while (stored.next(edges, values)) expected.insert(edges.begin(), edges.end());
  }
  const StoredPool pool(sections, Board(2, 3));
  EXPECT_EQ(available(pool, {0, 17, 1, 1}), expected.size());
  EXPECT_EQ(sets(drawn(pool, {0, 17, 1'000'000, 1})), expected);
  EXPECT_EQ(drawn(pool, {0, 17, 50, 1}).size(), 50U);

  // The same on the turned board.
  const StoredPool turned(sections, Board(3, 2));
  std::set<EdgeSet> back;
  for (const Position& position : drawn(turned, {0, 17, 1'000'000, 1})) {
    ASSERT_EQ(position.board, Board(3, 2));
    back.insert(
        image_of(position, {.transpose = true, .left_right = false, .top_bottom = false}).drawn);
  }
  EXPECT_EQ(back, expected);
}

}  // namespace pipo::test::drawing_test
