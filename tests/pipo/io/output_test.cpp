// Error messages of every command.
#include "pipo/io/output.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace pipo::test::output_test {

TEST(Output, AComplaintIsOneLineFitForATerminal) {
  std::ostringstream err;
  complain(err, "first\nsecond\x1b[2J\n");
  EXPECT_EQ(err.str(), "pipo: first second\\x1b[2J \n");
}

}  // namespace pipo::test::output_test
