// The sweep on made-up layers: a layer follows from the later ones by identity (B), whatever their
// values are, however little fits into memory and however sections are divided into tiles.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <tuple>

#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo::made_up_layers_test {

using Values = std::vector<std::int8_t>;

// All layers from some layer on, section by section.
class Layers {
 public:
  explicit Layers(const StateSpace& space) : space_(space), sections_(space, kUndivided) {}

  // Fills a layer with random values, equal ones for mirror images. Most are so good for the player
  // to move that the best move often gives much away, which is rare among real values.
  void make_up(int layer, std::uint64_t seed) {
    for_each_entry(layer, [&](EdgeSet position) {
      const std::uint64_t random = mixed(least_image(position) + seed);
      return random % 4 == 0 ? static_cast<int>(random / 4 % 17) - 10 : 24;
    });
  }

  // Computes a layer from the later ones, one position and one move at a time.
  void compute(int layer) {
    for_each_entry(layer, [&](EdgeSet position) { return best_move(position); });
  }

  const Values& section(const SectionKey& key) const { return values_.at(sections_.number({key})); }
  const std::int8_t* at(const SectionKey& key, std::uint32_t row, std::uint32_t column) const {
    return section(key).data() + std::size_t{row} * space_.columns(key) + column;
  }
  std::uint64_t count() const {
    std::uint64_t total = 0;
    for (const auto& [number, values] : values_) total += values.size();
    return total;
  }

 private:
  template <typename Value>
  void for_each_entry(int layer, const Value& value) {
    const Cut& cut = space_.cut();
    for (const SectionKey& key : space_.sections(layer)) {
      const auto rows = space_.half(Side::lower).list(cut.border(key.seam, Side::lower), key.lower);
      const auto columns =
          space_.half(Side::upper).list(cut.border(key.seam, Side::upper), key.upper);
      Values values;
      for (const HalfConfiguration lower : rows) {
        for (const HalfConfiguration upper : columns) {
          values.push_back(
              static_cast<std::int8_t>(value(space_.position(key.seam, lower, upper))));
        }
      }
      values_[sections_.number({key})] = std::move(values);
    }
  }

  int best_move(EdgeSet position) const {
    const Cut& cut = space_.cut();
    const EdgeSet open = cut.turned().all() & ~position;
    int best = open == 0 ? 0 : -99;
    for (EdgeSet rest = open; rest != 0; rest &= rest - 1) {
      const Settlement settled = draw_and_settle(cut.turned(), position, std::countr_zero(rest));
      const MatrixCell place = space_.locate(merge_outer(cut.turned(), settled.quiet, cut.start()));
      const int quiet =
          section(place.key)[std::size_t{place.row} * space_.columns(place.key) + place.column];
      best = std::max(best, -settled_value(settled, quiet));
    }
    return best;
  }

  EdgeSet least_image(EdgeSet position) const {
    const Cut& cut = space_.cut();
    EdgeSet least = position;
    for (const CutImage& image : cut.images()) {
      const EdgeSet of_position = image_of_edges(
          cut.turned(), {.left_right = image.mirror, .top_bottom = image.swap}, position);
      least = std::min(least, merge_outer(cut.turned(), of_position, cut.start()));
    }
    return least;
  }

  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ULL;
    return x ^ (x >> 32);
  }

  const StateSpace& space_;
  Tiling sections_;
  std::map<TileNumber, Values> values_;
};

// A board with the first layer that is made up, and the number of layers computed below it.
struct Case {
  const char* board;
  const char* start;
  int first_made_up;
  int computed;
};

std::ostream& operator<<(std::ostream& out, const Case& made) {
  return out << made.board << " " << made.start << " from " << made.first_made_up;
}

class MadeUpLayers : public testing::TestWithParam<Case> {
 protected:
  MadeUpLayers()
      : board_(Board::parse(GetParam().board)),
        space_(board_, parse_start(board_, GetParam().start)),
        right_(space_) {
    for (int layer = space_.last_layer(); layer >= GetParam().first_made_up; --layer) {
      right_.make_up(layer, 17);
    }
    made_up_ = right_.count();
    for (int i = 1; i <= GetParam().computed; ++i) right_.compute(GetParam().first_made_up - i);
  }

