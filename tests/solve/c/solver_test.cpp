// The solver in C: answers, bounds, limits, callbacks, misuse.
#include "pipopipette/solver.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "tests/solve/sweeps.hpp"
#include "tests/support/atlas.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"

namespace pipo::c_solver_test {

// The position of docs/commands.md, whose value is 1. With sanitizers a smaller one of that value.
pipo_position late() {
  const Position read = parse_position(
      test::kSanitized ? "3x5:00001100000000000000001000100010000011"
                       : "5x5:011100001010001100000011100101010001000000000110000100010000");
  return {read.board.rows(), read.board.columns(), read.drawn};
}

// A board that is too large for the limits, and counted sooner with sanitizers.
const Board kLarge = test::kSanitized ? Board(4, 5) : Board(5, 5);

pipo_position large(EdgeSet drawn) {
  return {kLarge.rows(), kLarge.columns(), drawn};
}

class CSolver : public testing::Test {
 protected:
  CSolver() { EXPECT_EQ(pipo_solver_open(nullptr, nullptr, &solver_), PIPO_OK); }
  ~CSolver() override {
    pipo_solver_close(&solver_);
    EXPECT_EQ(solver_, nullptr);
  }

  std::string text() const { return pipo_solver_error_text(solver_); }

  pipo_solver* solver_ = nullptr;
  pipo_limits limits_ = PIPO_LIMITS_INIT;
  pipo_answer answer_ = PIPO_ANSWER_INIT;
  pipo_cost cost_ = PIPO_COST_INIT;
  pipo_bounds bounds_ = PIPO_BOUNDS_INIT;
  pipo_code why_not_ = PIPO_INTERNAL;
};

TEST_F(CSolver, EveryMethodAgreesWithTheOracle) {
  pipo_tables* tables = nullptr;
  const std::string folder = small_tables().string();
  const char* const folders[] = {folder.c_str()};
  ASSERT_EQ(pipo_open(folders, 1, nullptr, &tables), PIPO_OK);
  pipo_solver* solver = nullptr;
  ASSERT_EQ(pipo_solver_open(tables, nullptr, &solver), PIPO_OK);
  pipo_close(&tables);  // the solver keeps them
  for (const EdgeSet drawn : {0x0, 0x3, 0x41, 0x1204, 0xffffff}) {
    const Position position{Board(3, 3), drawn};
    for (const pipo_method method : {PIPO_METHOD_TABLE, PIPO_METHOD_SWEEP, PIPO_METHOD_SEARCH}) {
      limits_.only = method;
      ASSERT_EQ(pipo_solve(solver, {3, 3, drawn}, &limits_, &answer_, &cost_), PIPO_OK);
      EXPECT_EQ(answer_.value, oracle_of(position.board).value(drawn));
      EXPECT_EQ(answer_.move_count, position.open().size());
      EXPECT_EQ(cost_.method, method);
      EXPECT_EQ(cost_.remembered, method == PIPO_METHOD_SWEEP && drawn != 0);
    }
  }
  pipo_solver_close(&solver);
}

TEST_F(CSolver, SolvesAGameOnce) {
  ASSERT_EQ(pipo_solve(solver_, late(), nullptr, &answer_, &cost_), PIPO_OK);
  EXPECT_EQ(answer_.value, 1);
  EXPECT_EQ(cost_.method, PIPO_METHOD_SWEEP);
  EXPECT_EQ(cost_.remembered, 0);
  pipo_move line[PIPO_SMALL_BOARD_EDGES];
  std::size_t count = 0;
  ASSERT_EQ(pipo_solver_line(solver_, late(), nullptr, line, &count), PIPO_OK);
  EXPECT_EQ(count, static_cast<std::size_t>(answer_.move_count));
  EXPECT_TRUE(answer_.best >> line[0].edge & 1);
  pipo_position next = late();
  next.drawn |= std::uint64_t{1} << line[0].edge;
  ASSERT_EQ(pipo_solve(solver_, next, nullptr, &answer_, &cost_), PIPO_OK);
  EXPECT_EQ(cost_.remembered, 1);
  EXPECT_EQ(pipo_solver_error_code(solver_), PIPO_OK);
}

TEST_F(CSolver, KnowsBounds) {
  limits_.seconds = 0.5;
  const pipo_answer before = answer_;
  ASSERT_EQ(pipo_try_solve(solver_, large(0), &limits_, &bounds_, &answer_, &cost_, &why_not_),
            PIPO_OK);
  EXPECT_TRUE(why_not_ == PIPO_OUT_OF_MEMORY || why_not_ == PIPO_OUT_OF_TIME);
  EXPECT_EQ(bounds_.lower, -kLarge.boxes());
  EXPECT_EQ(bounds_.upper, kLarge.boxes());
  EXPECT_EQ(answer_.move_count, before.move_count);
  EXPECT_EQ(pipo_solver_error_code(solver_), why_not_);
  EXPECT_NE(text().find(kLarge.name() + " with 0 edges drawn"), std::string::npos);
  ASSERT_EQ(pipo_try_solve(solver_, late(), nullptr, &bounds_, &answer_, nullptr, &why_not_),
            PIPO_OK);
  EXPECT_EQ(why_not_, PIPO_OK);
  EXPECT_EQ(bounds_.lower, 1);
  EXPECT_EQ(bounds_.upper, 1);
  EXPECT_EQ(answer_.value, 1);
}

TEST_F(CSolver, FailsWithACodeForEachLimit) {
  limits_.only = PIPO_METHOD_SEARCH;
  limits_.seconds = 0.01;
  EXPECT_EQ(pipo_solve(solver_, {5, 5, 0}, &limits_, &answer_, nullptr), PIPO_OUT_OF_TIME);
  limits_ = PIPO_LIMITS_INIT;
  limits_.memory = 1 << 24;
  EXPECT_EQ(pipo_solve(solver_, large(0xffff), &limits_, &answer_, nullptr), PIPO_OUT_OF_MEMORY);
  limits_ = PIPO_LIMITS_INIT;
  limits_.only = PIPO_METHOD_TABLE;
  EXPECT_EQ(pipo_solve(solver_, late(), &limits_, &answer_, nullptr), PIPO_MISSING_TABLE);
  EXPECT_EQ(pipo_solver_error_code(solver_), PIPO_MISSING_TABLE);
  EXPECT_EQ(pipo_solve(solver_, late(), nullptr, &answer_, nullptr), PIPO_OK);
}

TEST_F(CSolver, ScratchFiles) {
  if (test::kSanitized) GTEST_SKIP() << "the same sweep as in C++";
  const TemporaryFolder folder;
  const pipo_position position{4, 4, test::kSweptOnDisk.drawn};
  ASSERT_EQ(pipo_solve(solver_, position, nullptr, &answer_, nullptr), PIPO_OK);
  const pipo_answer expected = answer_;
  limits_.memory = test::kMemoryWithDisk;
  limits_.threads = 2;
  pipo_solver* other = nullptr;  // remembers nothing of it
  ASSERT_EQ(pipo_solver_open(nullptr, &limits_, &other), PIPO_OK);
  EXPECT_EQ(pipo_solve(other, position, nullptr, &answer_, nullptr), PIPO_OUT_OF_MEMORY);
  const std::string path = folder.path().string();
  limits_.scratch = path.c_str();
  EXPECT_EQ(pipo_solve(other, position, &limits_, &answer_, nullptr), PIPO_OK);
  EXPECT_EQ(answer_.value, expected.value);
  EXPECT_EQ(answer_.best, expected.best);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const std::string none = path + "/none";
  limits_.scratch = none.c_str();
  limits_.remember = 0;
  pipo_solver_close(&other);
  ASSERT_EQ(pipo_solver_open(nullptr, &limits_, &other), PIPO_OK);
  EXPECT_EQ(pipo_solve(other, position, nullptr, &answer_, nullptr), PIPO_CANNOT_WRITE);
  limits_.scratch = "";
  EXPECT_EQ(pipo_solve(other, position, &limits_, &answer_, nullptr), PIPO_BAD_INPUT);
  EXPECT_NE(std::string(pipo_solver_error_text(other)).find("scratch is an empty text"),
            std::string::npos);
  pipo_solver_close(&other);
}

TEST_F(CSolver, CallsItsCallbacks) {
  struct Calls {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::atomic<bool> stop = false;
  } calls;
  limits_.context = &calls;
  limits_.progress = [](const pipo_progress* now, void* context) {
    EXPECT_EQ(now->struct_size, sizeof(pipo_progress));
    static_cast<Calls*>(context)->done = now->done;
    static_cast<Calls*>(context)->total = now->total;
  };
  limits_.stopped = [](void* context) { return static_cast<Calls*>(context)->stop ? 2 : 0; };
  ASSERT_EQ(pipo_solve(solver_, late(), &limits_, &answer_, &cost_), PIPO_OK);
  EXPECT_EQ(calls.done, cost_.looked_at);
  EXPECT_EQ(calls.total, cost_.looked_at);
  calls.stop = true;
  limits_.only = PIPO_METHOD_SEARCH;
  EXPECT_EQ(pipo_solve(solver_, {4, 4, 0}, &limits_, &answer_, &cost_), PIPO_STOPPED);
  EXPECT_EQ(pipo_solver_error_code(solver_), PIPO_STOPPED);
}

// The answers of pipo_solve_all, by position; -100 for a value that is not known.
struct Told {
  explicit Told(std::size_t count) : values(count, 99), why_not(count, PIPO_INTERNAL) {}

