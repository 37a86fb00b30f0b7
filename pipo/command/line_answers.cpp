#include "pipo/command/line_answers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "answers/nimstring.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {

void LineResults::take(const LinePart& part) {
  if (!part.results.empty()) write(context_.out, part.results);
  for (const LineError& error : part.errors) fail(error);
}

void LineResults::fail(const LineError& error) {
  const std::string message =
      names_lines_ && error.line > 0
          ? fmt::format("line {}{}{}", error.line, error.separator, error.message)
          : error.message;
  if (++failed_ == 1) first_error_ = message;
  raise_code(error.code);
  if (error.code != ExitCode::bad_input) problems_.mark_reported(error.message);
  if (!in_place_) report_error(context_.err, message);
}

std::vector<Question> parse_questions(const std::vector<TextLine>& lines,
                                      const ReadOptions& reading) {
  std::vector<Question> questions(lines.size());
  parallel_loop(std::size_t{0}, lines.size(), [&](std::size_t i) {
    questions[i] = parse_question(lines[i].text, reading, lines[i].number);
  });
  return questions;
}

namespace {

constexpr std::size_t kQuestionsATask = 16;

// Sweeps and searches of `probe` have no limits but those of the machine.
SolverOptions options_of(SolvingProgress& progress, int threads) {
  SolverOptions options{.threads = threads};
  progress.follow(options);
  return options;
}

}  // namespace

BatchAnswers::BatchAnswers(CommandContext& context, const Tables& tables, AnswerFormat format,
                           bool names_lines, int threads)
    : context_(context),
      tables_(&tables),
      progress_(context),
      solver_(tables, options_of(progress_, threads)),
      format_(format),
      results_(context, names_lines, format == AnswerFormat::jsonl),
      advice_(context.tables, TableGame::dots_and_boxes, tables.last_move_cost()) {}

// The solver knows margins only, so it has no tables and is not asked.
BatchAnswers::BatchAnswers(CommandContext& context, const NimTables& tables, AnswerFormat format,
                           bool names_lines, int /*threads*/)
    : context_(context),
      nim_tables_(&tables),
      progress_(context),
      solver_(Tables(std::vector<std::filesystem::path>(), {.no_atlas = true})),
      format_(format),
      results_(context, names_lines, format == AnswerFormat::jsonl),
      advice_(context.tables, TableGame::nimstring) {}

void BatchAnswers::append(LinePart& part, const std::string& answer) const {
  // Text begins with a separator, which write_parts() removes before the very first answer.
  if (format_ == AnswerFormat::text) part.results += '\n';
  part.results += answer;
}

void BatchAnswers::fail(const Question& question, const std::string& message, int code,
                        LinePart& part) const {
  if (format_ == AnswerFormat::jsonl) part.results += line_of(error_json(question.text, message));
  part.errors.push_back({question.number, code, message});
}

std::string BatchAnswers::answered(const Position& position,
                                   const TurnAndScore& turn_and_score) const {
  const bool json = format_ == AnswerFormat::jsonl;
  std::string text;
  if (nim_tables_ != nullptr) {
    const NimAnswer answer = nim_tables_->answer(position);
    if (json) return line_of(nim_answer_json(answer));
    append_text(text, answer);
    return text;
  }
  const Answer answer = tables_->answer(position);
  if (json) {
    append_json(text, answer, turn_and_score);
  } else {
    append_text(text, answer, turn_and_score);
  }
  return text;
}

void BatchAnswers::append_known(const Question& question, const Attempt& known,
                                LinePart& part) const {
  if (!known.solution) return fail(question, known.why_not, exit_status(known.code), part);
  std::string text;
  append_solution(text, *known.solution, question.turn_and_score, format_);
  append(part, text);
}

void BatchAnswers::answer_one(const Question& question, LinePart& part, Omitted& omitted) const {
  if (!question.position) return fail(question, question.problem, ExitCode::bad_input, part);
  if (omitted.known) return append_known(question, *omitted.known, part);
  try {
    append(part, answered(*question.position, question.turn_and_score));
  } catch (const Error& error) {
    const auto* const missing = dynamic_cast<const MissingTable*>(&error);
    omitted.asked = missing != nullptr && missing->omitted_layer() && nim_tables_ == nullptr;
    if (omitted.asked) return;
    const AnswerError described = current_answer_error(*question.position, advice_);
    const bool solvable = described.no_table && nim_tables_ == nullptr;
    fail(question, described.message + (solvable ? advice_.solving(*question.position) : ""),
         described.code, part);
  }
}

void BatchAnswers::write_parts(std::vector<LinePart>& parts) {
  for (LinePart& part : parts) {
    if (format_ == AnswerFormat::text && !any_text_ && !part.results.empty()) {
      part.results.erase(0, 1);
      any_text_ = true;
    }
    results_.take(part);
  }
  results_.report_problems(nim_tables_ != nullptr ? nim_tables_->problems() : tables_->problems());
}

std::vector<LinePart> BatchAnswers::answer_all(const std::vector<Question>& questions,
                                               std::vector<Omitted>& omitted) const {
  return in_parts<LinePart>(questions.size(), kQuestionsATask, [&](std::size_t i, LinePart& part) {
    answer_one(questions[i], part, omitted[i]);
  });
}

// Solves the questions that the tables left. Returns whether there were any.
bool BatchAnswers::solve_omitted(const std::vector<Question>& questions,
                                 std::vector<Omitted>& omitted) {
  std::vector<Position> positions;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (!omitted[i].asked) continue;
    positions.push_back(*questions[i].position);
    places.push_back(i);
  }
  if (positions.empty()) return false;
  solver_.solve_all(positions, [&](std::size_t number, Attempt known) {
    omitted[places[number]].known = std::move(known);
  });
  progress_.clear();
  return true;
}

void BatchAnswers::answer(const std::vector<Question>& questions) {
  asked_ += questions.size();
  std::vector<Omitted> omitted(questions.size());
  std::vector<LinePart> parts = answer_all(questions, omitted);
  // The second time, all omitted ones are known, and the others are answered from the cache.
  if (solve_omitted(questions, omitted)) parts = answer_all(questions, omitted);
  write_parts(parts);
}

void BatchAnswers::solve(const std::vector<Question>& questions, const Solver& solver,
                         Progress& progress) {
  std::vector<LinePart> parts(questions.size());
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
  const VerifyProgress shown = stage_progress(progress, "positions");
  std::uint64_t done = 0;
  const auto take = [&](std::size_t number, const Attempt& known) {
    const Question& question = questions[places[number]];
    LinePart& part = parts[places[number]];
    append_known(question, known, part);
    shown("solved", ++done, positions.size());
  };
  try {
    solver.solve_all(positions, take);
  } catch (const Stopped&) {
    progress.clear();
    write_parts(parts);
    throw;
  }
  asked_ += questions.size();
  progress.clear();
  write_parts(parts);
}

int BatchAnswers::finish(const std::optional<std::string>& broken_off) {
  if (format_ == AnswerFormat::jsonl && results_.failed() > 0) {
    const std::string how_many =
        asked_ > 1 ? fmt::format("{} of {} positions could not be answered; the first: ",
                                 grouped(results_.failed()), grouped(asked_))
                   : "";
    report_error(context_.err, how_many + results_.first_error());
  }
  if (broken_off) {
    report_error(context_.err, *broken_off);
    results_.raise_code(ExitCode::bad_input);
  }
  return results_.code();
}

}  // namespace pipo
