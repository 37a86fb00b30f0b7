#include "probe/base/narrow.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>

namespace pipo::narrow_test {

TEST(Narrow, KeepsTheNumberOrThrows) {
  EXPECT_EQ(narrow<std::uint16_t>(std::uint64_t{65'535}), 65'535);
  EXPECT_THROW(narrow<std::uint16_t>(std::uint64_t{65'536}), std::length_error);
  EXPECT_THROW(narrow<std::uint32_t>(std::uint64_t{1} << 32), std::length_error);
  EXPECT_THROW(narrow<std::uint32_t>(-1), std::length_error);
  EXPECT_EQ(narrow<std::int8_t>(-128L), -128);
}

}  // namespace pipo::narrow_test
