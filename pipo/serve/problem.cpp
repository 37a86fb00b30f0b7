#include "pipo/serve/problem.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

constexpr Known of(ErrorCode code, const char* title) {
  return {kind_of(code).http_status, kind_of(code).problem, title};
}

// By Kind.
constexpr std::array kKnown = {
    of(ErrorCode::bad_input, "This cannot be read"),
    Known{403, "other-origin", "Pages of other places may not ask this"},
    Known{404, "not-found", "There is nothing here"},
    of(ErrorCode::missing_table, "No table covers this position"),
    Known{404, "no-such-job", "There is no such job"},
    Known{405, "method-not-allowed", "This path takes other methods"},
    of(ErrorCode::out_of_time, "This is more than is allowed"),
    Known{415, "unsupported", "Bodies are taken as plain text only"},
    Known{429, "too-many-jobs", "Too many jobs are waiting"},
    Known{429, "too-many-streams", "Too many clients are following jobs"},
    of(ErrorCode::damaged_table, "A table is damaged"),
    of(ErrorCode::newer_table, "A newer version made a table"),
    of(ErrorCode::unreadable_table, "A table may not be read"),
    of(ErrorCode::internal, "Something is wrong with the server"),
    of(ErrorCode::out_of_memory, "The machine has not enough memory, files or threads"),
    of(ErrorCode::busy, "Too many connections"),
    of(ErrorCode::stopped, "The server is ending"),
};
static_assert(kKnown.size() == static_cast<std::size_t>(Kind::ending) + 1);

const Known& known(Kind kind) {
  return kKnown.at(static_cast<std::size_t>(kind));
}

Kind problem_of(ErrorCode code) {
  const auto same = [&](const Known& one) {
    return std::string_view(one.word) == kind_of(code).problem;
  };
  return static_cast<Kind>(std::ranges::find_if(kKnown, same) - kKnown.begin());
}

}  // namespace

int status(Kind kind) {
  return known(kind).status;
}

std::string problem_text(const Problem& problem) {
  // No Json: its destructor needs memory, and ends the program if there is none.
  const Known& what = known(problem.kind);
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
