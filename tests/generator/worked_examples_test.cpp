// Checks every number in the examples of docs/glossary.md (words of the sweep) and
// docs/architecture.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "generator/half/merged_index.hpp"
#include "generator/seam/column_map.hpp"
#include "generator/seam/seam_plan.hpp"
#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/sweep.hpp"
#include "probe/codec/block_codec.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/space/locator.hpp"

namespace pipo::worked_examples_test {

// Parses a text such as "01001", lowest bit first.
constexpr std::uint32_t bits(std::string_view text) {
  std::uint32_t set = 0;
  for (std::size_t i = 0; i < text.size(); ++i) set |= (text[i] == '1' ? 1U : 0U) << i;
  return set;
}

// Returns the position of a configuration in the list of a border.
std::uint32_t place(const BorderTable& table, std::uint32_t configuration) {
  const auto found = std::ranges::find(table.configurations, configuration);
  return static_cast<std::uint32_t>(found - table.configurations.begin());
}

const StateSpace& space() {
  static const StateSpace space(Board(2, 2));
  return space;
}

const SweepStart& start() {
  static const SweepStart start(space());
  return start;
}

const BorderTable& table(std::string_view border) {
  return start().tables().lower.border(bits(border));
}

Reaction reaction(std::string_view border, std::string_view configuration, std::string_view newly) {
  return table(border).reactions[bits(newly)][place(table(border), bits(configuration))];
}

TEST(WorkedExamples, GroupsAndNumbers) {
  const HalfIndex& half = space().half(Side::lower);
  EXPECT_EQ(half.size(bits("00")), 13U);
  const std::uint64_t sizes[] = {1, 3, 5, 3, 1, 0};
  for (int drawn = 0; drawn < 6; ++drawn) EXPECT_EQ(half.size(bits("00"), drawn), sizes[drawn]);
  const std::vector<HalfConfiguration> one_edge{bits("01000"), bits("00010"), bits("00001")};
  EXPECT_EQ(half.list(bits("00"), 1), one_edge);
  EXPECT_EQ(half.merge_outer(bits("10000")), bits("00010"));
}

TEST(WorkedExamples, InterchangeableConfigurations) {
  const MergedIndex merged(space().half(Side::lower).shape());
  const auto number = [&](std::string_view border, std::string_view configuration) {
    return merged.number(bits(border), bits(configuration));
  };
  EXPECT_EQ(number("11", "00010"), number("11", "00001"));
  EXPECT_NE(number("01", "00010"), number("01", "00001"));
}

TEST(WorkedExamples, Reactions) {
  const Reaction taken = reaction("00", "10010", "10");
  EXPECT_EQ(taken.drawn, 1);
  EXPECT_EQ(taken.captured, 1);
  EXPECT_EQ(taken.returned, 0);
  EXPECT_EQ(space().half(Side::lower).configuration(bits("10"), 3, taken.target), bits("11010"));
  EXPECT_EQ(taken.target, 0U);

  const Reaction back = reaction("00", "10111", "10");
  EXPECT_EQ(back.drawn, 1);
  EXPECT_EQ(back.captured, 2);
  EXPECT_EQ(back.returned, bits("01"));
}

TEST(WorkedExamples, ClassesAndTheirClosure) {
  const BorderTable& open = table("00");
  ASSERT_EQ(open.class_returned.size(), 2U);
  for (std::uint32_t i = 0; i < open.configurations.size(); ++i) {
    EXPECT_EQ(open.class_of[i], open.configurations[i] == bits("10111") ? 1 : 0);
  }
  const Closure closure = close_over_seam(space().cut(), bits("00"), bits("10"),
                                          open.class_returned[0], open.class_returned[1]);
  EXPECT_EQ(closure.seam, bits("11"));
  EXPECT_EQ(closure.drawn, 2);
}

TEST(WorkedExamples, Outcomes) {
  const SeamPlan& plan = start().tables().plans.plan(bits("00"), Orientation::lower_rows);
  ASSERT_EQ(plan[0].size(), 3U);
  for (const Outcome& outcome : plan[0]) {
    EXPECT_EQ(outcome.target, outcome.drawn == 2 ? bits("11") : bits("10"));
    EXPECT_EQ(outcome.mirror, outcome.row_newly == bits("01"));
    EXPECT_EQ(outcome.captured, 0);
  }
}

TEST(WorkedExamples, AColumnMap) {
  const ColumnMapKey key{
      .border = bits("00"), .newly = bits("10"), .mirror = false, .classes = {true, false}};
  const ColumnMap map(start().tables().upper, key, 256);
  const auto buckets = map.buckets(2, 0);
  ASSERT_EQ(buckets.size(), 2U);
  const std::uint32_t columns[] = {3, 2};
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(buckets[i].reached.drawn, i);
    EXPECT_EQ(buckets[i].captured, static_cast<int>(i));
    const ColumnLinks links = map.links(buckets[i]);
    ASSERT_EQ(links.strays, columns[i]);  // too short for a vector loop
    for (std::size_t j = 0; j < links.strays; ++j) {
      EXPECT_EQ(links.stray_columns[j], i == 0 ? 2 + j : j);
      EXPECT_EQ(links.stray_targets[j], i == 0 ? j : 0);
    }
  }
}

