// Errors as problem details (RFC 9457): what is wrong, and what to do about it.
#pragma once

#include <exception>
#include <string>

#include "pipo/serve/reply.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

enum class Kind {
  bad_input,           // 400
  other_origin,        // 403
  not_found,           // 404: no such path
  no_table,            // 404: none covers the position
  no_such_job,         // 404
  method_not_allowed,  // 405
  request_timeout,     // 408
  too_large,           // 413
  unsupported,         // 415
  too_many_jobs,       // 429
  too_many_streams,    // 429
  damaged_table,       // 500
  unreadable_table,    // 500
  internal,            // 500
  no_space,            // 503
  busy,                // 503: too many connections
  ending               // 503: the server is
};

struct Problem {
  Kind kind = Kind::internal;
  std::string detail;  // one line: what is wrong, and the remedy
};

int status(Kind kind);

// {"type":"urn:pipopipette:problem:no-table","title":...,"status":404,"detail":...}
std::string problem_text(const Problem& problem);
Json problem_json(const Problem& problem);

// Throws std::bad_alloc, at worst, when the memory is used up.
Reply problem_reply(const Problem& problem);

// An error of ours as somebody who asks over HTTP is told of it.
class Refusal : public std::exception {
 public:
  explicit Refusal(Problem problem) : problem_(std::move(problem)) {}
  Refusal(Kind kind, std::string detail) : problem_{kind, std::move(detail)} {}
  const Problem& problem() const { return problem_; }
  const char* what() const noexcept override { return problem_.detail.c_str(); }

 private:
  Problem problem_;
};

// What the exception that is being handled tells.
Problem current_problem();

}  // namespace pipo
