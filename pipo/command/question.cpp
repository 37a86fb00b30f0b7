#include "pipo/command/question.hpp"

#include <tbb/parallel_for.h>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {

Question parse_question(const TextLine& line) {
  Question question{.number = line.number, .text = line.text, .position = {}, .problem = {}};
  try {
    question.position = parse_position(line.text);
  } catch (const BadInput& error) {
    question.problem = error.what();
  }
  return question;
}

std::vector<Question> parse_questions(const std::vector<TextLine>& lines) {
  std::vector<Question> questions(lines.size());
  tbb::parallel_for(std::size_t{0}, lines.size(),
                    [&](std::size_t i) { questions[i] = parse_question(lines[i]); });
  return questions;
}

}  // namespace pipo
