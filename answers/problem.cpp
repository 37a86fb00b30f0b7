#include "answers/problem.hpp"

#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/error_kinds.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr ProblemKind of(ErrorCode code) {
  const ErrorKind& kind = kind_of(code);
  return {kind.http_status, kind.problem, kind.title};
}

}  // namespace

const ProblemKind ProblemKind::bad_input = of(ErrorCode::bad_input);
const ProblemKind ProblemKind::other_origin{403, "other-origin",
                                            "Pages of other places may not ask this"};
const ProblemKind ProblemKind::not_found{404, "not-found", "There is nothing here"};
const ProblemKind ProblemKind::no_table = of(ErrorCode::missing_table);
const ProblemKind ProblemKind::no_such_job{404, "no-such-job", "There is no such job"};
const ProblemKind ProblemKind::method_not_allowed{405, "method-not-allowed",
                                                  "This path takes other methods"};
const ProblemKind ProblemKind::request_timeout{408, "request-timeout",
                                               "The request did not come in time"};
const ProblemKind ProblemKind::too_large{413, "too-large", "The request is too large"};
const ProblemKind ProblemKind::beyond_limits = of(ErrorCode::out_of_time);
const ProblemKind ProblemKind::unsupported{415, "unsupported",
                                           "Bodies are taken as plain text only"};
const ProblemKind ProblemKind::no_jobs{403, "no-jobs", "This server runs no jobs"};
const ProblemKind ProblemKind::too_many_jobs{429, "too-many-jobs", "Too many jobs are waiting"};
const ProblemKind ProblemKind::too_many_streams{429, "too-many-streams",
                                                "Too many clients are following jobs"};
const ProblemKind ProblemKind::too_many_requests{429, "too-many-requests",
                                                 "This client asks for too much"};
const ProblemKind ProblemKind::no_space = of(ErrorCode::out_of_memory);
const ProblemKind ProblemKind::busy = of(ErrorCode::busy);
const ProblemKind ProblemKind::ending = of(ErrorCode::stopped);

Json problem_json(const Problem& problem) {
  return {{"type", std::string("urn:pipopipette:problem:") + problem.kind.word},
          {"title", problem.kind.title},
          {"status", problem.kind.status},
          {"detail", printable(problem.detail)}};
}

Problem problem_of(Failure failure) {
  return {of(failure.code), std::move(failure.text)};
}

Problem described_problem(const char* out_of_memory) {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return {refusal.kind, refusal.what(), refusal.retry_after};
  } catch (const MissingTable& error) {
    // With a file: the table was there when it was looked for, and the file has been taken away.
    const bool taken_away = error.code() == ErrorCode::missing_table && !error.file().empty();
    return problem_of({taken_away ? ErrorCode::damaged_table : error.code(), error.what()});
  } catch (const std::exception&) {
    return problem_of(current_failure(out_of_memory));
  }
}

}  // namespace pipo
