// Don't-care entries: each position has an entry with a value, which belongs to one of its images.
#include "probe/space/dont_care_entries.hpp"

#include <gtest/gtest.h>

#include <set>

#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/codec/dont_care.hpp"
#include "probe/space/locator.hpp"
#include "probe/space/thinning.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::dont_care_entries_test {

struct Case {
  Board board;
  EdgeSet start = 0;
};

std::vector<Case> cases(Thinning thinning) {
  std::vector<Case> all{{Board(1, 1)}, {Board(2, 2)}, {Board(3, 3)}};
  for (const Board& board : {Board(1, 1), Board(2, 2), Board(3, 3)}) {
    all.push_back({board, swedish_start(board)});
    all.push_back({board, icelandic_start(board)});
  }
  // h0.1 with v1.0, and with v1.3: each has one diagonal image only.
  all.push_back({Board(3, 3), EdgeSet{1} << 1 | EdgeSet{1} << 16});
  all.push_back({Board(3, 3), EdgeSet{1} << 1 | EdgeSet{1} << 19});
  // h0.0 with v0.0 and h2.1 with v1.2: both diagonals, and a half turn.
  all.push_back(
      {Board(2, 2), EdgeSet{1} << 0 | EdgeSet{1} << 6 | EdgeSet{1} << 5 | EdgeSet{1} << 11});
  if (thinning == Thinning::square) return all;
  for (const Board& board : {Board(1, 6), Board(3, 2), Board(4, 2), Board(5, 2)}) {
    if (test::kSanitized && board.edges() > 22) continue;
    all.push_back({board});
    all.push_back({board, swedish_start(board)});
  }
  return all;
}

// The merged images of a position of the turned board that contain the start.
std::set<EdgeSet> images_of(const Board& board, EdgeSet start, EdgeSet drawn) {
  std::set<EdgeSet> found;
  for (const Image& image : images_fixing(board, start)) {
    found.insert(merge_outer(board, image_of_edges(board, image, drawn), start));
  }
  return found;
}

class Thinnings : public testing::TestWithParam<Thinning> {};
std::string name_of(const testing::TestParamInfo<Thinning>& param) {
  const char* const names[] = {"rows", "triangles", "square"};
  return names[static_cast<std::size_t>(param.param)];
}

INSTANTIATE_TEST_SUITE_P(All, Thinnings,
                         testing::Values(Thinning::rows, Thinning::triangles, Thinning::square),
                         name_of);

TEST_P(Thinnings, EveryPositionHasAnEntryWithAValue) {
  for (const auto& [given, start] : cases(GetParam())) {
    const StateSpace space(given, start);
    const Cut& cut = space.cut();
    const Board& board = cut.turned();
    const KeptRows kept(space);
    const DontCareEntries entries(space, kept, GetParam());
    const Locator locator(space, kept, GetParam());
    int quiet = 0;
    for (EdgeSet open = board.all() & ~cut.start(), free = open;; free = (free - 1) & open) {
      const EdgeSet drawn = cut.start() | free;
      if (is_quiet(board, drawn)) {
        ++quiet;
        const Location found = locator.locate_in_matrix(cut.split(drawn));
        ASSERT_FALSE(entries.some(found.key) &&
                     entries.section(found.key)(found.row, found.column));
        ASSERT_TRUE(!kept.drops_rows(found.key.seam) || kept.group(found.key).kept(found.row));
        const auto half = [&](Side side, int edges, std::uint32_t number) {
          return space.half(side).configuration(cut.border(found.key.seam, side), edges, number);
        };
        const EdgeSet there =
            space.position(found.key.seam, half(Side::lower, found.key.lower, found.row),
                           half(Side::upper, found.key.upper, found.column));
        ASSERT_TRUE(images_of(board, cut.start(), drawn).contains(there)) << drawn;
        // Whole boards of 3x3 and 5x2 take long; about every 512th position suffices.
        constexpr EdgeSet kSkipped = 511;
        if (quiet % 64 != 0 && board.edges() > 20) free &= ~kSkipped;
      }
      if (free == 0) break;
    }
    EXPECT_GT(quiet, 0);
  }
}

