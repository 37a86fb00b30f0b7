// The streams of every command.
#include "pipo/io/session.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace pipo::test {
namespace {

TEST(Session, AComplaintIsOneLineFitForATerminal) {
  std::istringstream in;
  std::ostringstream out, err;
  Session session{.in = in, .out = out, .err = err, .tables = {}, .action = {}};
  complain(session, "first\nsecond\x1b[2J\n");
  EXPECT_EQ(err.str(), "pipo: first second\\x1b[2J \n");
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace pipo::test
