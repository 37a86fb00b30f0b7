// The GoogleTest matchers of the library.
#include "pipopipette/matchers.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "pipopipette/error.hpp"
#include "tests/support/small_tables.hpp"

namespace pipo::test::matchers_test {

const Tables& tables() {
  static const Tables opened({small_tables()});
  return opened;
}

// The text that GoogleTest prints if the matcher fails; empty if it matches.
template <typename Given, typename Matcher>
std::string failure(const Given& given, const Matcher& matcher) {
  testing::StringMatchResultListener listener;
  const testing::Matcher<const Given&> holds = matcher;
  if (holds.MatchAndExplain(given, &listener)) return "";
  std::ostringstream said;
  said << "expected: ";
  holds.DescribeTo(&said);
  said << "\nactual: " << testing::PrintToString(given) << ", " << listener.str();
  return said.str();
}

const std::string kPosition = "3x3:110001000011101010101000";

TEST(Matchers, HasValue) {
  const Position position = parse_position(kPosition);
  EXPECT_THAT(position, HasValue(tables(), 3));
  EXPECT_THAT(kPosition, HasValue(tables(), 3));
  EXPECT_THAT("1x1:0111", HasValue(tables(), testing::Gt(0)));
  EXPECT_THAT(position, testing::Not(HasValue(tables(), testing::Lt(3))));
  EXPECT_EQ(failure(parse_position("1x1:0111"), HasValue(tables(), -1)),
            "expected: has a value that is equal to -1\n"
            "actual: 1x1:0111, whose value is 1 and whose best moves are h0.0:\n"
            "+ 1 +\n"
            "|   |\n"
            "+---+\n");
}

TEST(Matchers, HasBestMove) {
  const Position position = parse_position(kPosition);
  EXPECT_THAT(position, HasBestMove(tables(), "v2.2"));
  EXPECT_THAT(position, HasBestMove(tables(), 22));
  EXPECT_THAT(position, testing::Not(HasBestMove(tables(), "h3.0")));
  EXPECT_EQ(failure(std::string("1x1:0111"), HasBestMove(tables(), "h1.0")),
            "expected: has the best move h1.0\n"
            "actual: \"1x1:0111\", in which h1.0 is drawn already, whose value is 1 and whose best "
            "moves are h0.0:\n+ 1 +\n|   |\n+---+\n");
  EXPECT_EQ(failure(std::string("1x1:1111"), HasBestMove(tables(), 2)),
            "expected: has the best move edge 2\n"
            "actual: \"1x1:1111\", in which v0.0 is drawn already, whose value is 0 and whose best "
            "moves are none:\n+--+\n|  |\n+--+\n");
}

// Returns the failures of EXPECT_THAT, each on a line.
template <typename Given, typename Matcher>
std::string failures(const Given& given, const Matcher& matcher) {
  testing::TestPartResultArray found;
  {
    const testing::ScopedFakeTestPartResultReporter caught(&found);
    EXPECT_THAT(given, matcher);
  }
  std::string text;
  for (int i = 0; i < found.size(); ++i)
    text += std::string(found.GetTestPartResult(i).message()) + "\n";
  return text;
}

TEST(Matchers, ErrorsFailTheMatcherAndItsNegation) {
  const Position large{Board(4, 4), 0};
  const std::string none = "cannot be compared: no table of 4x4 in ";
  const std::string said = failures(large, HasValue(tables(), 0));
  EXPECT_TRUE(said.starts_with("Failed\n" + none)) << said;
  EXPECT_NE(said.find("which " + none), std::string::npos) << said;
  // GoogleTest calls a negated matcher once and prints no explanation.
  const auto once = [](const auto& given, const auto& matcher, const std::string& reason) {
    const std::string text = failures(given, testing::Not(matcher));
    EXPECT_TRUE(text.starts_with("Failed\ncannot be compared: ")) << text;
    EXPECT_NE(text.find(reason), std::string::npos) << text;
    EXPECT_EQ(std::ranges::count(text, '\n'), 2) << text;
  };
  once(large, HasValue(tables(), 0), none);
  once(kPosition, HasBestMove(tables(), "h9.9"), "h9.9");
  once(kPosition, HasBestMove(tables(), 24), "24");
  once(std::string("3x3:"), HasValue(tables(), 0), "3x3 needs 24 edges");
}

}  // namespace pipo::test::matchers_test
