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

#include "answers/asked.hpp"
#include "answers/problem.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

struct Request : Asked {
  std::string method;             // "GET", "POST", "DELETE"; HEAD has become GET
  std::string if_none_match;      // ETags the client has
  std::string content_type = {};  // of the body, in lower case
  std::string argument = {};      // the part of the path that differs: "3x3", a job's number

  // Returns whether the client has closed its side of the connection. Any thread; may be empty.
  std::function<bool()> closed = {};

  std::string client = {};  // whose limits count (clients.hpp)

  // Counts seconds in which the request waited for others, if set.
  std::function<void(double seconds)> waited = {};
};

// Removes the first part of a list from `text`, with the separator, and returns the part.
std::string_view next_part(std::string_view& text, char separator);

// Decodes "/api/v1/value?position=3x3%3A...&score=2" into the path and the parameters of the
// request, which may contain any bytes. Throws BadInput for a % without its digits.
void read_target(std::string_view target, Request& request);

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

// Throws std::bad_alloc if even this little memory is missing.
Reply problem_reply(const Problem& problem);

// The detail of Kind::ending.
constexpr const char* kEnding = "the server is ending: start it again, then ask again";

// Describes the exception that is being handled, which may be one of jobs.
Problem current_problem();

}  // namespace pipo
