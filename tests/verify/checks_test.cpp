// Checks of right and wrong tables, and what follows from a sample.
#include "verify/checks.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/settle.hpp"
#include "tests/oracle/rules.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/wrong_table.hpp"
#include "tests/verify/generated.hpp"
#include "verify/drawing.hpp"

namespace pipo::test::error_bound_test {

// Returns the probability of at most `wrong` of `size` if each is wrong with this probability.
double chance_of_at_most(int wrong, int size, double share) {
  double sum = 0, term = std::pow(1 - share, size);
  for (int i = 0; i <= wrong; ++i) {
    sum += term;
    term *= share / (1 - share) * (size - i) / (i + 1);
  }
  return sum;
}

TEST(ErrorBound, IsTheRuleOfThreeIfNothingIsWrong) {
  for (const std::uint64_t size : {1ULL, 10ULL, 10'000ULL, 10'000'000ULL, 1'000'000'000'000ULL}) {
    const auto n = static_cast<double>(size);
    const double share = most_wrong_share(0, size);
    EXPECT_NEAR(share / -std::expm1(std::log(0.05) / n), 1, 1e-9) << size;
    EXPECT_LT(share, 3 / n);
    EXPECT_EQ(most_wrong_in_size(0, size), size == 1 ? 1U : 3U) << size;
  }
}

TEST(ErrorBound, IsTheShareThatWouldShowMoreMismatchesIn95PercentOfSamples) {
  for (const int size : {1, 2, 30, 1000}) {
    for (const int wrong : {0, 1, 2, 7, 29}) {
      if (wrong >= size) continue;
      const double share =
          most_wrong_share(static_cast<std::uint64_t>(wrong), static_cast<std::uint64_t>(size));
      EXPECT_NEAR(chance_of_at_most(wrong, size, share), 0.05, 1e-9) << wrong << " of " << size;
    }
  }
  EXPECT_EQ(most_wrong_share(5, 5), 1);
  EXPECT_NEAR(most_wrong_share(900, 1000), 0.915215232331531, 1e-12);  // by boost::math
  EXPECT_EQ(most_wrong_in_size(1, 1'000'000), 5U);  // 4.74
}

}  // namespace pipo::test::error_bound_test

namespace pipo::test::checks_test {

TEST(OneStep, CountsCompletedBoxesByTheRules) {
  const Board board(2, 3);
  const oracle::Rules rules(2, 3);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    for (EdgeSet open = board.all() & ~drawn; open != 0; open &= open - 1) {
      const int edge = std::countr_zero(open);
      ASSERT_EQ(boxes_by_rule(board, drawn, edge), rules.captures(drawn, edge))
          << drawn << " " << edge;
    }
  }
}

// Makes a table in a temporary folder and opens it for the checks.
class Opened {
 public:
  explicit Opened(const std::filesystem::path& folder)
      : table_(folder), sections_(table_), values_(Tables::only(folder)) {}
  operator CheckedTable() const { return {sections_, values_}; }
  const Table& table() const { return table_; }

 private:
  Table table_;
  TableSections sections_;
  Tables values_;
};

class Checks : public testing::Test {
 protected:
  void expect_wrong_values_found_in_any_layer(const char* board);
  void expect_forged_values_found(int tries);

  std::filesystem::path make(const std::string& board) const {
    return generated(folder_.path(), {.board = Board::parse(board), .tables = {}});
  }
  std::filesystem::path spoil(const std::string& board, int layer) const {
    write_wrong_table(make(board), wrong_.path(), layer);
    return wrong_.path() / board;
  }

