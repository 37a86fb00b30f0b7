// Compares settling across the seam, piece by piece, with settling the whole board.
#include "generator/seam/closure.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "generator/half/half_table.hpp"
#include "probe/board/settle.hpp"
#include "probe/space/state_space.hpp"

namespace pipo::closure_test {

class ClosureTest : public testing::TestWithParam<const char*> {};

// Draws every open seam edge of every quiet position with merged outer edges.
TEST_P(ClosureTest, AgreesWithSettlingTheBoard) {
  const StateSpace space(Board::parse(GetParam()));
  const Cut& cut = space.cut();
  const HalfTable half(space.half(Side::lower), true);
  std::uint64_t checked = 0;
  for (SeamState seam = 0; seam < cut.seam_count(); ++seam) {
    if (!cut.seam_allowed(seam)) continue;
    const BorderTable& lower = half.border(cut.border(seam, Side::lower));
    const BorderTable& upper = half.border(cut.border(seam, Side::upper));
    for (std::size_t i = 0; i < lower.configurations.size(); ++i) {
      for (std::size_t j = 0; j < upper.configurations.size(); ++j) {
        const EdgeSet quiet =
            space.position(seam, lower.configurations[i], upper.configurations[j]);
        for (int bit = 0; bit < cut.seam_bits(); ++bit) {
          if (seam >> bit & 1U) continue;
          const Closure closure = close_over_seam(cut, seam, SeamState{1} << bit,
                                                  lower.class_returned[lower.class_of[i]],
                                                  upper.class_returned[upper.class_of[j]]);
          const Settlement settled = draw_and_settle(
              cut.turned(), quiet, std::countr_zero(cut.join({SeamState{1} << bit, 0, 0})));
          const Reaction& below = lower.reactions[closure.lower_newly][i];
          const Reaction& above = upper.reactions[closure.upper_newly][j];
          ASSERT_EQ(closure.seam, cut.split(settled.quiet).seam) << quiet << " " << bit;
          ASSERT_EQ(closure.captured + below.captured + above.captured, settled.captured);
          ASSERT_EQ(closure.drawn + below.drawn + above.drawn,
                    std::popcount(settled.quiet) - std::popcount(quiet));
          ++checked;
        }
      }
    }
  }
  EXPECT_GT(checked, 0U);
}

// The seam is a row of boxes on some boards and a line on others.
INSTANTIATE_TEST_SUITE_P(Boards, ClosureTest,
                         testing::Values("1x1", "1x2", "1x5", "1x6", "2x2", "2x3", "2x4", "3x3"));

}  // namespace pipo::closure_test
