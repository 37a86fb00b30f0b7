#include "probe/base/quote.hpp"

#include <gtest/gtest.h>

namespace pipo {
namespace {

TEST(Quote, LeavesPrintableTextAlone) {
  EXPECT_EQ(pipo::quoted("3x3:01"), "'3x3:01'");
  EXPECT_EQ(pipo::quoted(""), "''");
  EXPECT_EQ(pipo::quoted('~'), "'~'");
}

TEST(Quote, ShowsOtherBytesInHexadecimal) {
  EXPECT_EQ(pipo::quoted(std::string_view("a\n\0\x7f\x80\xff", 6)), "'a\\x0a\\x00\\x7f\\x80\\xff'");
  EXPECT_EQ(pipo::quoted('\t'), "'\\x09'");
}

TEST(Quote, CutsLongText) {
  EXPECT_EQ(pipo::quoted(std::string(60, 'a')), "'" + std::string(60, 'a') + "'");
  EXPECT_EQ(pipo::quoted(std::string(61, 'a')), "'" + std::string(60, 'a') + "...'");
}

}  // namespace
}  // namespace pipo
