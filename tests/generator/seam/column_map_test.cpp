// Settling across the seam, and the sources of columns.
#include "generator/seam/column_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>
#include <tuple>

#include "generator/half/half_table.hpp"
#include "generator/seam/seam_plan.hpp"
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

namespace pipo::column_map_test {

// A link of one column: its number in the group, the edges drawn, the boxes captured, and the
// number of its target.
using Way = std::tuple<std::uint32_t, int, int, std::uint32_t>;

// How many parts of each kind the tests have checked.
struct Kinds {
  int straight = 0;
  int patches = 0;
  int strays = 0;
  int runouts = 0;
  int chunks = 0;
};

class ColumnMapTest : public testing::TestWithParam<HalfShape> {
 protected:
  ColumnMapTest()
      : index_(GetParam()), table_(index_, GetParam().start == 0), random_(GetParam().bits()) {}

  // Returns the sorted links of all columns, by the number of their drawn edges, from the reactions
  // of the members.
  std::vector<std::vector<Way>> expected(const ColumnMapKey& key) {
    const BorderTable& table = table_.border(key.border);
    std::vector<std::uint32_t> numbers;  // of configurations in their groups
    std::vector<std::uint32_t> sizes(table_.maximum_drawn() + 1);
    for (const HalfConfiguration configuration : table.configurations) {
      numbers.push_back(sizes[std::popcount(configuration)]++);
    }
    std::vector<std::vector<Way>> ways(sizes.size());
    const auto add = [&](std::uint32_t configuration, std::uint32_t member) {
      if (!key.classes[table.class_of[member]]) return;
      const Reaction& reaction = table.reactions[key.newly][member];
      const int drawn = std::popcount(table.configurations[configuration]);
      ways[drawn].emplace_back(numbers[configuration], reaction.drawn, reaction.captured,
                               target(key, drawn + reaction.drawn, reaction.target));
      kinds_.runouts += member != configuration;
    };
    for (std::uint32_t i = 0; i < table.configurations.size(); ++i) add(i, i);
    for (std::uint32_t i = 0; i < table.runout_owner.size(); ++i) {
      add(table.runout_owner[i], static_cast<std::uint32_t>(table.configurations.size()) + i);
    }
    for (std::vector<Way>& of_group : ways) std::sort(of_group.begin(), of_group.end());
    return ways;
  }

  // Returns the same for one number of drawn edges, from the parts of the map.
  std::vector<Way> mapped(const ColumnMap& map, int drawn, std::uint32_t size,
                          std::uint32_t chunk_columns) {
    std::vector<Way> ways;
    for (std::uint32_t chunk = 0; chunk * chunk_columns < size; ++chunk) {
      ++kinds_.chunks;
      const std::uint32_t width = std::min(chunk_columns, size - chunk * chunk_columns);
      std::set<std::pair<Reached, int>> seen;
      for (const Bucket& bucket : map.buckets(drawn, chunk)) {
        EXPECT_TRUE(seen.emplace(bucket.reached, bucket.captured).second) << "two equal buckets";
        EXPECT_LE(bucket.reached.drawn, map.most_drawn());
        const ColumnLinks links = map.links(bucket);
        const auto add = [&](std::uint32_t column, std::uint32_t target) {
          EXPECT_LT(column, width);
          EXPECT_LT(target, table_.part_size());
          ways.emplace_back(chunk * chunk_columns + column, bucket.reached.drawn, bucket.captured,
                            bucket.reached.part * table_.part_size() + target);
        };
        for (const Segment& segment : links.straight) {
          ++kinds_.straight;
          for (std::uint32_t i = 0; i < segment.length; ++i)
            add(segment.start + i, segment.source + i);
        }
        for (const Patch& patch : links.patches) {
          ++kinds_.patches;
          EXPECT_TRUE(std::ranges::any_of(patch.targets, [](auto t) { return t != kNoTarget; }));
          EXPECT_LE(patch.start + 64U, width);
          for (std::uint32_t i = 0; i < 64; ++i) {
            if (patch.targets[i] == kNoTarget) continue;
            EXPECT_LT(patch.targets[i], 64);
            add(patch.start + i, patch.source + patch.targets[i]);
          }
        }
        for (std::size_t i = 0; i < links.strays; ++i) {
          ++kinds_.strays;
          add(links.stray_columns[i], links.stray_targets[i]);
        }
      }
    }
    std::sort(ways.begin(), ways.end());
    return ways;
  }

