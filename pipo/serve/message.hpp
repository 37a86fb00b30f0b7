// A request and its reply, with only those parts of HTTP that answers depend on; and errors as
// problem details (RFC 9457): what is wrong, and what to do about it.
#pragma once

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "probe/base/failure.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

using Parameters = std::multimap<std::string, std::string>;

struct Request {
  std::string method;  // "GET", "POST", "DELETE"; HEAD has become GET
  std::string path;    // "/api/v1/value", decoded
  Parameters parameters;
  std::string body;
  std::string if_none_match;      // ETags the client has
  std::string content_type = {};  // of the body, in lower case
  std::string argument = {};      // the part of the path that differs: "3x3", a job's number

  // Returns whether the client has closed its side of the connection. Any thread; may be empty.
  std::function<bool()> closed = {};
};

// Removes the first part of a list from `text`, with the separator, and returns the part.
std::string_view next_part(std::string_view& text, char separator);

// Decodes "/api/v1/value?position=3x3%3A...&score=2" into the path and the parameters of the
// request, which may contain any bytes. Throws BadInput for a % without its digits.
void read_target(std::string_view target, Request& request);

// Returns the value of a parameter, empty if it is not given. Throws BadInput if it is given twice.
std::string parameter(const Request& request, const std::string& name);

// Does the same, and throws BadInput if the parameter is not given.
std::string required_parameter(const Request& request, const std::string& name);

// Returns whether a parameter has the first of its two values. Returns `usual` if it is not given.
bool is_first(const Request& request, const std::string& name,
              const std::array<std::string_view, 2>& values, bool usual);

// The same for "true" and "false", the latter if it is not given.
inline bool flag(const Request& request, const std::string& name) {
  return is_first(request, name, {"true", "false"}, false);
}

// Returns the value of a parameter that is a number of seconds above 0 and at most `most`, or
// `usual` if it is not given.
double seconds_asked(const Request& request, const std::string& name, double usual, double most);

// Returns the value of a parameter that is a whole number from `least` to `most`, or `usual` if it
// is not given.
std::uint64_t whole_number_asked(const Request& request, const std::string& name,
                                 std::uint64_t usual, std::uint64_t most, std::uint64_t least = 0);

// Throws Refusal if the body is declared as anything other than text: JSON, a form with files.
// Throws BadInput if it is UTF-16.
// Without a type it is text, and so is what curl sends by default.
void check_text_body(const Request& request);

struct Reply {
  int status = 200;
  std::string type = "application/json";  // empty: the reply has no body
  std::string body = {};
  std::map<std::string, std::string> headers{{"Cache-Control", "no-store"}};

  // Replaces the body if set: puts the next piece into `piece`, and returns whether more pieces may
  // follow. Is called until none does, or the client has gone. May wait for the next piece.
  std::function<bool(std::string& piece)> pieces = {};
};

// Returns a reply with a JSON body that nothing may store.
Reply json_reply(const Json& json, int status = 200);

// Returns whether a tag is one of those in a field If-None-Match.
bool etag_matches(std::string_view if_none_match, std::string_view etag);

// Returns the reply with this tag, or 304 if the client has it. Clients may store it, and need not
// ask again for this many seconds.
Reply kept(const Request& request, const std::string& etag, int seconds, Reply reply);

// Returns whether a field Accept-Encoding, in lower case, prefers gzip to plain text.
bool prefers_gzip(std::string_view accepted);

// Compresses a text that is long enough, if the client prefers gzip. Adds to Vary that the reply
// depends on the client. The tag becomes a weak one, since it is that of the text.
void pack(Reply& reply, bool gzip);

// A kind of problem: its HTTP status, and the last part of its type and its title, which depend on
// nothing else.
struct ProblemKind {
  int status;
  const char* word;
  const char* title;

  bool operator==(const ProblemKind& other) const { return std::string_view(word) == other.word; }

  static const ProblemKind bad_input, other_origin, not_found, no_table, no_such_job,
      method_not_allowed, request_timeout, too_large, beyond_limits, unsupported, no_jobs,
      too_many_jobs, too_many_streams, no_space, busy, ending;
};

struct Problem {
  ProblemKind kind;
  std::string detail;  // one line: what is wrong, and the remedy
};

// {"type":"urn:pipopipette:problem:no-table","title":...,"status":404,"detail":...}
Json problem_json(const Problem& problem);

// Throws std::bad_alloc if even this little memory is missing.
Reply problem_reply(const Problem& problem);

// An error of a request, or of a job. Its detail is `why` with the values in their places.
struct Refusal : std::runtime_error {
  template <typename... Values>
  Refusal(ProblemKind its_kind, fmt::format_string<const Values&...> why, const Values&... values)
      : runtime_error(fmt::format(why, values...)), kind(its_kind) {}

  ProblemKind kind;
};

// Throws Refusal unless all is well.
template <typename... Values>
void require(bool well, const ProblemKind& kind, fmt::format_string<const Values&...> why,
             const Values&... values) {
  if (!well) throw Refusal(kind, why, values...);
}

// The detail of Kind::ending.
constexpr const char* kEnding = "the server is ending: start it again, then ask again";

Problem problem_of(Failure failure);

// Describes the exception that is being handled.
Problem current_problem();

}  // namespace pipo
