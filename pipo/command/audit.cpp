// `pipo audit`: compares what a file says about positions with exact values.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parallel/threads.hpp"
#include "pipo/command/audit_report.hpp"
#include "pipo/command/claim_reader.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/line_answers.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/io/input.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "solve/limits.hpp"

namespace pipo {
namespace {

constexpr std::size_t kLinesATask = 64;

// The most refusals that name limits which suffice: finding them takes a few milliseconds each.
constexpr std::size_t kMostAdvised = 64;

class Auditing {
 public:
  Auditing(CommandContext& context, const Limits& limits, BestRule rule,
           std::unique_ptr<AuditReport> report)
      : context_(context),
        rule_(rule),
        limits_(limits),
        progress_(context),
        solver_(solver_within(limits_, available_tables(context, limits_), progress_)),
        report_(std::move(report)),
        results_(context, true, report_->reports_not_audited()),
        advice_(context.tables) {}

  // Audits these lines with several threads. Throws Stopped, after reporting what it audited.
  void audit(const std::vector<ClaimLine>& lines) {
    const std::vector<std::int8_t> values = simple_values(lines);
    const auto is_left = [&](std::size_t i) {
      return values[i] == kNotCovered && limits_.time > 0 && lines[i].claim &&
             !solver_.tables().covers_moves(lines[i].claim->position);
    };
    std::vector<std::size_t> uncovered;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (is_left(i)) uncovered.push_back(i);
    }
    std::vector<std::optional<Outcome>> solved(lines.size());
    const std::optional<Stopped> stopped = solve(lines, uncovered, solved);
    for (const AuditPart& part :
         in_parts<AuditPart>(lines.size(), kLinesATask, [&](std::size_t i, AuditPart&part) {
           if (solved[i] || !is_left(i)) audit_line(lines[i], values[i], solved[i], part);
         })) {
      take(part);
    }
    results_.report_problems(solver_.tables().problems());
    if (stopped) throw Stopped(*stopped);
  }

  // Reports that the file itself, or the rest of it, is not audited.
  void refuse(const std::string& message, int code = ExitCode::bad_input) {
    AuditPart part;
    report_->append_not_audited(part.results, 0, "", message);
    part.counts.not_audited = 1;
    part.errors.push_back({0, code, message});
    take(part);
  }

  // Ends the report. Returns the exit code of the gravest problem.
  int finish() {
    if (report_->counts_first()) {
      write(context_.out, report_->head(counts_));
      spool_.write_to(context_.out);
    }
    write(context_.out, report_->foot(counts_));
    if (report_->reports_not_audited() && counts_.not_audited > 0) {
      report_error(context_.err,
                   fmt::format("{} could not be audited; the first: {}",
                               counted(counts_.not_audited, "line"), results_.first_error()));
    }
    return results_.code();
  }

  bool found_nothing() const { return counts_.right + counts_.wrong + counts_.not_audited == 0; }

 private:
  struct AuditPart {
    std::string results;
    AuditCounts counts;
    std::vector<LineError> errors;
  };

  // The answer for a position, or why there is none.
  struct Outcome {
    Answer answer;
    std::optional<AnswerError> failed;
  };

  // Returns, by line, the values of positions for which nothing more is claimed; many at once are
  // found quickly. If a table fails, all are left to be asked individually.
  std::vector<std::int8_t> simple_values(const std::vector<ClaimLine>& lines) const {
    std::vector<Position> positions;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].claim || !lines[i].claim->value_only()) continue;
      positions.push_back(lines[i].claim->position);
      places.push_back(i);
    }
    std::vector<std::int8_t> found(positions.size()), values(lines.size(), kNotCovered);
    try {
      solver_.tables().find_values(positions, found, limits_.threads);
    } catch (const Error&) {
      return values;
    }
    for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = found[i];
    return values;
  }

  // Solves the positions of these lines, in the order that costs least. Returns the error if it is
  // stopped; some are then missing in `solved`.
  std::optional<Stopped> solve(const std::vector<ClaimLine>& lines,
                               const std::vector<std::size_t>& uncovered,
                               std::vector<std::optional<Outcome>>& solved) {
    if (uncovered.empty()) return {};
    std::vector<Position> positions;
    for (const std::size_t i : uncovered) positions.push_back(lines[i].claim->position);
    const Interruption interruption;
    std::optional<Stopped> stopped;
    try {
      solver_.solve_all(positions, [&](std::size_t number, Attempt known) {
        Outcome& outcome = solved[uncovered[number]].emplace();
        if (known.solution) {
          outcome.answer = std::move(known.solution->answer);
        } else {
          outcome.failed = AnswerError{exit_status(known.code), why(known, positions[number])};
        }
      });
    } catch (const Stopped& error) {
      stopped = error;
    }
    progress_.clear();
    return stopped;
  }

  // Returns why a position was not solved, and limits that would suffice.
  std::string why(const Attempt& known, const Position& position) {
    const bool limited =
        known.code == ErrorCode::out_of_memory || known.code == ErrorCode::out_of_time;
    if (!limited || ++advised_ > kMostAdvised) return known.why_not;
    return with_sufficient_options(known.why_not, facts_of(known), position, limits_);
  }

  void audit_line(const ClaimLine& line, std::int8_t value, const std::optional<Outcome>& solved,
                  AuditPart& part) const {
    const auto refuse = [&](int code, const std::string& message) {
      report_->append_not_audited(part.results, line.number, line.text, message);
      ++part.counts.not_audited;
      const bool names_column = code == ExitCode::bad_input;
      part.errors.push_back({line.number, code, message, names_column ? ", " : ": "});
    };
    if (!line.claim) return refuse(ExitCode::bad_input, line.problem);
    const Claim& claim = *line.claim;
    Outcome outcome = solved.value_or(Outcome());
    const bool settled = value != kNotCovered && value == claim.value;
    if (!solved && !settled) {
      try {
        solver_.tables().answer(claim.position, outcome.answer);
      } catch (const Error&) {
        outcome.failed = current_answer_error(claim.position, advice_);
      }
    }
    if (outcome.failed) return refuse(outcome.failed->code, outcome.failed->message);
    const Answer& answer = outcome.answer;
    ++part.counts.values;
    part.counts.bests += claim.best.has_value();
    part.counts.moves += claim.moves.size();
    const Differences found = settled ? Differences{} : differences(claim, answer, rule_);
    if (found.any()) {
      ++part.counts.wrong;
      report_->append_wrong(part.results, line.number, claim, answer, found);
    } else {
      ++part.counts.right;
      report_->append_right(part.results, line.number, claim);
    }
  }

  void take(const AuditPart& part) {
    if (report_->counts_first()) {
      spool_.add(part.results);
    } else if (!part.results.empty()) {
      write(context_.out, part.results);
    }
    counts_.add(part.counts);
    if (part.counts.wrong > 0) results_.raise_code(ExitCode::mismatch);
    for (const LineError& error : part.errors) results_.fail(error);
  }

  CommandContext& context_;
  BestRule rule_;
  const Limits limits_;
  SolvingProgress progress_;
  Solver solver_;
  std::unique_ptr<AuditReport> report_;
  Spool spool_;
  AuditCounts counts_;
  LineResults results_;
  mutable MakingAdvice advice_;
  std::size_t advised_ = 0;  // refusals that name limits
};

