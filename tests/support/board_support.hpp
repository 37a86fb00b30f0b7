// Helpers of the tests of the board floor.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pipopipette/board.hpp"
#include "pipopipette/error.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test {

// All 79 boards with at most 64 edges, enumerated independently of the library.
inline std::vector<Board> all_boards() {
  std::vector<Board> boards;
  for (int rows = 1; rows <= 64; ++rows) {
    for (int columns = 1; columns <= 64; ++columns) {
      const int edges = rows * (columns + 1) + (rows + 1) * columns;
      if (edges <= 64) boards.emplace_back(rows, columns);
    }
  }
  return boards;
}

// Returns the message of the error that the action throws; fails if it throws none. Messages have
// one line.
template <typename Action>
std::string complaint(Action action) {
  try {
    action();
  } catch (const BadInput& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_FALSE(message.empty());
    return message;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace pipo::test
