// Questions that are answered line by line: results in the order of the lines, errors, and the exit
// code of the gravest one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/question.hpp"
#include "answers/values.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/io/input.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/solver.hpp"
#include "probe/table/nim_tables.hpp"

namespace pipo {

// An error of a line, or with line 0 of the input as a whole.
struct LineError {
  std::uint64_t line = 0;
  int code = ExitCode::bad_input;
  std::string message;
  const char* separator = ": ";  // between the line's number and the message
};

// The results of a few consecutive lines.
struct LinePart {
  std::string results;
  std::vector<LineError> errors;
};

class LineResults {
 public:
  // Without `names_lines` the messages do not say "line 3: ". With `in_place` the results contain
  // the errors already, so they are not reported one by one.
  LineResults(CommandContext& context, bool names_lines, bool in_place = false)
      : context_(context), names_lines_(names_lines), in_place_(in_place) {}

  // Passes the lines to `take` in groups, and reports the error that ends them early, if any.
  // Returns the exit code.
  template <typename Take>
  int read(LineReader reader, Take&& take) {
    if (const auto broken_off = reader.read_all(take)) fail({0, ExitCode::bad_input, *broken_off});
    return code_;
  }

  // Writes results, then reports the errors.
  void take(const LinePart& part);
  void fail(const LineError& error);

  // Makes the exit code at least this one.
  void raise_code(int code) { code_ = std::max(code_, code); }

  // Reports the problems of tables that no error has named yet.
  void report_problems(const std::vector<TableProblem>& problems) {
    problems_.report(context_, problems);
  }

  // The exit code of the gravest error, in this order: no space, a damaged table, a missing table,
  // a bad position.
  int code() const { return code_; }
  std::uint64_t failed() const { return failed_; }
  const std::string& first_error() const { return first_error_; }

 private:
  CommandContext& context_;
  bool names_lines_;
  bool in_place_;
  int code_ = ExitCode::done;
  std::uint64_t failed_ = 0;
  std::string first_error_;
  ProblemReporter problems_;
};

// Parses several lines in parallel.
std::vector<Question> parse_questions(const std::vector<TextLine>& lines,
                                      const ReadOptions& reading);

// Answers many positions in parallel.
class BatchAnswers {
 public:
  // `threads`: of the solver.
  BatchAnswers(CommandContext& context, const Tables& tables, AnswerFormat format, bool names_lines,
               int threads = 0);

  // Answers by nim-values of Nimstring, without a solver.
  BatchAnswers(CommandContext& context, const NimTables& tables, AnswerFormat format,
               bool names_lines, int threads = 0);

  // Answers positions written as text by tables; then, together, those in omitted layers, by a
  // solver. A position that cannot be answered becomes an error in its place (jsonl) or a line on
  // the error stream (text); the others are answered anyway.
  void answer(const std::vector<Question>& questions);

  // Answers them by a solver, which also takes positions that no table covers. If it is stopped,
  // the answers found by then are written first.
  void solve(const std::vector<Question>& questions, const Solver& solver, Progress& progress);

  // Prints on the error stream how many positions were not answered (jsonl, whose errors are among
  // the results), and the error that ended the input early, if any. Returns the exit code.
  int finish(const std::optional<std::string>& broken_off = {});

 private:
  // A question whose layer the tables may omit, and its answer by the solver.
  struct Omitted {
    bool asked = false;
    std::optional<Attempt> known = {};
  };

  std::vector<LinePart> answer_all(const std::vector<Question>& questions,
                                   std::vector<Omitted>& omitted) const;
  bool solve_omitted(const std::vector<Question>& questions, std::vector<Omitted>& omitted);
  std::string answered(const Position& position, const TurnAndScore& turn_and_score) const;
  void answer_one(const Question& question, LinePart& part, Omitted& omitted) const;
  void append_known(const Question& question, const Attempt& known, LinePart& part) const;
  void fail(const Question& question, const std::string& message, int code, LinePart& part) const;
  void append(LinePart& part, const std::string& answer) const;
  void write_parts(std::vector<LinePart>& parts);

  CommandContext& context_;
  const Tables* tables_ = nullptr;         // one of the two is set
  const NimTables* nim_tables_ = nullptr;  // all answers are of Nimstring
  SolvingProgress progress_;
  Solver solver_;  // of positions in omitted layers
  AnswerFormat format_;
  LineResults results_;
  bool any_text_ = false;  // text answers are separated by empty lines
  std::uint64_t asked_ = 0;
  mutable MakingAdvice advice_;
};

}  // namespace pipo