  TemporaryFolder folder_, wrong_;
};

TEST_F(Checks, RightTablesPassAllOfThem) {
  // Boards with one and two columns, a seam with a row of boxes and one without.
  for (const char* board : {"1x1", "1x4", "2x2", "2x3"}) {
    const Opened opened(make(board));
    const CheckResult every = check_every_position(opened);
    EXPECT_FALSE(every.mismatch) << to_string(every.mismatch->position);
    const CheckResult stored = check_stored(opened);
    EXPECT_FALSE(stored.mismatch) << to_string(stored.mismatch->position);
    EXPECT_EQ(stored.stored, opened.table().manifest().stored());
    const CheckResult sample = check_sample(opened, 3000, 42);
    EXPECT_FALSE(sample.mismatch) << to_string(sample.mismatch->position);
    EXPECT_EQ(sample.stored, 3000U);
  }
}

void Checks::expect_wrong_values_found_in_any_layer(const char* board) {
  const auto folder = make(board);
  const Table right(folder);
  for (int layer = right.first_layer(); layer <= right.last_layer(); ++layer) {
    if (right.layout(layer).entries() == 0) continue;  // no quiet position has one edge open
    const TemporaryFolder wrong;
    write_wrong_table(folder, wrong.path(), layer);
    const Opened opened(wrong.path() / board);
    const CheckResult stored = check_stored(opened);
    ASSERT_TRUE(stored.mismatch) << layer;
    EXPECT_EQ(stored.mismatch->position.layer(), layer);
    EXPECT_EQ(stored.mismatch->table_value, stored.mismatch->rule_value() + 2);
    const CheckResult every = check_every_position(opened);
    ASSERT_TRUE(every.mismatch) << layer;
    EXPECT_EQ(every.mismatch->position.layer(), layer);
  }
}

TEST_F(Checks, FindAWrongValueInAnyLayer) {
  expect_wrong_values_found_in_any_layer("2x2");
}

TEST_F(Checks, LongRunFindAWrongValueInAnyLayerOf2x3) {
  expect_wrong_values_found_in_any_layer("2x3");
}

TEST_F(Checks, ASampleIsTheSameForTheSameSeed) {
  const Opened opened(spoil("2x2", 6));
  const CheckResult one = check_sample(opened, 100'000, 3),
                    again = check_sample(opened, 100'000, 3);
  ASSERT_TRUE(one.mismatch);
  ASSERT_TRUE(again.mismatch);
  EXPECT_EQ(one.mismatch->position, again.mismatch->position);
}

// The sample as it was defined when its positions were checked one by one, which earlier reports
// name by their seeds.
struct OneByOne {
  std::uint64_t wrong_stored = 0, wrong_not_stored = 0;
  std::optional<Position> first;

  OneByOne(const CheckedTable& checked, std::uint64_t count, std::uint64_t seed) {
    const Table& table = checked.table();
    std::vector<std::pair<int, std::uint64_t>> entries;
    for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
      for (std::uint64_t i = 0; i < table.layout(layer).entries(); ++i)
        entries.push_back({layer, i});
    }
    for (std::uint64_t number = 0; number < count; ++number) {
      Random random(seed, number);
      const auto [layer, entry] = entries[random.below(entries.size())];
      const auto [stored, value] = checked.sections.entry(layer, entry);
      Position position = stored;
      const int right =
          value_by_rule(TableGame::dots_and_boxes, looked_up(checked.values), position);
      note(position, value != right || checked.values.value(position) != right, wrong_stored);
      if (position.open() == 0) continue;
      const auto drawn_at_random = [&] {
        EdgeSet open = position.open();
        const auto count_open = static_cast<std::uint64_t>(std::popcount(open));
        for (auto skip = random.below(count_open); skip > 0; --skip) open &= open - 1;
        return position.drawn | (open & -open);
      };
      while (is_quiet(position.board, position.drawn)) position.drawn = drawn_at_random();
      while (random.below(2) == 0) {
        const EdgeSet further = drawn_at_random();
        if (is_quiet(position.board, further)) break;
        position.drawn = further;
      }
      note(position,
           checked.values.value(position) !=
               value_by_rule(TableGame::dots_and_boxes, looked_up(checked.values), position),
           wrong_not_stored);
    }
  }

  void note(const Position& position, bool wrong, std::uint64_t& count) {
    count += wrong;
    if (wrong && !first) first = position;
  }
};

TEST_F(Checks, ASampleDrawsWhatItsSeedHasAlwaysDrawnAndCountsEveryMismatch) {
  std::uint64_t wrong = 0, wrong_not_stored = 0;
  const auto compare = [&](const Opened& opened, const std::string& what) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const CheckResult sample = check_sample(opened, 500, seed);
      const OneByOne expected(opened, 500, seed);
      EXPECT_EQ(sample.wrong_stored, expected.wrong_stored) << what << " " << seed;
      EXPECT_EQ(sample.wrong_not_stored, expected.wrong_not_stored) << what << " " << seed;
      ASSERT_EQ(sample.mismatch.has_value(), expected.first.has_value());
      if (expected.first) {
        EXPECT_EQ(sample.mismatch->position, *expected.first);
      }
      wrong += expected.wrong_stored;
      wrong_not_stored += expected.wrong_not_stored;
    }
  };
  for (const char* board : {"2x2", "2x3", "1x5"}) {
    const auto folder = make(board);
    for (const int layer : {5, 9}) {
      const TemporaryFolder spoiled;
      write_wrong_table(folder, spoiled.path(), layer);
      compare(Opened(spoiled.path() / board), board + std::to_string(layer));
    }
  }
  // With values so low that taking all boxes no longer seems best.
  const Board board(2, 2);
  const Values right = oracle_values(board);
  const TemporaryFolder low;
  compare(Opened(write_table(
              low.path(), {board, 0},
              [&](EdgeSet drawn) { return right(drawn) - (std::popcount(drawn) == 6 ? 8 : 0); })),
          "low");
  EXPECT_GT(wrong, 0U);
  EXPECT_GT(wrong_not_stored, 0U);
}

