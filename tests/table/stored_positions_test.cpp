// Iterating over a layer gives every stored position once, with its value.
#include "pipopipette/stored_positions.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "pipopipette/error.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/small_tables.hpp"

namespace pipo::stored_positions_test {

// The smallest image of a position with outer edges merged; it represents all images. The images of
// merged edges are merged again, because a mirror image of merged edges need not be merged.
EdgeSet least_image(const Board& board, EdgeSet drawn) {
  EdgeSet least = ~EdgeSet{0};
  for (const Image& image : images(board)) {
    least = std::min(least, merge_outer(board, image_of_edges(board, image, drawn)));
  }
  return least;
}

// Each quiet position is stored, or a symmetric one with the same value.
void expect_all(const std::filesystem::path& folder, const Board& board, EdgeSet start) {
  for (int layer = std::popcount(start); layer <= board.edges(); ++layer) {
    StoredPositions stored(folder, layer);
    std::vector<EdgeSet> drawn;
    std::vector<std::int8_t> values;
    std::set<EdgeSet> seen;
    std::uint64_t count = 0;
    while (stored.next(drawn, values)) {
      ASSERT_EQ(drawn.size(), values.size());
      ASSERT_LE(drawn.size(), 65536U);
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        ASSERT_EQ(std::popcount(drawn[i]), layer);
        ASSERT_EQ(drawn[i] & start, start);
        ASSERT_TRUE(is_quiet(board, drawn[i]));
        ASSERT_EQ(values[i], oracle_of(board).value(drawn[i]));
        seen.insert(least_image(board, drawn[i]));
      }
      count += drawn.size();
    }
    EXPECT_EQ(count, stored.size());
    EXPECT_FALSE(stored.next(drawn, values));
    EXPECT_TRUE(drawn.empty());
    stored.rewind();
    EXPECT_EQ(stored.next(drawn, values), count > 0);

    std::set<EdgeSet> expected;
    for (EdgeSet one = 0; one <= board.all(); ++one) {
      if (std::popcount(one) == layer && (one & start) == start && is_quiet(board, one))
        expected.insert(least_image(board, one));
    }
    EXPECT_EQ(seen, expected) << "layer " << layer;
  }
}

TEST(StoredPositions, AreAllPositionsOfALayer) {
  expect_all(small_tables() / "1x5", Board(1, 5), 0);
  expect_all(small_tables() / "2x2", Board(2, 2), 0);
  expect_all(small_tables() / "2x3", Board(2, 3), 0);
}

TEST(StoredPositions, OfAStart) {
  const TemporaryFolder folder;
  const TableIdentity start = table_identity(Board(2, 3), 0x44);
  const std::filesystem::path table = write_table(folder.path(), start, oracle_values(start.board));
  StoredPositions stored(table, 2);
  EXPECT_EQ(stored.table(), start);
  std::vector<EdgeSet> drawn;
  std::vector<std::int8_t> values;
  ASSERT_TRUE(stored.next(drawn, values));
  EXPECT_EQ(drawn, std::vector<EdgeSet>{start.start});
  EXPECT_EQ(values[0], oracle_of(start.board).value(start.start));
}

TEST(StoredPositions, RefusesMissingTablesAndLayers) {
  EXPECT_THROW(StoredPositions(small_tables() / "9x9", 1), MissingTable);
  EXPECT_THROW(StoredPositions(small_tables() / "2x2", 13), BadInput);
  EXPECT_THROW(StoredPositions(small_tables() / "2x2", -1), BadInput);
  const TemporaryFolder folder;
  std::filesystem::copy(small_tables() / "2x2", folder.path() / "2x2");
  test::flip(folder.path() / "2x2" / layer_file_name(6), 656);
  StoredPositions stored(folder.path() / "2x2", 6);
  std::vector<EdgeSet> drawn;
  std::vector<std::int8_t> values;
  EXPECT_THROW(stored.next(drawn, values), DamagedTable);
  EXPECT_THROW(stored.next(drawn, values), DamagedTable);
}

}  // namespace pipo::stored_positions_test