  std::vector<bool> computed() const {
    std::vector<bool> made(static_cast<std::size_t>(space_.last_layer()) + 1);
    for (int i = 1; i <= GetParam().computed; ++i)
      made[static_cast<std::size_t>(GetParam().first_made_up - i)] = true;
    return made;
  }

  // A part, or a row of parts: the number of its section, its first row, its first column.
  using Place = std::tuple<TileNumber, std::uint32_t, std::uint32_t>;

  // Computes the layers within a budget. Returns how many values were read back.
  std::uint64_t sweep(std::uint64_t budget, std::uint32_t part_size) {
    const SweepStart start(space_, TableGame::dots_and_boxes, {}, part_size);
    const Tiling sections(space_, kUndivided);
    const auto place = [&](const SectionKey& key, std::uint32_t row, std::uint32_t column) {
      return Place(sections.number({key}), row, column);
    };
    std::set<Place> written;  // rows of parts
    std::multiset<Place> announced;
    std::mutex mutex;
    std::uint64_t read_back = 0;
    std::uint64_t written_values = 0;
    Schedule schedule = make_schedule(start.tables(), computed(), budget);
    const std::uint64_t expected = schedule.read_back;
    const std::uint64_t to_write = schedule.computed;
    Sweep(start, std::move(schedule),
          {.write =
               [&](std::span<const SectionRows> finished) {
                 const std::lock_guard lock(mutex);
                 for (const SectionRows& rows : finished) {
                   expect_right(rows);
                   EXPECT_TRUE(written.insert(place(rows.key(), rows.first_row(), 0)).second)
                       << "written a second time";
                   written_values += rows.values();
                 }
               },
           .read =
               [&](const SectionPart& part, std::int8_t* values) {
                 for (std::uint32_t row = part.first_row; row < part.end_row(); ++row) {
                   values = std::copy_n(right_.at(part.key, row, part.first_column), part.columns,
                                        values);
                 }
                 const std::lock_guard lock(mutex);
                 EXPECT_TRUE(part.key.layer() >= GetParam().first_made_up ||
                             written.contains(place(part.key, part.first_row, 0)))
                     << "read back before it was finished";
                 const auto one =
                     announced.find(place(part.key, part.first_row, part.first_column));
                 if (one == announced.end()) {
                   ADD_FAILURE() << "read back without an announcement";
                 } else {
                   announced.erase(one);
                 }
                 read_back += part.values();
               },
           .prefetch =
               [&](const SectionPart& part) {
                 const std::lock_guard lock(mutex);
                 announced.insert(place(part.key, part.first_row, part.first_column));
               }})
        .run();
    EXPECT_EQ(written_values, to_write);
    EXPECT_EQ(read_back, expected);
    EXPECT_TRUE(announced.empty());
    return read_back;
  }

  void expect_right(const SectionRows& rows) const {
    for (std::uint32_t row = rows.first_row(); row < rows.end_row(); ++row) {
      const std::int8_t* right = right_.at(rows.key(), row, 0);
      rows.each_piece(row, [&](const std::int8_t* values, std::uint32_t columns) {
        EXPECT_TRUE(std::equal(right, right + columns, values))
            << "seam " << rows.key().seam << ", " << rows.key().lower << " and " << rows.key().upper
            << ", row " << row;
        right += columns;
      });
    }
  }

  void expect_right_within_any_budget(std::uint32_t part_size);

  Board board_;
  StateSpace space_;
  Layers right_;
  std::uint64_t made_up_ = 0;
};

// Real tiles are larger, but moves between them are of the same kinds.
TEST_P(MadeUpLayers, LayersAreRightWithinAnyBudget) {
  expect_right_within_any_budget(kUndivided);
  expect_right_within_any_budget(64);
  if (space_.last_layer() <= 27) expect_right_within_any_budget(4);
}

