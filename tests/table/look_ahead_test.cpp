// Bounds are kept; tables that omit layers give the oracle's value of every position, or say that
// they have none.
#include "probe/table/look_ahead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "pipopipette/error.hpp"
#include "pipopipette/stored_positions.hpp"
#include "pipopipette/tables.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"

namespace pipo::known_bounds_test {

TEST(KnownBounds, AreTheNarrowestGiven) {
  std::mt19937_64 random(7);
  KnownBounds known;
  std::map<EdgeSet, std::pair<int, int>> expected;
  EXPECT_EQ(known.of(0).low, -kSmallBoardEdges);
  for (int i = 0; i < 20'000; ++i) {
    const EdgeSet position = random() % 3 == 0 ? random() % 16 : random() % 3000 << 40;
    auto& [low, high] =
        expected.try_emplace(position, -kSmallBoardEdges, kSmallBoardEdges).first->second;
    const int bound = static_cast<int>(random() % 50);
    if (random() % 2 == 0) {
      known.raise(position, -bound);
      low = std::max(low, -bound);
    } else {
      known.lower(position, bound);
      high = std::min(high, bound);
    }
    ASSERT_EQ(known.of(position).low, low);
    ASSERT_EQ(known.of(position).high, high);
  }
  for (const auto& [position, bounds] : expected) {
    ASSERT_EQ(known.of(position).low, bounds.first);
    ASSERT_EQ(known.of(position).high, bounds.second);
  }
  EXPECT_EQ(known.of(12345).high, kSmallBoardEdges);
  EXPECT_TRUE(known.add(12345));
  EXPECT_FALSE(known.add(12345));
  EXPECT_EQ(known.of(12345).low, -kSmallBoardEdges);
  EXPECT_EQ(known.of(12345).high, kSmallBoardEdges);
  known.set(12345, 3);
  EXPECT_FALSE(known.add(12345));
  EXPECT_EQ(known.of(12345).low, 3);
  EXPECT_EQ(known.of(12345).high, 3);
}

}  // namespace pipo::known_bounds_test

