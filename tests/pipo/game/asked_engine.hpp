// A fixture that sends commands to an engine.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "pipo/game/engine.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test {

class AskedEngine : public testing::Test {
 protected:
  // The text of a successful reply.
  std::string ask(const std::string& line) {
    const std::string reply = engine_.reply(line);
    EXPECT_TRUE(reply.starts_with('=')) << line << ": " << reply;
    EXPECT_TRUE(reply.ends_with("\n\n")) << reply;
    EXPECT_EQ(reply.find("\n\n"), reply.size() - 2) << reply;
    const std::string text = reply.substr(1, reply.size() - 3);
    return text.starts_with(' ') ? text.substr(1) : text;
  }
  std::string refused(const std::string& line) {
    const std::string reply = engine_.reply(line);
    EXPECT_TRUE(reply.starts_with("? ")) << line << ": " << reply;
    EXPECT_TRUE(reply.ends_with("\n\n")) << reply;
    EXPECT_EQ(reply.find('\n'), reply.size() - 2) << reply;
    return reply.size() < 4 ? reply : reply.substr(2, reply.size() - 4);
  }

  Tables tables_{{made_tables()}};
  Engine engine_{Solver(tables_, {.memory = std::uint64_t{200} << 20, .seconds = 60}), "1.2.3"};
};

}  // namespace pipo::test
