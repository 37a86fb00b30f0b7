// Each stored value has exactly one block and place.
#include "probe/file/layer_layout.hpp"

#include <gtest/gtest.h>

#include "probe/board/start.hpp"

namespace pipo::layer_layout_test {

// Goes through all values of a layer both ways.
void expect_bijective(const StateSpace& space, int layer) {
  const LayerLayout layout(space, layer);
  std::vector<std::vector<bool>> seen;
  std::uint64_t stored = 0;
  for (std::uint64_t number = 0; number < layout.blocks(); ++number) {
    const BlockExtent place = layout.block(number);
    const StoredSection& section = layout.sections().at(place.section);
    ASSERT_GE(number, section.first_block);
    ASSERT_EQ(place.first_row % kBlockRows, 0U);
    ASSERT_EQ(place.first_column % kBlockColumns, 0U);
    ASSERT_TRUE(place.rows > 0 && place.rows <= kBlockRows);
    ASSERT_TRUE(place.columns > 0 && place.columns <= kBlockColumns);
    ASSERT_LE(place.first_row + place.rows, section.rows);
    ASSERT_LE(place.first_column + place.columns, section.columns);
    seen.emplace_back(std::size_t{place.rows} * place.columns, false);
    stored += seen.back().size();
    // The corners of a block are where its description says.
    for (const std::uint32_t row : {0U, place.rows - 1}) {
      for (const std::uint32_t column : {0U, place.columns - 1}) {
        const BlockCell value =
            layout.place(section, place.first_row + row, place.first_column + column);
        ASSERT_EQ(value.block, number);
        ASSERT_EQ(value.row, row);
        ASSERT_EQ(value.column, column);
        ASSERT_EQ(value.columns, place.columns);
      }
    }
  }
  EXPECT_EQ(stored, layout.entries());

  std::uint64_t marked = 0;
  for (std::size_t i = 0; i < layout.sections().size(); ++i) {
    const StoredSection& section = layout.sections()[i];
    ASSERT_EQ(layout.find(section.key), i);
    ASSERT_EQ(section.columns, space.columns(section.key));
    for (std::uint32_t row = 0; row < section.rows; ++row) {
      for (std::uint32_t column = 0; column < section.columns; ++column) {
        const BlockCell value = layout.place(section, row, column);
        auto mark = seen.at(value.block).at(std::size_t{value.row} * value.columns + value.column);
        marked += !mark;
        mark = true;
      }
    }
  }
  EXPECT_EQ(marked, stored);
}

TEST(LayerLayout, EveryValueHasOnePlace) {
  for (const Board& board : {Board(1, 1), Board(2, 2), Board(1, 6), Board(2, 5), Board(3, 3)}) {
    const StateSpace space(board);
    for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
      expect_bijective(space, layer);
    }
  }
  // Several blocks per section, including kept rows and triangles.
  const StateSpace large(Board(3, 4));
  for (int layer : {11, 15, 20}) expect_bijective(large, layer);
  const StateSpace columns(Board(1, 10));
  for (int layer : {13, 18}) expect_bijective(columns, layer);
  const StateSpace swedish(Board(3, 4), swedish_start(Board(3, 4)));
  for (int layer : {20, 24}) expect_bijective(swedish, layer);
}

TEST(LayerLayout, HasSectionsOfEachKind) {
  const StateSpace space(Board(3, 4));
  const LayerLayout layout(space, 16);
  int kinds[3] = {};
  for (const StoredSection& section : layout.sections()) ++kinds[static_cast<int>(section.storage)];
  EXPECT_GT(kinds[static_cast<int>(Storage::all)], 0);
  EXPECT_GT(kinds[static_cast<int>(Storage::kept_rows)], 0);
  EXPECT_GT(kinds[static_cast<int>(Storage::lower_triangle)], 0);
}

TEST(LayerLayout, FindsOnlyStoredSections) {
  const StateSpace space(Board(3, 3));
  const LayerLayout layout(space, 12);
  EXPECT_FALSE(layout.find({0, 3, 8}).has_value());   // of another layer
  EXPECT_FALSE(layout.find({0, 12, 0}).has_value());  // more edges than a half has
}

}  // namespace pipo::layer_layout_test