  // Checks the maps of a border for every set of newly drawn edges, with random classes among those
  // that return no further edge.
  void check(BorderState border, bool mirror, std::uint32_t chunk_columns) {
    const BorderTable& table = table_.border(border);
    for (BorderState newly = 0; newly < 1U << GetParam().columns; ++newly) {
      if ((newly & border) != 0) continue;
      for (int round = 0; round < 3; ++round) {
        ColumnMapKey key{border, newly, mirror, {}};
        for (const std::vector<std::uint16_t>& returned : table.class_returned) {
          const bool wanted = round == 0 || random_() % 2 == 0;
          key.classes.push_back(wanted && returned[newly] == 0);
        }
        // A move through the seam runs out of one half or of none, so no map has both plain members
        // and run-outs.
        const bool runouts = round == 2;
        for (int i = 0; i < static_cast<int>(key.classes.size()); ++i) {
          if ((i >= table.plain_classes) != runouts) key.classes[i] = false;
        }
        const ColumnMap map(table_, key, chunk_columns);
        int most_drawn = 0;
        const std::vector<std::vector<Way>> ways = expected(key);
        for (int drawn = 0; drawn <= table_.maximum_drawn(); ++drawn) {
          ASSERT_TRUE(mapped(map, drawn, table.size(drawn), chunk_columns) == ways[drawn])
              << "border " << border << ", newly " << newly << ", drawn " << drawn;
          for (const Way& way : ways[drawn]) most_drawn = std::max(most_drawn, std::get<1>(way));
        }
        ASSERT_EQ(map.most_drawn(), most_drawn);
      }
    }
  }

  HalfIndex index_;
  HalfTable table_;
  std::mt19937_64 random_;
  Kinds kinds_;

 private:
  std::uint32_t target(const ColumnMapKey& key, int drawn, std::uint32_t number) const {
    if (!key.mirror) return number;
    const BorderState after = key.border | key.newly;
    return index_.number(mirror_border(after, GetParam().columns),
                         index_.mirror(index_.configuration(after, drawn, number)));
  }
};

TEST_P(ColumnMapTest, EveryColumnHasItsTargets) {
  // Checks the widths of both orientations, and one that makes many chunks of small groups.
  for (const std::uint32_t width : {kLowerChunkColumns, kUpperChunkColumns, std::uint32_t{64}}) {
    for (BorderState border = 0; border < 1U << GetParam().columns; ++border) {
      if (table_.border(border).configurations.empty()) continue;
      ASSERT_NO_FATAL_FAILURE(check(border, false, width));
      // A start that is not its own mirror image has no mirrored numbers.
      if (GetParam().start != 0) continue;
      ASSERT_NO_FATAL_FAILURE(check(border, true, width));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Halves, ColumnMapTest,
                         testing::Values(HalfShape{.columns = 1, .rows = 0},
                                         HalfShape{.columns = 1, .rows = 4},
                                         HalfShape{.columns = 2, .rows = 1},
                                         HalfShape{.columns = 2, .rows = 2},
                                         HalfShape{.columns = 3, .rows = 1},
                                         HalfShape{.columns = 2, .rows = 2, .start = 0b10010},
                                         HalfShape{.columns = 5, .rows = 1}));

// Halves large enough for parts of every kind, run-outs, and several chunks of a group.
class LargeColumnMap : public ColumnMapTest {};

TEST_P(LargeColumnMap, HasPartsOfEveryKind) {
  for (const BorderState border : {0U, 1U, 0b10U}) {
    ASSERT_NO_FATAL_FAILURE(check(border, false, kUpperChunkColumns));
    ASSERT_NO_FATAL_FAILURE(check(border, true, kLowerChunkColumns));
  }
  EXPECT_GT(kinds_.straight, 0);
  EXPECT_GT(kinds_.patches, 0);
  EXPECT_GT(kinds_.strays, 0);
  EXPECT_GT(kinds_.runouts, 0);
  EXPECT_GT(kinds_.chunks, 2 * (table_.maximum_drawn() + 1));
}

INSTANTIATE_TEST_SUITE_P(Halves, LargeColumnMap,
                         testing::Values(HalfShape{.columns = 3, .rows = 2},
                                         HalfShape{.columns = 2, .rows = 3}));

}  // namespace pipo::column_map_test
