// Errors as problem details (RFC 9457): what is wrong, and what to do about it.
#pragma once

#include <fmt/core.h>

#include <exception>
#include <string>
#include <string_view>

#include "pipo/serve/message.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// A kind of problem: its HTTP status, and the last part of its type and its title, which depend on
// nothing else.
struct Kind {
  int status;
  const char* word;
  const char* title;

  bool operator==(const Kind& other) const { return std::string_view(word) == other.word; }

  static const Kind bad_input, other_origin, not_found, no_table, no_such_job, method_not_allowed,
      request_timeout, too_large, unsupported, too_many_jobs, too_many_streams, damaged_table,
      newer_table, unreadable_table, internal, no_space, busy, ending;
};

struct Problem {
  Kind kind;
  std::string detail;  // one line: what is wrong, and the remedy
};

// {"type":"urn:pipopipette:problem:no-table","title":...,"status":404,"detail":...}
std::string problem_text(const Problem& problem);

// Throws std::bad_alloc if even this little memory is missing.
Reply problem_reply(const Problem& problem);

// An error of a request, or of a job. Its detail is `why` with the values in their places.
class Refusal : public std::exception {
 public:
  template <typename... Values>
  Refusal(Kind kind, fmt::format_string<const Values&...> why, const Values&... values)
      : problem_{kind, fmt::format(why, values...)} {}
  const Problem& problem() const { return problem_; }
  const char* what() const noexcept override { return problem_.detail.c_str(); }

 private:
  Problem problem_;
};

// Throws Refusal unless all is well.
template <typename... Values>
void require(bool well, const Kind& kind, fmt::format_string<const Values&...> why,
             const Values&... values) {
  if (!well) throw Refusal(kind, why, values...);
}

// The detail of Kind::ending.
constexpr const char* kEnding = "the server is ending: start it again, then ask again";

// Describes the exception that is being handled.
Problem current_problem();

}  // namespace pipo
