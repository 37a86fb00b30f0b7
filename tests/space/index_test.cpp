// Compares the numbering of positions with an enumeration by the rules of the board floor.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/locator.hpp"
#include "probe/space/state_space.hpp"
#include "probe/space/table_space.hpp"

namespace pipo::index_test {

using Place = std::tuple<SeamState, int, int, std::uint32_t, std::uint32_t>;

Place place_of(const MatrixCell& location) {
  return {location.key.seam, location.key.lower, location.key.upper, location.row, location.column};
}

struct Case {
  Board board;
  EdgeSet start = 0;
};

std::vector<Case> cases() {
  std::vector<Case> all{{Board(1, 1)}, {Board(1, 2)}, {Board(1, 5)}, {Board(1, 6)},
                        {Board(2, 2)}, {Board(2, 3)}, {Board(3, 2)}, {Board(2, 4)}};
  for (const Board& board : {Board(1, 4), Board(2, 2), Board(2, 3), Board(3, 3)}) {
    all.push_back({board, swedish_start(board)});
    all.push_back({board, icelandic_start(board)});
  }
  all.push_back({Board(2, 3), 0b1001});
  all.push_back({Board(2, 3), EdgeSet{1} << 8 | EdgeSet{1} << 12});
  return all;
}

// The quiet positions of the turned board that contain the start, with outer edges merged.
std::set<EdgeSet> enumerate(const Board& turned, EdgeSet start) {
  std::set<EdgeSet> found;
  for (EdgeSet drawn = 0; drawn <= turned.all(); ++drawn) {
    if ((drawn & start) != start || !is_quiet(turned, drawn)) continue;
    if (merge_outer(turned, drawn, start) == drawn) found.insert(drawn);
  }
  return found;
}

TEST(Index, SectionsHoldEveryQuietPositionOnce) {
  for (const auto& [board, start] : cases()) {
    const StateSpace space(board, start);
    const Cut& cut = space.cut();
    std::set<EdgeSet> expected = enumerate(cut.turned(), cut.start());
    std::uint64_t positions = 0;
    for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
      positions += space.quiet_positions(layer);
    }
    EXPECT_EQ(positions, expected.size()) << board.name();

    std::map<Place, EdgeSet> entries;
    for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
      std::uint64_t values = 0;
      for (const SectionKey& key : space.sections(layer)) {
        const auto rows =
            space.half(Side::lower).list(cut.border(key.seam, Side::lower), key.lower);
        const auto columns =
            space.half(Side::upper).list(cut.border(key.seam, Side::upper), key.upper);
        ASSERT_EQ(rows.size(), space.rows(key));
        ASSERT_EQ(columns.size(), space.columns(key));
        values += rows.size() * columns.size();
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
          for (std::uint32_t column = 0; column < columns.size(); ++column) {
            const EdgeSet drawn = space.position(key.seam, rows[row], columns[column]);
            ASSERT_TRUE(expected.contains(drawn));
            ASSERT_EQ(std::popcount(drawn), layer);
            // An entry locates back to itself.
            const Place place{key.seam, key.lower, key.upper, row, column};
            ASSERT_EQ(place_of(space.locate(drawn)), place);
            entries[place] = drawn;
          }
        }
      }
      EXPECT_EQ(values, space.section_values(layer));
    }
    // Every position has an entry, which is one of its mirror images.
    for (const EdgeSet drawn : expected) {
      const auto entry = entries.find(place_of(space.locate(drawn)));
      ASSERT_NE(entry, entries.end());
      bool image_found = false;
      for (const Image& image : images_fixing(cut.turned(), cut.start())) {
        const EdgeSet seen = image_of_edges(cut.turned(), image, drawn);
        image_found |= merge_outer(cut.turned(), seen, cut.start()) == entry->second;
      }
      ASSERT_TRUE(image_found);
    }
  }
}

