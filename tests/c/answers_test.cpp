// Answers as C structures.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "probe/c/handle.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"

namespace pipo::c_answers_test {

pipo_answer answer_of(const TemporaryFolder& folder, EdgeSet drawn, pipo_answer answer) {
  const std::string path = folder.path().string();
  const std::array folders{path.c_str()};
  pipo_tables* tables = nullptr;
  EXPECT_EQ(pipo_open(folders.data(), 1, nullptr, &tables), PIPO_OK);
  EXPECT_EQ(pipo_moves(tables, {2, 2, drawn}, &answer), PIPO_OK) << pipo_error_text(tables);
  pipo_close(&tables);
  return answer;
}

// "even" omits the layers 3, 5 and 7 of 2x2.
TEST(CAnswers, SayThatAValueWasComputed) {
  const TableIdentity table{Board(2, 2), 0};
  const TemporaryFolder whole, thinned;
  write_table(whole.path(), table, oracle_values(table.board));
  write_thinned(whole.path() / "2x2", thinned.path(), KeptLayers::parse("even", table));
  for (const auto& [drawn, computed] :
       {std::pair(0, 0), std::pair(0b11, 1), std::pair(0b10011, 1), std::pair(0xfff, 0)}) {
    const EdgeSet edges = static_cast<EdgeSet>(drawn);
    pipo_answer answer = PIPO_ANSWER_INIT;
    answer.computed = 17;
    EXPECT_EQ(answer_of(whole, edges, answer).computed, 0);
    EXPECT_EQ(answer_of(thinned, edges, answer).computed, computed) << drawn;
    EXPECT_EQ(answer_of(thinned, edges, answer).value, oracle_of(table.board).value(edges));
    // A program built with the first version has no space for this member.
    answer.struct_size = kAnswerSize;
    EXPECT_EQ(answer_of(thinned, edges, answer).computed, 17);
  }
}

// Options of a program built before there was a cost end before that member.
TEST(CAnswers, AreThoseOfTheCostInTheOptions) {
  const TemporaryFolder folder;
  const Board board(2, 2);
  for (const int cost : {0, 3}) {
    const auto its_cost = static_cast<LastMoveCost>(cost);
    const oracle::FlatTable& oracle = oracle_of(board, its_cost);
    write_table(folder.path(), table_identity(board, 0, TableGame::dots_and_boxes, its_cost),
                [&](EdgeSet drawn) { return oracle.value(drawn); });
  }
  const std::string path = folder.path().string();
  const std::array folders{path.c_str()};
  for (const bool old : {false, true}) {
    pipo_options options = PIPO_OPTIONS_INIT;
    options.last_move_cost = 3;
    if (old) options.struct_size = offsetof(pipo_options, last_move_cost);
    pipo_tables* tables = nullptr;
    ASSERT_EQ(pipo_open(folders.data(), 1, &options, &tables), PIPO_OK);
    pipo_table found = PIPO_TABLE_INIT;
    std::size_t count = 0;
    EXPECT_EQ(pipo_found(tables, &count), PIPO_OK);
    EXPECT_EQ(count, 1U);
    EXPECT_EQ(pipo_found_table(tables, 0, &found), PIPO_OK);
    EXPECT_EQ(found.last_move_cost, old ? 0 : 3);
    for (const std::uint64_t drawn : {0x0, 0x3f, 0xfff}) {
      std::int32_t value = 0;
      EXPECT_EQ(pipo_value(tables, {2, 2, drawn}, &value), PIPO_OK);
      EXPECT_EQ(value, oracle_of(board, old ? 0 : 3).value(drawn));
    }
    pipo_close(&tables);
  }
  pipo_options options = PIPO_OPTIONS_INIT;
  options.last_move_cost = 32;
  pipo_tables* tables = nullptr;
  EXPECT_EQ(pipo_open(folders.data(), 1, &options, &tables), PIPO_BAD_INPUT);
  pipo_close(&tables);
}

}  // namespace pipo::c_answers_test
