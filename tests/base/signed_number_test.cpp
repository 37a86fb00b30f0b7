// Margins as text.
#include "probe/base/signed_number.hpp"

#include <gtest/gtest.h>

namespace pipo {
namespace {

TEST(SignedNumber, HasItsSignUnlessZero) {
  EXPECT_EQ(signed_number(3), "+3");
  EXPECT_EQ(signed_number(0), "0");
  EXPECT_EQ(signed_number(-3), "-3");
}

}  // namespace
}  // namespace pipo