TEST_P(MadeUpLayers, LongRunLayersWithTheSmallestTilesAreRight) {
  expect_right_within_any_budget(4);
}

void MadeUpLayers::expect_right_within_any_budget(std::uint32_t part_size) {
  const std::uint64_t all = right_.count();
  SCOPED_TRACE(part_size);
  const std::uint64_t with_all = sweep(100 * all + 1'000'000, part_size);
  EXPECT_LE(with_all, made_up_);  // reads each tile once, and none that was computed
  for (const std::uint64_t budget :
       {std::uint64_t{1}, std::uint64_t{1000}, least_budget(space_, part_size), all / 2}) {
    SCOPED_TRACE(budget);
    EXPECT_GE(sweep(budget, part_size), with_all);
  }
}

// Sources are read back each time they are needed, not just once.
TEST_P(MadeUpLayers, NearlyNoMemoryMeansReadingBack) {
  EXPECT_GT(sweep(1, kUndivided), sweep(100 * right_.count() + 1'000'000, kUndivided));
}

// The boards have seams that are a line or a row of boxes. Some are one box wide, some have
// different halves, and one is computed from the full board on.
INSTANTIATE_TEST_SUITE_P(
    MadeUp, MadeUpLayers,
    testing::Values(Case{"1x6", "american", 12, 4}, Case{"1x7", "american", 15, 3},
                    Case{"2x2", "american", 13, 13}, Case{"2x3", "american", 11, 4},
                    Case{"2x4", "american", 15, 4}, Case{"2x5", "american", 19, 2},
                    Case{"3x3", "american", 18, 2}, Case{"3x4", "american", 22, 2},
                    Case{"3x3", "icelandic", 19, 3}, Case{"3x4", "swedish", 23, 3}));

// A failed read stops the sweep, and no task keeps running.
TEST(SweepFiles, AFailedReadReachesTheCaller) {
  const StateSpace space(Board(2, 3));
  const SweepStart start(space);
  const std::vector<bool> all(static_cast<std::size_t>(space.last_layer()) + 1, true);
  int reads = 0;
  std::mutex mutex;
  Sweep sweep(start, make_schedule(start.tables(), all, 1000),
              {.write = [](auto) {},
               .read =
                   [&](const SectionPart& part, std::int8_t* values) {
                     const std::lock_guard lock(mutex);
                     if (++reads > 5) throw std::runtime_error("unreadable");
                     std::fill_n(values, part.values(), std::int8_t{0});
                   }});
  EXPECT_THROW(sweep.run(), std::runtime_error);
}

// Nothing more is written after a failed write.
TEST(SweepFiles, AFailedWriteReachesTheCaller) {
  const StateSpace space(Board(2, 3));
  const SweepStart start(space);
  const std::vector<bool> all(static_cast<std::size_t>(space.last_layer()) + 1, true);
  int writes = 0;
  Sweep sweep(start, make_schedule(start.tables(), all, 1000),
              {.write =
                   [&](auto) {
                     if (++writes == 3) throw std::runtime_error("no space");
                   },
               .read = [](const SectionPart&, std::int8_t*) {}});
  EXPECT_THROW(sweep.run(), std::runtime_error);
  EXPECT_EQ(writes, 3);
}

// Finished sections are written even if something else fails.
TEST(SweepFiles, FinishedSectionsAreWrittenAfterAStop) {
  const StateSpace space(Board(2, 3));
  const SweepStart start(space);
  const std::vector<bool> all(static_cast<std::size_t>(space.last_layer()) + 1, true);
  std::atomic<int> polls = 0;
  std::size_t written = 0;
  Sweep sweep(start, make_schedule(start.tables(), all, 1'000'000'000),
              {.write = [&](std::span<const SectionRows> rows) { written += rows.size(); }}, [&] {
                if (++polls > 100) throw std::runtime_error("stopped");
              });
  EXPECT_THROW(sweep.run(), std::runtime_error);
  EXPECT_GT(written, 10U);
  EXPECT_LT(written, order_of_work(Tiling(space, kUndivided), all).size());
}

}  // namespace pipo::made_up_layers_test
