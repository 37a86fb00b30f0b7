#include "pipo/command/batch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "pipo/asking/in_parts.hpp"
#include "pipo/command/failing.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipo/words/answer_text.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

constexpr std::size_t kQuestionsATask = 16;

}  // namespace

Batch::Batch(Session& session, const Tables& tables, AnswerFormat format, std::string what)
    : session_(session),
      tables_(tables),
      format_(format),
      what_(std::move(what)),
      advice_(session.tables) {}

void Batch::append(const Answer& answer, const Standing& standing, std::string& results) const {
  if (format_ == AnswerFormat::jsonl) {
    append_json(results, answer, standing);
  } else {
    // Adds a separator; report() removes it before the very first answer.
    results += '\n';
    append_text(results, answer, standing);
  }
}

void Batch::answer_one(const Question& question, Part& part) const {
  const auto fail = [&](const std::string& message, int code) {
    if (format_ == AnswerFormat::jsonl) append_json_error(part.results, question.text, message);
    part.failures.push_back({question.number, code, message});
  };
  if (!question.position) return fail(question.problem, ExitCode::bad_input);
  const auto failed = failing(*question.position, advice_, [&] {
    append(tables_.answer(*question.position), question.standing, part.results);
  });
  if (failed) fail(failed->message, failed->code);
}

std::string Batch::describe(const Failure& failure) const {
  if (what_.empty()) return failure.message;
  return fmt::format("{} {}: {}", what_, failure.number, failure.message);
}

void Batch::report(const Part& part) {
  std::string_view results = part.results;
  if (format_ == AnswerFormat::text && !any_text_ && !results.empty()) {
    results.remove_prefix(1);
    any_text_ = true;
  }
  write(session_, results);
  for (const Failure& failure : part.failures) {
    if (++failed_ == 1) first_failure_ = describe(failure);
    code_ = std::max(code_, failure.code);
    if (failure.code != ExitCode::bad_input) problems_.mark_reported(failure.message);
    if (format_ == AnswerFormat::text) complain(session_, describe(failure));
  }
}

void Batch::answer(const std::vector<Question>& questions) {
  asked_ += questions.size();
  const auto parts =
      in_parts<Part>(questions.size(), kQuestionsATask,
                     [&](std::size_t i, Part& part) { answer_one(questions[i], part); });
  for (const Part& part : parts) report(part);
  problems_.report(session_, tables_);
}

void Batch::answer(const Position& position, const Standing& standing) {
  const std::string text = to_string(position);
  answer({Question{
      .number = 1, .text = text, .position = position, .standing = standing, .problem = {}}});
}

int Batch::finish() {
  if (format_ == AnswerFormat::jsonl && failed_ > 0) {
    const std::string how_many =
        asked_ > 1
            ? fmt::format("{} of {} positions could not be answered; the first: ", grouped(failed_),
                          grouped(asked_))
            : "";
    complain(session_, how_many + first_failure_);
  }
  return code_;
}

}  // namespace pipo
