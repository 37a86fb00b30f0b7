// Texts that a notation refuses, with what the message says.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/notations.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::test {

struct Wrong {
  std::string_view notation;
  std::string text;
  std::string says;
};

inline void expect_refused(const std::vector<Wrong>& cases) {
  for (const Wrong& one : cases) {
    const std::string message = complaint([&] { read_game(one.notation, one.text); });
    EXPECT_TRUE(contains(message, one.says)) << one.notation << "\n" << one.text << "\n" << message;
  }
}

}  // namespace pipo::test