// All images of a position have one section, and one entry unless the seam has a symmetry. With
// such a seam some twins are stored twice; other tests compare their values.
TEST(Index, MirrorImagesMeet) {
  for (const auto& [board, start] : cases()) {
    const StateSpace space(board, start);
    const Cut& cut = space.cut();
    int single = 0;
    for (const EdgeSet drawn : enumerate(cut.turned(), cut.start())) {
      const MatrixCell first = space.locate(drawn);
      int symmetries = 0;
      for (const CutImage& image : cut.images()) {
        symmetries += cut.image_of_seam(first.key.seam, image) == first.key.seam;
      }
      single += symmetries == 1;
      for (const CutImage& image : cut.images()) {
        const EdgeSet seen = image_of_edges(
            cut.turned(), {.left_right = image.mirror, .top_bottom = image.swap}, drawn);
        const MatrixCell other = space.locate(merge_outer(cut.turned(), seen, cut.start()));
        ASSERT_EQ(first.key.seam, other.key.seam);
        if (symmetries == 1) {
          ASSERT_EQ(place_of(first), place_of(other));
        }
      }
    }
    if (board == Board(3, 3) && start == 0) {
      EXPECT_GT(single, 1000);
    }
  }
}

TEST(Index, LocatorAgreesWithTheStateSpace) {
  for (const auto& [board, start] : cases()) {
    const StateSpace space(board, start);
    const KeptRows kept(space);
    const Locator locator(space, kept);
    const Board& board_seen = space.cut().turned();
    for (const Overlay& overlay : Overlay::all(board_seen, space.cut())) {
      const EdgeMap pack = packing(board_seen, space.cut(), overlay.image);
      for (const EdgeSet drawn : enumerate(space.cut().turned(), space.cut().start())) {
        if (!overlay.covers(drawn)) continue;
        const EdgeSet seen =
            merge_outer(space.cut().turned(), image_of_edges(board_seen, overlay.image, drawn),
                        space.cut().start());
        const MatrixCell expected = space.locate(seen);
        const StoredCell found = locator.locate(pack(drawn));
        ASSERT_EQ(found.key, expected.key);
        if (kept.drops_rows(found.key.seam)) {
          const KeptGroup& group = kept.group(found.key);
          const auto stored = [&](Side side, int edges, std::uint32_t number) {
            if (group.kept(expected.row)) return number;
            const HalfIndex& half = space.half(side);
            const BorderState border = space.cut().border(found.key.seam, side);
            return half.number(border, half.mirror(half.configuration(border, edges, number)));
          };
          ASSERT_EQ(found.row, group.compact(stored(Side::lower, found.key.lower, expected.row)));
          ASSERT_EQ(found.column, stored(Side::upper, found.key.upper, expected.column));
        } else {
          ASSERT_EQ(found.row, expected.row);
          ASSERT_EQ(found.column, expected.column);
        }
      }
    }
  }
}

TEST(Index, KeptRowsAreOneOfEachMirrorPair) {
  for (const Board& board : {Board(2, 2), Board(2, 4), Board(3, 3), Board(3, 4), Board(2, 6)}) {
    const StateSpace space(board);
    const KeptRows kept(space);
    const HalfIndex& half = space.half(Side::lower);
    for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
      for (const SectionKey& key : space.sections(layer)) {
        ASSERT_EQ(kept.drops_rows(key.seam), space.orbit(key.seam).self_mirrored);
        if (!kept.drops_rows(key.seam)) continue;
        const BorderState border = space.cut().border(key.seam, Side::lower);
        const auto list = half.list(border, key.lower);
        const KeptGroup& group = kept.group(key);
        const auto rows = group.rows(0, group.count());
        ASSERT_EQ(rows.size(), group.count());
        std::uint32_t next = 0;
        for (std::uint32_t row = 0; row < list.size(); ++row) {
          const std::uint32_t twin = half.number(border, half.mirror(list[row]));
          ASSERT_EQ(group.kept(row), row <= twin);
          ASSERT_EQ(group.compact(row), next);
          if (!group.kept(row)) continue;
          ASSERT_EQ(rows[next], row);
          ASSERT_EQ(group.rows(next, 1), std::vector<std::uint32_t>{row});
          ++next;
        }
        ASSERT_EQ(next, group.count());
      }
    }
  }
}

TEST(Index, BoardsOfOneColumnKeepEveryRow) {
  const StateSpace space(Board(1, 6));
  EXPECT_FALSE(KeptRows(space).drops_rows(space.representatives().front()));
}

}  // namespace pipo::index_test
