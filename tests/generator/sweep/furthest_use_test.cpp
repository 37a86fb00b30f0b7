// What is wanted last, against a plain list.
#include "generator/sweep/furthest_use.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace pipo {
namespace {

TEST(FurthestUse, IsThatOfAPlainList) {
  constexpr std::uint32_t kSections = 60;
  constexpr std::uint32_t kSteps = 40;
  FurthestUse queue(kSections, kSteps);
  std::map<std::uint32_t, std::uint32_t> list;  // step by section
  std::mt19937_64 random(7);
  EXPECT_EQ(queue.furthest(), FurthestUse::kNone);
  for (int round = 0; round < 20'000; ++round) {
    const auto section = static_cast<std::uint32_t>(random() % kSections);
    ASSERT_EQ(queue.contains(section), list.contains(section));
    if (list.erase(section) > 0) {
      queue.remove(section);
    } else if (round % 500 < 300) {
      list[section] = static_cast<std::uint32_t>(random() % kSteps);
      queue.add(section, list[section]);
    }
    std::uint32_t last = 0;
    for (const auto& [of_list, step] : list) last = std::max(last, step);
    const std::uint32_t furthest = queue.furthest();
    ASSERT_EQ(furthest == FurthestUse::kNone, list.empty());
    if (!list.empty()) {
      ASSERT_EQ(list.at(furthest), last);
    }
  }
}

}  // namespace
}  // namespace pipo