constexpr const char* kAuditHelp =
    R"(A line of the file is POSITION VALUE [BEST] [MOVES]. VALUE is the margin for the player to
move, BEST the best moves, h0.0,v1.1, and MOVES the values of moves, h0.0=1,v1.1=-1. In
notations other than dbn, tabs separate the fields. Empty lines and lines that begin with
'#' are skipped. The file may also be csv, whose header names the columns position, value,
best and moves, or the JSON lines that probe and sample write.

Each move named as best must be one of the best moves; with --strict, all best moves must
be listed. A line that cannot be read does not stop the audit. --format junit writes a test
case for each line, for continuous integration.

A position that no table covers is solved, as by "pipo solve". Beyond --time (for each of
them) or --memory it is not audited. Positions that follow from one another share the work
if they are near each other in the file. --time 0 uses tables only.

The exit code is 1 if a claim is wrong, 2 if a line cannot be read, 3 or 4 if a table is
missing or damaged, 5 if a position is beyond the limits.

Examples:
  pipo audit test_positions.txt
  pipo audit --strict test_positions.csv
  pipo audit --notation moves --format junit games.txt > report.xml
  pipo sample 3x3 --count 1000 | pipo audit -
  pipo probe --batch positions.txt --format jsonl | pipo --tables other audit -)";

struct AuditArguments {
  std::string file;
  std::string input;
  std::string notation = "dbn";
  bool strict = false;
  std::string format;
  Limits limits = {.time = 10};
};

std::optional<ClaimForm> claim_form(const std::string& input) {
  if (input == "text") return ClaimForm::text;
  if (input == "csv") return ClaimForm::csv;
  if (input == "jsonl") return ClaimForm::jsonl;
  return {};
}

int audit(CommandContext& context, const AuditArguments& options) {
  if (options.notation != kAnyNotation && notation(options.notation).form == NotationForm::file) {
    throw BadInput(fmt::format(
        "{} takes several lines, but each line of this file must be a position; choose another "
        "notation",
        options.notation));
  }
  Source source(context.in, options.file);
  Auditing audit(context, options.limits, options.strict ? BestRule::all : BestRule::some,
                 audit_report(options.format, options.file == "-" ? source.name() : options.file));
  LineReader reader(source.stream(), source.name());
  ClaimReader claims(options.notation, claim_form(options.input));
  std::optional<std::string> broken_off;
  try {
    broken_off = reader.read_all([&](const auto& lines) { audit.audit(claims.read(lines)); });
  } catch (const Stopped& error) {
    audit.refuse(error.what(), ExitCode::stopped);
    return audit.finish();
  }
  if (broken_off) {
    audit.refuse(*broken_off);
  } else if (audit.found_nothing()) {
    audit.refuse(source.name() + " has no position in it: nothing was audited");
  }
  return audit.finish();
}

}  // namespace

void add_audit(CLI::App& app, CommandContext& context) {
  Command command(app, "audit", "Checks a file of positions and values against exact values",
                  kAuditHelp);
  AuditArguments& arguments = command.action<AuditArguments>(
      context, [](CommandContext& its, const AuditArguments& options) {
        return with_threads(options.limits.threads, [&] { return audit(its, options); });
      });
  command.required_option("FILE", arguments.file, "",
                          "File with a position and its value per line, - for standard input");
  command.word("--input", arguments.input, {"auto", "text", "csv", "jsonl"},
               "Format of the file; auto decides by the first line");
  command.text("--notation", arguments.notation, "NAME",
               listed_notations("Notation of the positions", true), Default::shown);
  command.flag("--strict", arguments.strict, "Require that all best moves are listed");
  add_limits(command, arguments.limits, "a position");
  command.format(arguments.format, {"text", "jsonl", "junit"});
}

}  // namespace pipo
