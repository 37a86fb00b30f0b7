// Errors of questions as problem details (RFC 9457): what is wrong, and what to do about it. The
// word of a problem tells programs its kind; its status is that of the HTTP interface.
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "probe/base/failure.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// A kind of problem: its HTTP status, and the last part of its type and its title, which depend on
// nothing else.
struct ProblemKind {
  int status;
  const char* word;
  const char* title;

  bool operator==(const ProblemKind& other) const { return std::string_view(word) == other.word; }

  static const ProblemKind bad_input, other_origin, not_found, no_table, no_such_job,
      method_not_allowed, request_timeout, too_large, beyond_limits, unsupported, no_jobs,
      too_many_jobs, too_many_streams, too_many_requests, no_space, busy, ending;
};

struct Problem {
  ProblemKind kind;
  std::string detail;   // one line: what is wrong, and the remedy
  int retry_after = 1;  // seconds, if the kind's status is one to ask again after
};

// {"type":"urn:pipopipette:problem:no-table","title":...,"status":404,"detail":...}
Json problem_json(const Problem& problem);

// An error of a request, or of a job. Its detail is `why` with the values in their places.
struct Refusal : std::runtime_error {
  template <typename... Values>
  Refusal(ProblemKind its_kind, fmt::format_string<const Values&...> why, const Values&... values)
      : runtime_error(fmt::format(why, values...)), kind(its_kind) {}

  // Returns the same, which says to ask again after this many seconds.
  Refusal after(int seconds) && {
    retry_after = seconds;
    return std::move(*this);
  }

  ProblemKind kind;
  int retry_after = 1;
};

// Throws Refusal unless all is well.
template <typename... Values>
void require(bool well, const ProblemKind& kind, fmt::format_string<const Values&...> why,
             const Values&... values) {
  if (!well) throw Refusal(kind, why, values...);
}

Problem problem_of(Failure failure);

// Describes the exception that is being handled. `out_of_memory` is the text for std::bad_alloc.
Problem described_problem(const char* out_of_memory);

}  // namespace pipo
