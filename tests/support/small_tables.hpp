// Tables of small boards, made from the oracle's values once per process.
#pragma once

#include <filesystem>

#include "tests/support/oracle_table.hpp"

namespace pipo {

// The folder with the tables of 1x1, 1x2, 1x5, 2x2, 2x3, 3x3 and 2x4.
inline const std::filesystem::path& small_tables() {
  static const TemporaryFolder folder;
  static const bool made = [] {
    for (const Board& board : {Board(1, 1), Board(1, 2), Board(1, 5), Board(2, 2), Board(2, 3),
                               Board(3, 3), Board(2, 4)}) {
      write_table(folder.path(), {board, 0}, oracle_values(board));
    }
    return true;
  }();
  static_cast<void>(made);
  return folder.path();
}

}  // namespace pipo
