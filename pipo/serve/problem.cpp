#include "pipo/serve/problem.hpp"

#include <fmt/core.h>

#include <string_view>

#include "pipo/words/answer_json.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/error_kinds.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

struct Known {
  int status;
  const char* word;
  const char* title;
};

// The status and the word of an error of the library.
Known known(ErrorCode code, const char* title) {
  return {kind_of(code).http_status, kind_of(code).problem, title};
}

Known known(Kind kind) {
  switch (kind) {
    case Kind::bad_input:
      return known(ErrorCode::bad_input, "This cannot be read");
    case Kind::other_origin:
      return {403, "other-origin", "Pages of other places may not ask this"};
    case Kind::not_found:
      return {404, "not-found", "There is nothing here"};
    case Kind::no_table:
      return known(ErrorCode::missing_table, "No table covers this position");
    case Kind::no_such_job:
      return {404, "no-such-job", "There is no such job"};
    case Kind::method_not_allowed:
      return {405, "method-not-allowed", "This path takes other methods"};
    case Kind::too_large:
      return known(ErrorCode::out_of_time, "This is more than is allowed");
    case Kind::unsupported:
      return {415, "unsupported", "Bodies are taken as plain text only"};
    case Kind::too_many_jobs:
      return {429, "too-many-jobs", "Too many jobs are waiting"};
    case Kind::too_many_streams:
      return {429, "too-many-streams", "Too many clients are following jobs"};
    case Kind::damaged_table:
      return known(ErrorCode::damaged_table, "A table is damaged");
    case Kind::newer_table:
      return known(ErrorCode::newer_table, "A newer version made a table");
    case Kind::unreadable_table:
      return known(ErrorCode::unreadable_table, "A table may not be read");
    case Kind::no_space:
      return known(ErrorCode::out_of_memory, "The machine has not enough memory, files or threads");
    case Kind::busy:
      return known(ErrorCode::busy, "Too many connections");
    case Kind::ending:
      return known(ErrorCode::stopped, "The server is ending");
    case Kind::internal:
      break;
  }
  return known(ErrorCode::internal, "Something is wrong with the server");
}

Kind problem_of(ErrorCode code) {
  for (int kind = 0; kind < static_cast<int>(Kind::ending); ++kind) {
    const std::string_view word = known(static_cast<Kind>(kind)).word;
    if (word == kind_of(code).problem) return static_cast<Kind>(kind);
  }
  return Kind::ending;
}

}  // namespace

int status(Kind kind) {
  return known(kind).status;
}

std::string problem_text(const Problem& problem) {
  // No Json: its destructor needs memory, and ends the program if there is none.
  const Known what = known(problem.kind);
  return fmt::format(
      R"({{"type":"urn:pipopipette:problem:{}","title":"{}","status":{},"detail":{}}})", what.word,
      what.title, what.status, json_string(printable(problem.detail)));
}

Json problem_json(const Problem& problem) {
  return Json::parse(problem_text(problem));
}

Reply problem_reply(const Problem& problem) {
  Reply reply = passing_reply(problem_text(problem), status(problem.kind));
  reply.type = "application/problem+json";
  if (reply.status == 429 || reply.status == 503) reply.headers["Retry-After"] = "1";
  return reply;
}

Problem current_problem() {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return refusal.problem();
  } catch (const std::exception& error) {
    const Failure failure = current_failure(
        "out of memory; ask for less at a time, or start the server with less --cache and "
        "--memory");
    // The table was there when the server began: a file of it has been taken away.
    const auto* const missing = dynamic_cast<const MissingTable*>(&error);
    const bool taken_away =
        failure.code == ErrorCode::missing_table && missing != nullptr && !missing->file().empty();
    return {taken_away ? Kind::damaged_table : problem_of(failure.code), failure.text};
  }
}

}  // namespace pipo
