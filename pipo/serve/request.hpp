// A request as the server hands it on: no more of HTTP than answers depend on.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace pipo {

using Parameters = std::multimap<std::string, std::string>;

struct Request {
  std::string method;  // "GET", "POST", "DELETE"; HEAD has become GET
  std::string path;    // "/api/v1/value", decoded
  Parameters parameters;
  std::string body;
  std::string if_none_match;  // ETags the client has
};

// Decodes "/api/v1/value?position=3x3%3A...&score=2" into the path and the parameters of the
// request, which may be any bytes. Throws BadInput for a % without its digits.
void read_target(std::string_view target, Request& request);

// The one value of a parameter, empty where it is not given. Throws BadInput where it is given more
// than once.
std::string parameter(const Request& request, const std::string& name);

// The same, but it has to be given.
std::string required_parameter(const Request& request, const std::string& name);

// "true" or "false", and false where it is not given.
bool flag(const Request& request, const std::string& name);

// Throws BadInput for any other parameter: a name that is misspelt has no effect, and nobody would
// notice.
void allow_only(const Request& request, const std::set<std::string>& names);

}  // namespace pipo
