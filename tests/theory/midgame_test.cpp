#include "theory/midgame.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/theory/every_multiset.hpp"
#include "theory/simple_loony.hpp"

namespace pipo::theory::midgame_test {

// On boards with an odd number of boxes, a lead and the size of the endgame have different parity.
TEST(Midgame, TheOpenerWinsIffAnAimIsReached) {
  SimpleSolver solver;
  int seen = 0;
  for_every_multiset(9, [&](const Multiset& multiset) {
    if (multiset.empty() || controlled_value(multiset) >= 2) return;
    const int v = solver.value(multiset);
    for (int lead = -1; lead <= 5; ++lead) {
      if ((lead + multiset.size()) % 2 == 0) continue;
      ++seen;
      const bool wins = lead > v;
      if (prospect(lead) == Prospect::won || prospect(lead) == Prospect::lost) {
        ASSERT_EQ(wins, prospect(lead) == Prospect::won) << to_string(multiset) << " " << lead;
        continue;
      }
      const bool reached = std::ranges::any_of(
          aims(), [&](const Aim& aim) { return aim.lead == lead && aim.reached(multiset); });
      ASSERT_EQ(wins, reached) << to_string(multiset) << " v " << v << " lead " << lead;
    }
  });
  EXPECT_GT(seen, 90'000);
}

// The lead of the opener nearly always decides: most such endgames are worth 1 or 2.
TEST(Midgame, LikelyMeansInMostEndgames) {
  SimpleSolver solver;
  int one = 0, one_won = 0, more = 0, more_won = 0;
  for_every_multiset(9, [&](const Multiset& multiset) {
    if (multiset.empty() || controlled_value(multiset) >= 2) return;
    const int v = solver.value(multiset);
    (multiset.size() % 2 == 0 ? one : more) += 1;
    if (multiset.size() % 2 == 0) one_won += 1 > v;
    if (multiset.size() % 2 != 0) more_won += 2 > v;
  });
  EXPECT_LT(one_won * 3, one);
  EXPECT_GT(more_won * 3, more * 2);
}

}  // namespace pipo::theory::midgame_test
