// Values as JSON: the fast writer of batches and the objects of the server are the same.
#include "answers/values.hpp"

#include <gtest/gtest.h>

#include "pipopipette/notation.hpp"
#include "solve/method.hpp"

namespace pipo::test::values_test {

TEST(Values, ALineOfABatchIsTheSameObject) {
  Answer answer;
  answer.position = parse_position("1x2:0110101");
  answer.value = -2;
  answer.moves = {{.edge = 0, .captures = 0, .value = -2}, {.edge = 3, .captures = 1, .value = 0}};
  answer.best = {0, 3};
  for (const bool started : {false, true}) {
    if (started) answer.table = table_identity(answer.position.board, 0b1);
    answer.computed = started;
    std::string line;
    append_json(line, answer);
    EXPECT_EQ(line, line_of(answer_json(answer)));
    const TurnAndScore turn_and_score{.turn = 1, .score = std::array{3, 2}};
    Json json = answer_json(answer);
    add_turn_and_score(json, answer.position, turn_and_score, answer.value);
    json["by"] = word(Method::sweep);
    line.clear();
    append_json(line, answer, turn_and_score, Method::sweep);
    EXPECT_EQ(line, line_of(json));
  }
}

}  // namespace pipo::test::values_test
