// Answers many positions in parallel, with results in the order of the questions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/question.hpp"
#include "answers/values.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/io/input.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/solver.hpp"
#include "probe/table/nim_tables.hpp"

namespace pipo {

// Parses several lines in parallel.
std::vector<Question> parse_questions(const std::vector<TextLine>& lines,
                                      const ReadOptions& reading);

class Batch {
 public:
  // `what` is how error messages name a question: "line" gives "line 3: ...", empty gives no
  // prefix.
  Batch(CommandContext& context, const Tables& tables, AnswerFormat format, std::string what);

  // Answers by nim-values of Nimstring.
  Batch(CommandContext& context, const NimTables& tables, AnswerFormat format, std::string what);

  // Answers positions written as text by tables, and by a solver where a table omits layers. A
  // position that cannot be answered becomes an error in its place (jsonl) or a line on the error
  // stream (text); the others are answered anyway.
  void answer(const std::vector<Question>& questions);

  // Answers them by a solver, which also takes positions that no table covers. If it is stopped,
  // the answers found by then are written first.
  void solve(const std::vector<Question>& questions, const Solver& solver, Progress& progress);

  // Prints on the error stream how many positions were not answered (jsonl, whose errors are among
  // the results), and the error that ended the input early, if any. Returns the exit code of the
  // gravest error, in this order: no space, a damaged table, a missing table, a bad position.
  int finish(const std::optional<std::string>& broken_off = {});

 private:
  struct Failure {
    std::uint64_t number = 0;
    int code = 0;
    std::string message;
  };
  struct Part {  // the results of a few consecutive questions
    std::string results;
    std::vector<Failure> failures;
  };

  Solution answered(const Position& position) const;
  void append_answer(std::string& out, const Question& question) const;
  void answer_one(const Question& question, Part& part) const;
  void take_known(const Question& question, const Known& known, Part& part) const;
  void fail(const Question& question, const std::string& message, int code, Part& part) const;
  template <typename Append>
  void append(std::string& results, Append as) const;
  void report(const std::vector<Part>& parts);
  void report(const Part& part);
  std::string describe(const Failure& failure) const;

  CommandContext& context_;
  const Tables* tables_ = nullptr;         // one of the two is set
  const NimTables* nim_tables_ = nullptr;  // all answers are of Nimstring
  Solver solver_;
  AnswerFormat format_;
  std::string what_;
  bool any_text_ = false;  // text answers are separated by empty lines
  std::uint64_t asked_ = 0;
  std::uint64_t failed_ = 0;
  int code_ = 0;
  std::string first_failure_;
  ProblemReporter problems_;
  mutable MakingAdvice advice_;
};

}  // namespace pipo
