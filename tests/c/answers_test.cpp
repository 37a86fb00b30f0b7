// Answers as C structures.
#include <gtest/gtest.h>

#include <array>
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

}  // namespace pipo::c_answers_test