TEST(WorkedExamples, ARunOut) {
  const StateSpace larger(Board(2, 4));
  const HalfTable half(larger.half(Side::lower), true);
  const BorderTable& table = half.border(bits("10"));
  ASSERT_EQ(table.runout_owner.size(), 1U);
  EXPECT_EQ(table.configurations[table.runout_owner[0]], bits("1011110100"));
  const Reaction runs_out = table.reactions[0][table.runout_member(0)];
  EXPECT_EQ(runs_out.drawn, 4);
  EXPECT_EQ(runs_out.captured, 4);
  EXPECT_EQ(runs_out.returned, bits("01"));
  const Reaction shown = table.reactions[bits("01")][table.runout_owner[0]];
  EXPECT_EQ(shown.drawn, 0);
}

TEST(WorkedExamples, ASectionFromTheSweepToItsBlock) {
  const Tiling sections(space(), kUndivided);
  std::vector<std::vector<std::int8_t>> made(sections.count());
  const std::vector<bool> all(static_cast<std::size_t>(space().last_layer()) + 1, true);
  Sweep(start(), make_schedule(start().tables(), all, 1'000'000),
        {.write =
             [&](std::span<const SectionRows> finished) {
               for (const SectionRows& section : finished) {
                 const std::int8_t* const first = section.at(0, 0);
                 made[sections.number({section.key()})].assign(first, first + section.values());
               }
             }})
      .run();
  const SectionKey key{bits("10"), 3, 3};
  EXPECT_EQ(key.layer(), 7);
  const std::vector<SectionKey> expected_sources{
      {bits("10"), 3, 4}, {bits("11"), 3, 3}, {bits("11"), 3, 5}, {bits("11"), 5, 5}};
  std::vector<TileNumber> sources = TileSources(start().tables(), sections).find({key});
  std::sort(sources.begin(), sources.end());
  ASSERT_EQ(sources.size(), expected_sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_EQ(sections.key(sources[i]).section, expected_sources[i]);
  }
  EXPECT_EQ(space().half(Side::lower).list(bits("10"), 3),
            (std::vector<HalfConfiguration>{bits("11010"), bits("00111")}));
  const auto values = [&](const SectionKey& section) { return made[sections.number({section})]; };
  const std::vector<std::int8_t> expected{0, 3, 3, -4};
  EXPECT_EQ(values(key), expected);
  EXPECT_EQ(values({bits("10"), 3, 4}), (std::vector<std::int8_t>{2, -3}));
  EXPECT_EQ(values({bits("11"), 3, 3})[0], 0);

  const LayerLayout layout(space(), 7);
  EXPECT_EQ(layout.find(key), 4U);
  EXPECT_EQ(layout.sections()[4].first_block, 4U);
  std::vector<std::byte> block;
  const std::int8_t* const rows[] = {expected.data(), expected.data() + 2};
  BlockEncoder().encode({.rows = rows, .columns = 2}, Lines::columns, block);
  EXPECT_EQ(block, (std::vector<std::byte>{std::byte{0xc2}, std::byte{0xfe}, std::byte{0x0e},
                                           std::byte{0x03}}));
}

TEST(WorkedExamples, FromAPositionToItsBlock) {
  const StateSpace board(Board(3, 3));
  constexpr EdgeSet kQuestion = bits("110001000011101010101000");
  const Parts parts = board.cut().split(kQuestion);
  EXPECT_EQ(parts.seam, bits("0011010000"));
  EXPECT_EQ(parts.lower, bits("1000011"));
  EXPECT_EQ(parts.upper, bits("1010110"));
  const MatrixCell place = board.locate(merge_outer(Board(3, 3), kQuestion));
  EXPECT_EQ(place.key, (SectionKey{44, 3, 4}));
  EXPECT_EQ(place.row, 14U);
  EXPECT_EQ(place.column, 0U);
  const LayerLayout layout(board, 10);
  const StoredSection& section = layout.sections()[layout.find(place.key).value()];
  EXPECT_EQ(layout.place(section, place.row, place.column).block, 342U);
}

}  // namespace pipo::worked_examples_test
