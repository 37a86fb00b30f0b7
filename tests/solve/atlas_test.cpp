// A solver with tables of the first layers only, as in the atlas.
#include "tests/support/atlas.hpp"

#include <gtest/gtest.h>

#include <random>

#include "generator/run/generate.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/support/thinned_table.hpp"

namespace pipo::atlas_solver_test {

// Layers 0 to 3 of 3x3.
class AtlasSolver : public testing::Test {
 protected:
  AtlasSolver() {
    KeptLayers::Layers first;
    for (const std::size_t layer : {0, 1, 2, 3}) first.set(layer);
    write_thinned(small_tables() / "3x3", folder_.path(), KeptLayers(0, 24, first));
  }

  TemporaryFolder folder_;
  const test::WithAtlas atlas_{folder_.path().string()};
};

TEST_F(AtlasSolver, AnswersEveryPositionAsTheWholeTable) {
  const Tables whole({small_tables()}, {.no_atlas = true});
  const Solver solver(Tables(std::vector<std::filesystem::path>{}), {.remember = 0});
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    const Position position{Board(3, 3), random() & random() & 0xffffff};
    const Solution solution = solver.solve(position);
    EXPECT_EQ(solution.answer.value, whole.value(position)) << to_string(position);
    EXPECT_EQ(solution.answer.moves, whole.answer(position).moves) << to_string(position);
    EXPECT_EQ(solution.answer.atlas, solution.method == Method::table) << to_string(position);
    EXPECT_EQ(solution.swept_from.has_value(), solution.method == Method::sweep);
  }
}

// Layers 0 to 3 of 3x4, whose early positions are swept. On 3x3 all are searched.
class AtlasOf3x4 : public testing::Test {
 protected:
  AtlasOf3x4() {
    KeptLayers::Layers first;
    for (const std::size_t layer : {0, 1, 2, 3}) first.set(layer);
    const TemporaryFolder whole;
    generate({.board = Board(3, 4), .tables = whole.path()});
    write_thinned(whole.path() / "3x4", folder_.path(), KeptLayers(0, 31, first));
  }

  TemporaryFolder folder_;
  const test::WithAtlas atlas_{folder_.path().string()};
};

// From the empty board to the end, forwards: the position whose moves lead behind the kept layers
// is swept. No box has two sides before.
TEST_F(AtlasOf3x4, AGameIsSweptOnce) {
  const Solver solver(Tables(std::vector<std::filesystem::path>{}));
  Position position{Board(3, 4), 0};
  int sweeps = 0;
  for (; position.open() != 0; position.drawn.insert(position.open().members().front())) {
    const Solution solution = solver.solve(position);
    const bool swept = solution.method == Method::sweep && !solution.remembered;
    sweeps += swept;
    if (swept) {
      EXPECT_EQ(solution.swept_from, 3);
    }
    EXPECT_NE(solution.method, Method::search);
  }
  EXPECT_EQ(sweeps, 1);
}

TEST_F(AtlasOf3x4, BatchesShareSweeps) {
  const Solver solver(Tables(std::vector<std::filesystem::path>{}));
  std::vector<Position> positions(20, {Board(3, 4), 0b1111});
  for (std::size_t i = 1; i < positions.size(); ++i) {
    positions[i].drawn.insert(static_cast<int>(4 + i));
  }
  int sweeps = 0;
  solver.solve_all(positions, [&](std::size_t, const Attempt& known) {
    sweeps += known.solution.value().looked_at > 0;
    EXPECT_EQ(known.solution->swept_from, 4);
  });
  EXPECT_EQ(sweeps, 1);
}

}  // namespace pipo::atlas_solver_test
