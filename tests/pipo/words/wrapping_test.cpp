// Lines broken at spaces, and indented.
#include "pipo/words/wrapping.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pipo::wrapping_test {

TEST(Wrapping, BreaksAtSpacesAndIndents) {
  EXPECT_EQ(wrapped("one two", "- ", 2), "- one two\n");
  EXPECT_EQ(wrapped("  one   two ", "", 0), "one two\n");
  const std::string word(40, 'w');
  EXPECT_EQ(wrapped(word + " " + word + " " + word, "- ", 4),
            "- " + word + " " + word + "\n    " + word + "\n");
  const std::string long_word(200, 'w');
  EXPECT_EQ(wrapped("a " + long_word + " b", "", 1), "a\n " + long_word + "\n b\n");
}

}  // namespace pipo::wrapping_test