namespace pipo::look_ahead_test {

// Returns whether a layer has a file, or no more than two layers in a row are omitted from there
// on. Written anew, by layer.
bool answered(const KeptLayers& kept, int layer, int last) {
  if (kept.keeps(layer)) return true;
  for (int run = 0; layer <= last; ++layer) {
    run = kept.keeps(layer) ? 0 : run + 1;
    if (run > 2) return false;
  }
  return true;
}

void expect_position(const Tables& tables, const KeptLayers& kept, const Position& position) {
  const int last = position.board.edges();
  const int layer = std::popcount(settle(position.board, position.drawn).quiet);
  const bool known = answered(kept, layer, last);
  ASSERT_EQ(tables.covers(position), known) << position;
  ASSERT_EQ(tables.computes(position), known && !kept.keeps(layer)) << position;
  const std::optional<int> value = tables.find_value(position);
  ASSERT_EQ(value.has_value(), known) << position;
  if (!known) return;
  ASSERT_EQ(*value, oracle_of(position.board).value(position.drawn)) << position;
}

// Every position, alone and in a batch, even with a cache that keeps nothing.
void expect_every_position(const Board& board, const KeptLayers& kept) {
  SCOPED_TRACE(board.name() + " " + kept.text());
  const TemporaryFolder folder;
  write_thinned(small_tables() / board.name(), folder.path(), kept);
  const Tables tables({folder.path()});
  std::vector<EdgeSet> drawn(board.all() + 1);
  std::iota(drawn.begin(), drawn.end(), 0);
  for (const EdgeSet one : drawn) {
    expect_position(tables, kept, {board, one});
    if (testing::Test::HasFatalFailure()) return;
  }
  std::vector<std::int8_t> values(drawn.size());
  Tables({folder.path()}, {.cache_bytes = 0}).find_values(board, drawn, values, 2);
  for (const EdgeSet one : drawn) {
    const bool known = tables.covers({board, one});
    ASSERT_EQ(values[one], known ? oracle_of(board).value(one) : kNotCovered) << one;
  }
}

TEST(LookAhead, EveryChoiceOfLayers1x2) {
  const Board board(1, 2);
  for (unsigned layers = 0; layers < 1U << (board.edges() + 1); ++layers) {
    expect_every_position(board, {0, board.edges(), KeptLayers::Layers(layers)});
    if (HasFatalFailure()) return;
  }
}

// Every step-th choice.
void expect_choices_of_layers_2x2(unsigned step) {
  const Board board(2, 2);
  for (unsigned layers = 0; layers < 1U << (board.edges() + 1); layers += step) {
    expect_every_position(board, {0, board.edges(), KeptLayers::Layers(layers)});
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(LookAhead, SomeChoicesOfLayers2x2) {
  expect_choices_of_layers_2x2(485);
}

TEST(LookAhead, LongRunManyChoicesOfLayers2x2) {
  expect_choices_of_layers_2x2(97);
}

void expect_named_choices(const Board& board) {
  for (const char* which : {"even", "odd", "every 3", "0-9", "0-7,every 3", "5,8,11"}) {
    expect_every_position(board, KeptLayers::parse(which, {board, 0}));
  }
}

TEST(LookAhead, EveryPositionOfNamedChoices) {
  expect_named_choices(Board(2, 2));
}

TEST(LookAhead, LongRunEveryPositionOfNamedChoicesOf1x5And2x3) {
  expect_named_choices(Board(1, 5));
  expect_named_choices(Board(2, 3));
}

// The same with all moves, which need other layers than the position.
TEST(LookAhead, AnswersHaveTheValuesOfAllMoves) {
  const Board board(3, 3);
  const TemporaryFolder folder;
  for (const char* which : {"even", "odd", "every 3", "0-9"}) {
    const KeptLayers kept = KeptLayers::parse(which, {board, 0});
    write_thinned(small_tables() / "3x3", folder.path(), kept);
    const Tables tables({folder.path()});
    std::size_t answers = 0;
    for (EdgeSet drawn = 0; drawn <= board.all(); drawn += test::kSanitized ? 39'869 : 9'973) {
      const Position position{board, drawn};
      if (!tables.covers_moves(position)) {
        EXPECT_THROW(tables.answer(position), MissingTable);
        continue;
      }
      ++answers;
      const Answer answer = tables.answer(position);
      ASSERT_EQ(answer.value, oracle_of(board).value(drawn));
      bool computed = tables.computes(position);
      for (const MoveValue& move : answer.moves) {
        const Position next{board, drawn | EdgeSet{1} << move.edge};
        const int after = oracle_of(board).value(next.drawn);
        ASSERT_EQ(move.value, move.captures > 0 ? move.captures + after : -after) << position;
        computed |= tables.computes(next);
      }
      ASSERT_EQ(answer.computed, computed) << position;
    }
    EXPECT_GT(answers, test::kSanitized ? 12 : 50);
  }
}

TEST(LookAhead, BatchesOfPositionsAndMovesOf3x3) {
  const Board board(3, 3);
  const TemporaryFolder folder;
  std::vector<EdgeSet> drawn;
  for (EdgeSet one = 0; one <= board.all(); one += 3'313) drawn.push_back(one);
  for (const char* which : {"even", "every 3"}) {
    write_thinned(small_tables() / "3x3", folder.path(), KeptLayers::parse(which, {board, 0}));
    const Tables tables({folder.path()});
    std::vector<std::int8_t> values(drawn.size());
    tables.values(board, drawn, values, 2);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      ASSERT_EQ(values[i], oracle_of(board).value(drawn[i]));
    }
    std::vector<std::int8_t> moves(1000 * 24);
    tables.move_values(board, std::span(drawn).first(1000), moves, 2);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const EdgeSet edge = EdgeSet{1} << (i % 24);
      if ((drawn[i / 24] & edge) != 0) {
        ASSERT_EQ(moves[i], kDrawn);
        continue;
      }
      const int captures = completed_boxes(board, drawn[i / 24], static_cast<int>(i % 24));
      const int after = oracle_of(board).value(drawn[i / 24] | edge);
      ASSERT_EQ(moves[i], captures > 0 ? captures + after : -after);
    }
  }
}

// Two tables of one board complete each other, whatever their order.
TEST(LookAhead, UsesTheTableThatKeepsTheLayer) {
  const TemporaryFolder even, odd;
  const TableIdentity table{Board(2, 3), 0};
  write_thinned(small_tables() / "2x3", even.path(), KeptLayers::parse("even", table));
  write_thinned(small_tables() / "2x3", odd.path(), KeptLayers::parse("odd", table));
  for (const Tables& tables :
       {Tables({even.path(), odd.path()}), Tables({odd.path(), even.path()})}) {
    for (EdgeSet drawn = 0; drawn <= table.board.all(); ++drawn) {
      const Position position{table.board, drawn};
      ASSERT_FALSE(tables.computes(position));
      ASSERT_EQ(tables.value(position), oracle_of(table.board).value(drawn));
    }
  }
}

TEST(LookAhead, SaysWhichLayerIsOmitted) {
  const Board board(3, 3);
  const TemporaryFolder folder;
  write_thinned(small_tables() / "3x3", folder.path(), KeptLayers::parse("0-9", {board, 0}));
  const Tables tables({folder.path()});
  const Position position{board, 0b11'1111'1111};
  try {
    tables.value(position);
    FAIL() << "no error";
  } catch (const MissingTable& error) {
    EXPECT_EQ(error.omitted_layer(), std::popcount(settle(board, position.drawn).quiet));
    EXPECT_EQ(error.table(), "3x3");
    EXPECT_NE(std::string(error.what()).find("solve the position"), std::string::npos);
  }
  EXPECT_EQ(tables.find_value(position), std::nullopt);
  EXPECT_THROW(StoredPositions(folder.path() / "3x3", 10), BadInput);
}

// A layer that should be there and is not.
TEST(LookAhead, MissingFileOfAKeptLayerIsAnError) {
  const TemporaryFolder folder;
  const auto table = write_thinned(small_tables() / "2x3", folder.path(),
                                   KeptLayers::parse("even", {Board(2, 3), 0}));
  std::filesystem::remove(table / "layer-08.pipo");
  EXPECT_THROW(Tables({folder.path()}).value({Board(2, 3), 0b1111111}), DamagedTable);
}

}  // namespace pipo::look_ahead_test
