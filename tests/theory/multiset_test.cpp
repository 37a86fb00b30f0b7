#include "theory/multiset.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"
#include "tests/theory/every_multiset.hpp"

namespace pipo::theory::multiset_test {

TEST(Multiset, WritesChainsBeforeLoopsInAscendingOrder) {
  EXPECT_EQ(to_string(Multiset({3, 3}, {8, 4})), "3+3+4l+8l");
  EXPECT_EQ(to_string(Multiset()), "0");
  EXPECT_EQ(to_string(Multiset({}, {6})), "6l");
  EXPECT_EQ(to_string(Multiset({7, 1}, {})), "1+7");
}

TEST(Multiset, WritesFiveEqualComponentsAsAPower) {
  EXPECT_EQ(to_string(Multiset(std::vector<int>(4, 3), {})), "3+3+3+3");
  EXPECT_EQ(to_string(Multiset(std::vector<int>(5, 3), std::vector<int>(100, 4))), "3^5+4l^100");
}

TEST(Multiset, ReadsAnyOrderPowersAndSpaces) {
  EXPECT_EQ(Multiset::parse("8l + 3 + 4l + 3"), Multiset({3, 3}, {4, 8}));
  EXPECT_EQ(Multiset::parse("4l^3+12"), Multiset({12}, {4, 4, 4}));
  EXPECT_EQ(Multiset::parse("0"), Multiset());
}

TEST(Multiset, ReadsWhatItWrites) {
  for_every_multiset(6, [](const Multiset& multiset) {
    EXPECT_EQ(Multiset::parse(to_string(multiset)), multiset);
  });
}

TEST(Multiset, RefusesMalformedText) {
  for (const char* text : {"", "+", "3+", "+3", "3++4", "l", "03", "-3", "3l", "5l", "2l", "4L",
                           "3^0", "3^", "4l^1001", "99999999999", "3 4x", "0+3", "x"}) {
    EXPECT_THROW(Multiset::parse(text), BadInput) << text;
  }
}

TEST(Multiset, HoldsAtMostAThousandComponents) {
  EXPECT_EQ(Multiset::parse("3^1000").components(), 1000);
  EXPECT_EQ(Multiset::parse("3^500+4l^499+7").components(), 1000);
  EXPECT_THROW(Multiset::parse("3^1001"), BadInput);
  EXPECT_THROW(Multiset::parse("3^1000+4l"), BadInput);
  EXPECT_THROW(Multiset::parse("3^500+4l^500+7"), BadInput);
}

TEST(Multiset, CountsAndRemovesComponents) {
  const Multiset multiset = Multiset::parse("3+3+5+4l+4l+6l");
  EXPECT_EQ(multiset.size(), 25);
  EXPECT_EQ(multiset.components(), 6);
  EXPECT_EQ(multiset.chains_of(3), 2);
  EXPECT_EQ(multiset.loops_of(4), 2);
  EXPECT_EQ(multiset.loops_of(8), 0);
  EXPECT_EQ(multiset.distinct().size(), 4u);
  EXPECT_EQ(multiset.without({Shape::chain, 3}), Multiset::parse("3+5+4l+4l+6l"));
  EXPECT_EQ(multiset.with({Shape::loop, 4}).loops_of(4), 3);
  EXPECT_EQ(multiset.without_loops(4), Multiset::parse("3+3+5+6l"));
  EXPECT_THROW(multiset.without({Shape::loop, 8}), BadInput);
}

TEST(Multiset, RecognisesShortChains) {
  EXPECT_TRUE(Multiset().is_simple_loony());
  EXPECT_TRUE(Multiset::parse("3+4l").is_simple_loony());
  EXPECT_FALSE(Multiset::parse("2+4l").is_simple_loony());
  EXPECT_THROW(require_simple_loony(Multiset::parse("1+9")), BadInput);
}

}  // namespace pipo::theory::multiset_test
