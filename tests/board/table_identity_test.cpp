// Names of tables: all descriptions of the same board and start have one name.
#include "pipopipette/table_identity.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"
#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo::table_identity_test {

TEST(TableIdentity, Folders) {
  EXPECT_EQ(folder_name(table_identity(Board(3, 4))), "3x4");
  EXPECT_EQ(folder_name(table_identity(Board(4, 3))), "3x4");
  EXPECT_EQ(folder_name(table_identity(Board(4, 3), swedish_start(Board(4, 3)))), "3x4-swedish");
  EXPECT_EQ(folder_name(table_identity(Board(4, 3), icelandic_start(Board(4, 3)))),
            "3x4-icelandic");
  EXPECT_EQ(folder_name(table_identity(Board(2, 2), 0b100)), "2x2-0x4");
  EXPECT_EQ(folder_name(table_identity(Board(4, 3), 0, TableGame::nimstring)), "3x4-nimstring");
  EXPECT_EQ(folder_name(table_identity(Board(2, 2), 0b100, TableGame::nimstring)),
            "2x2-0x4-nimstring");
  EXPECT_EQ(folder_name(table_identity(Board(4, 3), 0, TableGame::dots_and_boxes, 2)), "3x4-last2");
  EXPECT_EQ(folder_name(table_identity(Board(4, 3), swedish_start(Board(4, 3)),
                                       TableGame::dots_and_boxes, 20)),
            "3x4-swedish-last20");
}

TEST(TableIdentity, ACostFitsTheBoard) {
  EXPECT_EQ(checked_last_move_cost(Board(3, 4), 20), 20);
  EXPECT_EQ(checked_last_move_cost(Board(7, 7), 0), 0);
  EXPECT_THROW(checked_last_move_cost(Board(3, 4), 21), BadInput);
  EXPECT_THROW(checked_last_move_cost(Board(7, 7), 1), BadInput);
  EXPECT_THROW(checked_last_move_cost(Board(1, 1), ~std::uint64_t{0}), BadInput);
  EXPECT_THROW(table_identity(Board(3, 4), 0, TableGame::dots_and_boxes, 21), BadInput);
  EXPECT_THROW(table_identity(Board(3, 4), 0, TableGame::nimstring, 1), BadInput);
}

TEST(TableIdentity, MirrorImagesOfAStartShareATable) {
  for (const Board& board : {Board(2, 3), Board(3, 3), Board(1, 4)}) {
    for (EdgeSet start = 0; start < 4096; start += 37) {
      const TableIdentity identity = table_identity(board, start & board.all());
      EXPECT_LE(identity.board.rows(), identity.board.columns());
      for (const Image& image : images(board)) {
        EXPECT_EQ(table_identity(board, image_of_edges(board, image, start & board.all())),
                  identity);
      }
      const EdgeSet turned = image_of_edges(board, {.transpose = true}, start & board.all());
      EXPECT_EQ(table_identity(board.transposed(), turned), identity);
    }
  }
}

TEST(TableIdentity, ReadsTheNameOfAFolder) {
  for (const Board& board : {Board(1, 1), Board(2, 3), Board(3, 3), Board(5, 5)}) {
    for (const EdgeSet start :
         std::initializer_list<EdgeSet>{0, swedish_start(board), icelandic_start(board), 5}) {
      for (const TableGame game : {TableGame::dots_and_boxes, TableGame::nimstring}) {
        const TableIdentity table = table_identity(board, start & board.all(), game);
        EXPECT_EQ(table_of_folder(folder_name(table)), table) << folder_name(table);
      }
      const TableIdentity costly =
          table_identity(board, start & board.all(), TableGame::dots_and_boxes, 7);
      EXPECT_EQ(table_of_folder(folder_name(costly)), costly) << folder_name(costly);
    }
  }
  // Only the exact name is accepted.
  for (const char* name : {"",
                           "3x",
                           "4x3",
                           "03x4",
                           "3x4-",
                           "3x4-american",
                           "3x4-danish",
                           "3x4-0x",
                           "3x4-0x0",
                           "3x4-0X3",
                           "3x4-0x03",
                           "3x4-0xffffffffffffffff",
                           "3x4-0x3 ",
                           "3x4-3x4:0",
                           "9x9",
                           "3x4/",
                           "-nimstring",
                           "nimstring",
                           "3x4nimstring",
                           "3x4-nimstring-swedish",
                           "3x4-nimstring-nimstring",
                           "3x4-american-nimstring",
                           "4x3-nimstring",
                           "3x4-last",
                           "3x4-last0",
                           "3x4-last02",
                           "3x4-last21",
                           "3x4-last258",
                           "3x4-last2-swedish",
                           "3x4-last2-last2",
                           "3x4-nimstring-last2",
                           "4x3-last2"}) {
    EXPECT_EQ(table_of_folder(name), std::nullopt) << name;
  }
}

}  // namespace pipo::table_identity_test