TEST_P(Thinnings, MarkedEntriesAgreeWithSingleQueries) {
  for (const auto& [board, start] : cases(GetParam())) {
    const StateSpace space(board, start);
    const KeptRows kept(space);
    const DontCareEntries entries(space, kept, GetParam());
    for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
      for (const SectionKey& key : space.sections(layer)) {
        const DontCareEntries::Section dont_care = entries.section(key);
        const std::uint32_t columns = space.columns(key);
        for (std::uint32_t row = 0; row < space.rows(key); ++row) {
          if (kept.drops_rows(key.seam) && !kept.group(key).kept(row)) continue;
          const std::uint32_t first = columns / 3;
          std::vector<std::int8_t> values(columns - first, 1);
          dont_care.mark(row, first, values);
          for (std::uint32_t column = first; column < columns; ++column) {
            ASSERT_EQ(values[column - first], dont_care(row, column) ? kDontCare : 1);
            ASSERT_TRUE(!dont_care(row, column) || entries.some(key));
          }
        }
      }
    }
  }
}

std::uint64_t stored(const StateSpace& space, Thinning thinning) {
  const KeptRows kept(space);
  const DontCareEntries entries(space, kept, thinning);
  std::uint64_t count = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    for (const SectionKey& key : space.sections(layer)) {
      const DontCareEntries::Section dont_care = entries.section(key);
      for (std::uint32_t row = 0; row < space.rows(key); ++row) {
        if (kept.drops_rows(key.seam) && !kept.group(key).kept(row)) continue;
        for (std::uint32_t column = 0; column < space.columns(key); ++column) {
          count += !dont_care(row, column);
        }
      }
    }
  }
  return count;
}

// The purpose of the rule. The tests above detect a value that is missing; this one detects values
// kept needlessly.
TEST(DontCareEntries, SaveAboutHalf) {
  const StateSpace space(Board(3, 3));
  const auto triangles = static_cast<double>(stored(space, Thinning::triangles));
  EXPECT_LT(triangles, static_cast<double>(stored(space, Thinning::rows)));
  EXPECT_LT(static_cast<double>(stored(space, Thinning::square)), 0.51 * triangles);
  EXPECT_GE(static_cast<double>(stored(space, Thinning::square)), 0.5 * triangles);
}

TEST(Diagonal, ExistsIfTheStartIsItsOwnImage) {
  EXPECT_FALSE(Diagonal::of(Cut(Board(2, 3))));
  EXPECT_TRUE(Diagonal::of(Cut(Board(3, 3))));
  EXPECT_TRUE(Diagonal::of(Cut(Board(4, 4), icelandic_start(Board(4, 4)))));
  EXPECT_FALSE(Diagonal::of(Cut(Board(3, 3), EdgeSet{1} << 1)));
  // h0.0, v0.2, h2.1, v1.0: quarter turns, but no diagonal.
  const EdgeSet turning = EdgeSet{1} << 0 | EdgeSet{1} << 8 | EdgeSet{1} << 5 | EdgeSet{1} << 9;
  EXPECT_FALSE(Diagonal::of(Cut(Board(2, 2), turning)));
}

TEST(Diagonal, ImageOfTheImageIsThePosition) {
  for (const Case& one : cases(Thinning::square)) {
    const Cut cut(one.board, one.start);
    const Diagonal diagonal = Diagonal::of(cut).value();
    for (EdgeSet drawn = 0; drawn <= one.board.all(); drawn += 1 + drawn / 64) {
      const Parts parts = cut.split(drawn);
      const Parts image = diagonal(parts);
      ASSERT_EQ(diagonal(image), parts);
      ASSERT_EQ(diagonal.balance(image), -diagonal.balance(parts));
    }
  }
}

}  // namespace pipo::dont_care_entries_test
