// Compares supported_instruction_sets() with what Highway's library detects.
#include "probe/base/instruction_sets.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace pipo::instruction_sets_test {

TEST(InstructionSets, AreThoseThatHighwayFinds) {
  const std::int64_t expected = hwy::SupportedTargets();
  const std::int64_t found = supported_instruction_sets();
  EXPECT_EQ(found & ~expected & ~HWY_STATIC_TARGET, 0);
#if HWY_ARCH_X86
  constexpr std::int64_t kLookedFor = HWY_SSSE3 | HWY_SSE4 | HWY_AVX2 | HWY_AVX3;
#else
  constexpr std::int64_t kLookedFor = 0;
#endif
  EXPECT_EQ(found & kLookedFor, expected & kLookedFor);
  EXPECT_NE(found & HWY_STATIC_TARGET, 0);
}

}  // namespace pipo::instruction_sets_test