  static void tell(const pipo_attempt* known, void* context) {
    auto& told = *static_cast<Told*>(context);
    EXPECT_EQ(known->struct_size, sizeof(pipo_attempt));
    EXPECT_EQ(known->answer == nullptr, known->why_not != PIPO_OK);
    EXPECT_EQ(known->cost == nullptr, known->why_not != PIPO_OK);
    EXPECT_EQ(std::strlen(known->why_not_text) > 0, known->why_not != PIPO_OK);
    EXPECT_EQ(told.values.at(known->number), 99) << "told twice";
    told.values[known->number] = known->answer == nullptr ? -100 : known->answer->value;
    told.why_not[known->number] = known->why_not;
    if (known->answer == nullptr) return;
    EXPECT_EQ(known->lower, known->answer->value);
    EXPECT_EQ(known->upper, known->answer->value);
    EXPECT_NE(known->cost->method, PIPO_METHOD_ANY);
  }

  std::vector<int> values;
  std::vector<int> why_not;
};

TEST_F(CSolver, KnowsAllOfABatch) {
  const pipo_position positions[] = {{3, 3, 0}, large(0), {2, 3, 0x41}, {3, 3, 0x1204}};
  limits_.memory = 60'000'000;
  Told told(4);
  ASSERT_EQ(pipo_solve_all(solver_, positions, 4, &limits_, Told::tell, &told), PIPO_OK) << text();
  EXPECT_EQ(told.values, (std::vector{-3, -100, oracle_of(Board(2, 3)).value(0x41),
                                      oracle_of(Board(3, 3)).value(0x1204)}));
  EXPECT_EQ(told.why_not, (std::vector<int>{PIPO_OK, PIPO_OUT_OF_MEMORY, PIPO_OK, PIPO_OK}));
  ASSERT_EQ(pipo_solve_all(solver_, nullptr, 0, nullptr, Told::tell, nullptr), PIPO_OK);
}

TEST_F(CSolver, WritesMoveValuesOfManyPositions) {
  const std::uint64_t drawn[] = {0, 0x41, 0xfff};
  std::vector<std::int8_t> expected(36);
  const Solver alone(Tables(std::vector<std::filesystem::path>{}));
  alone.move_values(Board(2, 2), drawn, expected);
  std::vector<std::int8_t> values(37, 99);
  ASSERT_EQ(pipo_solver_move_values(solver_, 2, 2, drawn, 3, nullptr, values.data()), PIPO_OK);
  EXPECT_EQ(values[36], 99);
  values.pop_back();
  EXPECT_EQ(values, expected);
  EXPECT_EQ(values[0], oracle_of(Board(2, 2)).value(0));
  EXPECT_EQ(values[12], PIPO_DRAWN);
  limits_.only = PIPO_METHOD_TABLE;
  ASSERT_EQ(pipo_solver_move_values(solver_, 2, 2, drawn, 3, &limits_, values.data()), PIPO_OK);
  EXPECT_EQ(values[0], PIPO_NOT_COVERED);
  EXPECT_EQ(values[12], PIPO_DRAWN);
}

TEST_F(CSolver, Bounds) {
  pipo_value_bounds found = PIPO_VALUE_BOUNDS_INIT;
  const int value = oracle_of(Board(3, 3)).value(0);
  ASSERT_EQ(pipo_solver_bound(solver_, {3, 3, 0}, -400, 400, nullptr, &found), PIPO_OK) << text();
  EXPECT_EQ(found.lower, value);
  EXPECT_EQ(found.upper, value);
  EXPECT_EQ(found.in_time, 1);
  limits_.only = PIPO_METHOD_SEARCH;
  ASSERT_EQ(pipo_solver_bound(solver_, {3, 3, 0}, value + 2, value + 1, &limits_, &found), PIPO_OK);
  EXPECT_LT(found.upper, value + 2);
  EXPECT_EQ(found.method, PIPO_METHOD_SEARCH);
  EXPECT_GT(found.looked_at, 0U);
  limits_.seconds = 0.01;
  ASSERT_EQ(pipo_solver_bound(solver_, {5, 5, 0}, -400, 400, &limits_, &found), PIPO_OK);
  EXPECT_EQ(found.in_time, 0);
  EXPECT_LT(found.lower, found.upper);
}

TEST_F(CSolver, StopsBatches) {
  limits_.stopped = [](void*) { return 1; };
  const pipo_position position = {2, 4, 0};
  const std::uint64_t drawn = 1;
  std::int8_t values[22] = {99};
  Told told(1);
  EXPECT_EQ(pipo_solve_all(solver_, &position, 1, &limits_, Told::tell, &told), PIPO_STOPPED);
  EXPECT_EQ(pipo_solver_move_values(solver_, 2, 4, &drawn, 1, &limits_, values), PIPO_STOPPED);
  EXPECT_EQ(values[0], PIPO_DRAWN);
  EXPECT_EQ(values[21], PIPO_NOT_COVERED);
}

TEST_F(CSolver, RefusesMisuseOfBatches) {
  const pipo_position beyond = {1, 1, 16};
  const pipo_position good = {1, 1, 0};
  Told told(1);
  EXPECT_EQ(pipo_solve_all(nullptr, &good, 1, nullptr, Told::tell, &told), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solve_all(solver_, nullptr, 1, nullptr, Told::tell, &told), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solve_all(solver_, &good, 1, nullptr, nullptr, &told), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solve_all(solver_, &beyond, 1, nullptr, Told::tell, &told), PIPO_BAD_INPUT);
  EXPECT_EQ(told.values[0], 99);

  const std::uint64_t drawn[] = {16};
  std::int8_t values[4] = {99, 99, 99, 99};
  const auto refused = [&](int rows, const std::uint64_t* asked, std::int8_t* to) {
    return pipo_solver_move_values(solver_, rows, 1, asked, 1, &limits_, to) == PIPO_BAD_INPUT;
  };
  EXPECT_TRUE(refused(0, drawn, values));
  EXPECT_TRUE(refused(1, nullptr, values));
  EXPECT_TRUE(refused(1, drawn, nullptr));
  EXPECT_EQ(values[0], 99);
  EXPECT_TRUE(refused(1, drawn, values));
  EXPECT_EQ(values[0], PIPO_NOT_COVERED);
  limits_.struct_size = 8;
  EXPECT_TRUE(refused(1, &good.drawn, values));

  pipo_value_bounds found = PIPO_VALUE_BOUNDS_INIT;
  const auto not_bounded = [&](int low, int high) {
    return pipo_solver_bound(solver_, good, low, high, nullptr, &found) == PIPO_BAD_INPUT;
  };
  EXPECT_TRUE(not_bounded(2, 0));
  EXPECT_TRUE(not_bounded(-401, 0));
  EXPECT_TRUE(not_bounded(0, INT32_MAX));
  found.struct_size = 8;
  EXPECT_TRUE(not_bounded(0, 1));
  EXPECT_EQ(pipo_solver_bound(solver_, good, 0, 1, nullptr, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(found.in_time, 0);
}

TEST_F(CSolver, RefusesMisuse) {
  EXPECT_EQ(pipo_solver_open(nullptr, nullptr, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solve(nullptr, late(), nullptr, &answer_, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solver_error_code(nullptr), PIPO_BAD_INPUT);
  EXPECT_GT(std::strlen(pipo_solver_error_text(nullptr)), 0U);
  pipo_solver_close(nullptr);
  pipo_move line[PIPO_SMALL_BOARD_EDGES];
  std::size_t count = 17;
  EXPECT_EQ(pipo_solve(solver_, late(), nullptr, nullptr, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_try_solve(solver_, late(), nullptr, nullptr, &answer_, nullptr, &why_not_),
            PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_try_solve(solver_, late(), nullptr, &bounds_, &answer_, nullptr, nullptr),
            PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solver_line(solver_, late(), nullptr, nullptr, &count), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solver_line(solver_, late(), nullptr, line, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solve(solver_, {9, 9, 0}, nullptr, &answer_, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solve(solver_, {1, 1, 16}, nullptr, &answer_, nullptr), PIPO_BAD_INPUT);

  const auto refused = [&] { return pipo_solve(solver_, late(), &limits_, &answer_, &cost_); };
  limits_.struct_size = 8;
  EXPECT_EQ(refused(), PIPO_BAD_INPUT);
  EXPECT_NE(text().find("struct_size"), std::string::npos);
  limits_ = PIPO_LIMITS_INIT;
  limits_.only = 4;
  EXPECT_EQ(refused(), PIPO_BAD_INPUT);
  limits_ = PIPO_LIMITS_INIT;
  limits_.seconds = std::nan("");
  EXPECT_EQ(refused(), PIPO_BAD_INPUT);
  limits_ = PIPO_LIMITS_INIT;
  limits_.threads = -1;
  EXPECT_EQ(refused(), PIPO_BAD_INPUT);

  pipo_solver* failed = nullptr;
  EXPECT_EQ(pipo_solver_open(nullptr, &limits_, &failed), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_solve(failed, late(), nullptr, &answer_, nullptr), PIPO_BAD_INPUT);
  EXPECT_NE(std::strstr(pipo_solver_error_text(failed), "threads"), nullptr);
  pipo_solver_close(&failed);
}

TEST_F(CSolver, ErrorsBelongToTheirThread) {
  EXPECT_EQ(pipo_solve(solver_, {9, 9, 0}, nullptr, &answer_, nullptr), PIPO_BAD_INPUT);
  std::thread([this] { EXPECT_EQ(pipo_solver_error_code(solver_), PIPO_OK); }).join();
}

// Layers 0 to 3 of 3x3 are the atlas.
TEST_F(CSolver, TheAtlasAndWhereSweepsBegan) {
  const TemporaryFolder folder;
  KeptLayers::Layers first;
  for (const std::size_t layer : {0, 1, 2, 3}) first.set(layer);
  write_thinned(small_tables() / "3x3", folder.path(), KeptLayers(0, 24, first));
  const test::WithAtlas atlas(folder.path().string());
  pipo_tables* tables = nullptr;
  pipo_options options = PIPO_OPTIONS_INIT;
  options.no_atlas = 1;
  ASSERT_EQ(pipo_open(nullptr, 0, &options, &tables), PIPO_OK);
  std::size_t count = 7;
  ASSERT_EQ(pipo_found(tables, &count), PIPO_OK);
  EXPECT_EQ(count, 0U);
  pipo_close(&tables);
  // A program that was compiled before the member existed.
  options.struct_size = offsetof(pipo_options, no_atlas);
  ASSERT_EQ(pipo_open(nullptr, 0, &options, &tables), PIPO_OK);
  ASSERT_EQ(pipo_found(tables, &count), PIPO_OK);
  ASSERT_EQ(count, 1U);
  pipo_table found = PIPO_TABLE_INIT;
  ASSERT_EQ(pipo_found_table(tables, 0, &found), PIPO_OK);
  EXPECT_EQ(found.atlas, 1);
  found.atlas = 7;
  found.struct_size = offsetof(pipo_table, atlas);
  ASSERT_EQ(pipo_found_table(tables, 0, &found), PIPO_OK);
  EXPECT_EQ(found.atlas, 7);
  pipo_solver* solver = nullptr;
  ASSERT_EQ(pipo_solver_open(tables, nullptr, &solver), PIPO_OK);
  pipo_close(&tables);
  ASSERT_EQ(pipo_solve(solver, {3, 3, 0}, nullptr, &answer_, &cost_), PIPO_OK);
  EXPECT_EQ(answer_.value, -3);
  EXPECT_EQ(answer_.atlas, 1);
  EXPECT_EQ(cost_.swept_from, -1);
  limits_.only = PIPO_METHOD_SWEEP;
  ASSERT_EQ(pipo_solve(solver, {3, 3, 0xf}, &limits_, &answer_, &cost_), PIPO_OK);
  EXPECT_EQ(answer_.value, oracle_of(Board(3, 3)).value(0xf));
  EXPECT_EQ(answer_.atlas, 0);
  EXPECT_EQ(cost_.swept_from, 4);
  answer_.atlas = 7;
  answer_.struct_size = offsetof(pipo_answer, atlas);
  cost_.swept_from = 7;
  cost_.struct_size = offsetof(pipo_cost, swept_from);
  ASSERT_EQ(pipo_solve(solver, {3, 3, 0xf}, &limits_, &answer_, &cost_), PIPO_OK);
  EXPECT_EQ(answer_.atlas, 7);
  EXPECT_EQ(cost_.swept_from, 7);
  pipo_solver_close(&solver);
}

}  // namespace pipo::c_solver_test