// One value of a table is wrong, with right checksums. A sample of n positions finds it at least as
// often as it draws that position: 1 - (1 - 1/stored)^n, as docs/commands.md says.
void Checks::expect_forged_values_found(int tries) {
  const Opened opened(spoil("2x3", 9));
  const auto stored = static_cast<double>(opened.table().manifest().stored());
  for (const std::uint64_t count : {300U, 1500U}) {
    int found = 0;
    for (int seed = 0; seed < tries; ++seed) {
      found += check_sample(opened, count, static_cast<std::uint64_t>(seed)).mismatch.has_value();
    }
    const double chance = 1 - std::pow(1 - 1 / stored, static_cast<double>(count));
    const double deviation = std::sqrt(tries * chance * (1 - chance));
    EXPECT_GT(found, tries * chance - 4 * deviation) << count;
  }
}

TEST_F(Checks, ASampleFindsAForgedValueWithTheProbabilityStated) {
  expect_forged_values_found(40);
}

TEST_F(Checks, LongRunASampleFindsAForgedValueWithTheProbabilityStated) {
  expect_forged_values_found(100);
}

// A sample of one stored position and one that is not stored. Where the stored one is right, only
// the other one shows the error: the wrong value is so low that taking all boxes no longer seems
// best.
TEST_F(Checks, ASampleIncludesPositionsThatAreNotStored) {
  const Board board(2, 2);
  const Values right = oracle_values(board);
  int not_stored = 0;
  for (int layer = 4; layer <= 8; ++layer) {
    const TemporaryFolder folder;
    const Opened opened(write_table(folder.path(), {board, 0}, [&](EdgeSet drawn) {
      return right(drawn) - (std::popcount(drawn) == layer ? 8 : 0);
    }));
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      const CheckResult sample = check_sample(opened, 1, seed);
      EXPECT_EQ(sample.not_stored, 1U);
      not_stored += sample.mismatch && !is_quiet(board, sample.mismatch->position.drawn);
    }
  }
  EXPECT_GT(not_stored, 0);
}

TEST_F(Checks, ProgressReachesTheEnd) {
  const Opened opened(make("2x3"));
  std::uint64_t last = 0, all = 0;
  const VerifyProgress progress = [&](const std::string&, std::uint64_t done, std::uint64_t total) {
    EXPECT_LE(done, total);
    last = done;
    all = total;
  };
  check_every_position(opened, progress);
  EXPECT_EQ(last, all);
  EXPECT_EQ(all, 1U << 17);
  check_sample(opened, 5000, 1, progress);
  EXPECT_EQ(last, 5000U);
  EXPECT_EQ(all, 5000U);
}

TEST_F(Checks, RefuseToCheckTooManyPositionsOneByOne) {
  EXPECT_THROW(check_every_position(Opened(make("1x8"))), BadInput);
}

}  // namespace pipo::test::checks_test
