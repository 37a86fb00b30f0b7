#include "pipo/asking/question.hpp"

#include "parallel/with_threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {

Question parse_question(const TextLine& line, const Reading& reading) {
  Question question{
      .number = line.number, .text = line.text, .position = {}, .standing = {}, .problem = {}};
  try {
    if (reading.notation == "dbn" && !reading.score && !reading.ordered) {
      question.position = parse_position(line.text);  // tens of thousands a second
      return question;
    }
    const auto [game, standing] = read_line(reading, line.text);
    question.standing = standing;
    question.position = game.position();
  } catch (const BadInput& error) {
    question.problem = error.what();
  }
  return question;
}

std::vector<Question> parse_questions(const std::vector<TextLine>& lines, const Reading& reading) {
  std::vector<Question> questions(lines.size());
  parallel_loop(std::size_t{0}, lines.size(),
                [&](std::size_t i) { questions[i] = parse_question(lines[i], reading); });
  return questions;
}

}  // namespace pipo
