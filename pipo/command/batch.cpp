#include "pipo/command/batch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "answers/nimstring.hpp"
#include "answers/values.hpp"
#include "parallel/in_parts.hpp"
#include "parallel/threads.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

constexpr std::size_t kQuestionsATask = 16;

}  // namespace

std::vector<Question> parse_questions(const std::vector<TextLine>& lines,
                                      const ReadOptions& reading) {
  std::vector<Question> questions(lines.size());
  parallel_loop(std::size_t{0}, lines.size(), [&](std::size_t i) {
    questions[i] = parse_question(lines[i].text, reading, lines[i].number);
  });
  return questions;
}

Batch::Batch(CommandContext& context, const Tables& tables, AnswerFormat format, std::string what)
    : context_(context),
      tables_(&tables),
      solver_(tables),
      format_(format),
      what_(std::move(what)),
      advice_(context.tables) {}

// The solver knows margins only, so it has no tables and is not asked.
Batch::Batch(CommandContext& context, const NimTables& tables, AnswerFormat format,
             std::string what)
    : context_(context),
      nim_tables_(&tables),
      solver_(Tables(std::vector<std::filesystem::path>())),
      format_(format),
      what_(std::move(what)),
      advice_(context.tables, TableGame::nimstring) {}

template <typename Append>
void Batch::append(std::string& results, Append as) const {
  // Text begins with a separator, which report() removes before the very first answer.
  if (format_ == AnswerFormat::text) results += '\n';
  as(results);
}

void Batch::fail(const Question& question, const std::string& message, int code, Part& part) const {
  if (format_ == AnswerFormat::jsonl) append_json_error(part.results, question.text, message);
  part.failures.push_back({question.number, code, message});
}

// Answers by tables. If one omits the layer, and too many of the next to compute it, solves the
// position.
Solution Batch::answered(const Position& position) const {
  try {
    return {.answer = tables_->answer(position)};
  } catch (const MissingTable& error) {
    if (!error.omitted_layer()) throw;
    return solver_.solve(position);
  }
}

void Batch::append_answer(std::string& out, const Question& question) const {
  const bool json = format_ == AnswerFormat::jsonl;
  if (nim_tables_ != nullptr) {
    const NimAnswer answer = nim_tables_->answer(*question.position);
    return json ? append_json(out, answer) : append_text(out, answer);
  }
  const Solution found = answered(*question.position);
  if (found.way != Way::table) {
    append_solution(out, found, question.turn_and_score, format_);
  } else if (json) {
    append_json(out, found.answer, question.turn_and_score);
  } else {
    append_text(out, found.answer, question.turn_and_score);
  }
}

void Batch::answer_one(const Question& question, Part& part) const {
  if (!question.position) return fail(question, question.problem, ExitCode::bad_input, part);
  const auto failed = failing(*question.position, advice_, [&] {
    std::string answer;
    append_answer(answer, question);
    append(part.results, [&](std::string& out) { out += answer; });
  });
  if (!failed) return;
  const bool solvable = failed->no_table && nim_tables_ == nullptr;
  const std::string solving = solvable ? advice_.solving(*question.position) : "";
  fail(question, failed->message + solving, failed->code, part);
}

void Batch::take_known(const Question& question, const Known& known, Part& part) const {
  if (!known.solution) return fail(question, known.why_not, exit_status(known.code), part);
  append(part.results, [&](std::string& out) {
    append_solution(out, *known.solution, question.turn_and_score, format_);
  });
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
  write(context_, results);
  for (const Failure& failure : part.failures) {
    if (++failed_ == 1) first_failure_ = describe(failure);
    code_ = std::max(code_, failure.code);
    if (failure.code != ExitCode::bad_input) problems_.mark_reported(failure.message);
    if (format_ == AnswerFormat::text) report_error(context_, describe(failure));
  }
}

void Batch::report(const std::vector<Part>& parts) {
  for (const Part& part : parts) report(part);
  problems_.report(context_,
                   nim_tables_ != nullptr ? nim_tables_->problems() : tables_->problems());
}

void Batch::answer(const std::vector<Question>& questions) {
  asked_ += questions.size();
  report(in_parts<Part>(questions.size(), kQuestionsATask,
                        [&](std::size_t i, Part& part) { answer_one(questions[i], part); }));
}

void Batch::solve(const std::vector<Question>& questions, const Solver& solver,
                  Progress& progress) {
  std::vector<Part> parts(questions.size());
  std::vector<Position> positions;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (questions[i].position) {
      positions.push_back(*questions[i].position);
      places.push_back(i);
    } else {
      fail(questions[i], questions[i].problem, ExitCode::bad_input, parts[i]);
    }
  }
  const double began = steady_seconds();
  std::uint64_t done = 0;
  const auto take = [&](std::size_t number, const Known& known) {
    take_known(questions[places[number]], known, parts[places[number]]);
    progress.update({.stage = "solved",
                     .done = ++done,
                     .total = positions.size(),
                     .unit = "positions",
                     .seconds = steady_seconds() - began});
  };
  try {
    solver.know_all(positions, take);
  } catch (const Stopped&) {
    progress.clear();
    report(parts);
    throw;
  }
  asked_ += questions.size();
  progress.clear();
  report(parts);
}

int Batch::finish(const std::optional<std::string>& broken_off) {
  if (format_ == AnswerFormat::jsonl && failed_ > 0) {
    const std::string how_many =
        asked_ > 1
            ? fmt::format("{} of {} positions could not be answered; the first: ", grouped(failed_),
                          grouped(asked_))
            : "";
    report_error(context_, how_many + first_failure_);
  }
  if (!broken_off) return code_;
  report_error(context_, *broken_off);
  return std::max(code_, static_cast<int>(ExitCode::bad_input));
}

}  // namespace pipo
