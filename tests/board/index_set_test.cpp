// Sets of edges of boards of any size, against std::set.
#include "pipopipette/index_set.hpp"

#include <bit>
#include <random>
#include <set>

#include "pipopipette/board.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::index_set_test {

using Plain = std::set<int>;

Plain plain(const IndexSet& set) {
  const std::vector<int> members = set.members();
  return {members.begin(), members.end()};
}

// Half of the sets have members below 64 only.
std::pair<IndexSet, Plain> random_set(std::mt19937_64& random) {
  const unsigned limit = random() % 2 == 0 ? 64 : 840;
  IndexSet set;
  Plain expected;
  for (std::uint64_t left = random() % 40; left > 0; --left) {
    const int index = static_cast<int>(random() % limit);
    if (random() % 3 == 0) {
      set.erase(index);
      expected.erase(index);
    } else {
      set.insert(index);
      expected.insert(index);
    }
  }
  return {set, expected};
}

TEST(IndexSets, BehaveLikeSets) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 500; ++i) {
    const auto [one, first] = random_set(random);
    const auto [other, second] = random_set(random);
    EXPECT_EQ(plain(one), first);
    EXPECT_EQ(one.size(), static_cast<int>(first.size()));
    EXPECT_EQ(one.empty(), first.empty());
    EXPECT_EQ(one.least(), first.empty() ? -1 : *first.begin());
    EXPECT_EQ(one.largest(), first.empty() ? -1 : *first.rbegin());
    for (int index = 0; index < 900; ++index) {
      ASSERT_EQ(one.contains(index), first.contains(index)) << index;
    }
    Plain both, all = first, less;
    all.insert(second.begin(), second.end());
    for (const int index : first) (second.contains(index) ? both : less).insert(index);
    EXPECT_EQ(plain(one | other), all);
    EXPECT_EQ(plain(one & other), both);
    EXPECT_EQ(plain(one - other), less);
    EXPECT_EQ(one ^ other, (one - other) | (other - one));
    EXPECT_EQ(one ^ other ^ other, one);
    EXPECT_EQ(one == other, first == second);
    EXPECT_EQ((one | other) - (other - one), one);
    EXPECT_EQ(static_cast<bool>(one), !first.empty());
    EXPECT_EQ(one.hash(3) == other.hash(3), first == second);
    EXPECT_EQ(std::hash<IndexSet>()(one) == std::hash<IndexSet>()(other), first == second);
  }
}

TEST(IndexSets, AreOrderedAsNumbers) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 500; ++i) {
    const auto [one, first] = random_set(random);
    const auto [other, second] = random_set(random);
    const bool less =
        std::lexicographical_compare(first.rbegin(), first.rend(), second.rbegin(), second.rend());
    EXPECT_EQ(one < other, less);
  }
}

TEST(IndexSets, CombineWithWordsOnAnyBoard) {
  IndexSet set;
  for (const int index : {0, 2, 63, 64, 839}) set.insert(index);
  EXPECT_EQ(plain(set | 2), (Plain{0, 1, 2, 63, 64, 839}));
  EXPECT_EQ(plain(EdgeSet{2} | set), (Plain{0, 1, 2, 63, 64, 839}));
  EXPECT_EQ(set & 5, 5U);
  EXPECT_EQ(EdgeSet{1} << 63 & set, EdgeSet{1} << 63);
  EXPECT_EQ(plain(set ^ 3), (Plain{1, 2, 63, 64, 839}));
  EXPECT_EQ(plain(set - EdgeSet{5}), (Plain{63, 64, 839}));
  EXPECT_EQ(7 - set, 2U);
  EXPECT_EQ(std::popcount(set & ~EdgeSet{0}), 3);
  EXPECT_EQ(~IndexSet(1), ~EdgeSet{1});
  EXPECT_THROW(static_cast<void>(~set), BadInput);
}

TEST(IndexSets, HaveNoNegativeMembers) {
  IndexSet set = 1;
  EXPECT_FALSE(set.contains(-1));
  set.erase(-1);
  EXPECT_EQ(set, 1);
  EXPECT_EQ(test::complaint([&] { set.insert(-1); }),
            "a set of edges or boxes has no member -1; members begin at 0");
}

TEST(IndexSets, AreWordsUpTo64Edges) {
  IndexSet set = EdgeSet{1} << 63 | 5;
  EXPECT_EQ(set, EdgeSet{1} << 63 | 5);
  EXPECT_EQ(set & 4, 4U);
  EXPECT_EQ(set >> 2 & 1, 1U);
  EXPECT_TRUE(set > 5 && set >= EdgeSet{1} << 63 && EdgeSet{4} < set);
  set |= EdgeSet{2};
  EXPECT_EQ(set.as_words(), (std::vector<std::uint64_t>{EdgeSet{1} << 63 | 7}));
  EXPECT_TRUE(set.is_word());
  set.insert(64);
  EXPECT_TRUE(set > ~EdgeSet{0} && !set.is_word());
  EXPECT_NE(set, EdgeSet{1} << 63 | 7);
  EXPECT_TRUE(test::contains(test::complaint([&] {
                               EdgeSet word = set;
                               (void)word;
                             }),
                             "end at boards with 64 edges"));
  EXPECT_EQ(set.as_words().size(), 2U);
  set.erase(64);
  EXPECT_EQ(set, EdgeSet{1} << 63 | 7);
}

}  // namespace pipo::index_set_test
