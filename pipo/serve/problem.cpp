#include "pipo/serve/problem.hpp"

#include <fmt/core.h>

#include <string_view>
#include <utility>

#include "pipo/words/answer_json.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/error_kinds.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr Kind of(ErrorCode code, const char* title) {
  return {kind_of(code).http_status, kind_of(code).problem, title};
}

}  // namespace

const Kind Kind::bad_input = of(ErrorCode::bad_input, "This cannot be read");
const Kind Kind::other_origin{403, "other-origin", "Pages of other places may not ask this"};
const Kind Kind::not_found{404, "not-found", "There is nothing here"};
const Kind Kind::no_table = of(ErrorCode::missing_table, "No table covers this position");
const Kind Kind::no_such_job{404, "no-such-job", "There is no such job"};
const Kind Kind::method_not_allowed{405, "method-not-allowed", "This path takes other methods"};
const Kind Kind::request_timeout{408, "request-timeout", "The request did not come in time"};
const Kind Kind::too_large = of(ErrorCode::out_of_time, "This is more than is allowed");
const Kind Kind::unsupported{415, "unsupported", "Bodies are taken as plain text only"};
const Kind Kind::too_many_jobs{429, "too-many-jobs", "Too many jobs are waiting"};
const Kind Kind::too_many_streams{429, "too-many-streams", "Too many clients are following jobs"};
const Kind Kind::damaged_table = of(ErrorCode::damaged_table, "A table is damaged");
const Kind Kind::newer_table = of(ErrorCode::newer_table, "A newer version made a table");
const Kind Kind::unreadable_table = of(ErrorCode::unreadable_table, "A table may not be read");
const Kind Kind::internal = of(ErrorCode::internal, "Something is wrong with the server");
const Kind Kind::no_space =
    of(ErrorCode::out_of_memory, "The machine has not enough memory, files or threads");
const Kind Kind::busy = of(ErrorCode::busy, "Too many connections");
const Kind Kind::ending = of(ErrorCode::stopped, "The server is ending");

namespace {

const Kind& problem_of(ErrorCode code) {
  for (const Kind* kind :
       {&Kind::bad_input, &Kind::no_table, &Kind::too_large, &Kind::damaged_table,
        &Kind::newer_table, &Kind::unreadable_table, &Kind::no_space, &Kind::busy, &Kind::ending}) {
    if (std::string_view(kind->word) == kind_of(code).problem) return *kind;
  }
  return Kind::internal;
}

}  // namespace

std::string problem_text(const Problem& problem) {
  // Not built as Json: its destructor allocates, and terminates the program if it cannot.
  return fmt::format(
      R"({{"type":"urn:pipopipette:problem:{}","title":"{}","status":{},"detail":{}}})",
      problem.kind.word, problem.kind.title, problem.kind.status,
      json_string(printable(problem.detail)));
}

Reply problem_reply(const Problem& problem) {
  Reply reply = json_reply(problem_text(problem), problem.kind.status);
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
    Failure failure = current_failure(
        "out of memory; ask for less at a time, or start the server with less --cache and "
        "--memory");
    // The table was there when the server began: a file of it has been taken away.
    const auto* const missing = dynamic_cast<const MissingTable*>(&error);
    const bool taken_away =
        failure.code == ErrorCode::missing_table && missing != nullptr && !missing->file().empty();
    return {taken_away ? Kind::damaged_table : problem_of(failure.code), std::move(failure.text)};
  }
}

}  // namespace pipo
