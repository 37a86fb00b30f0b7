#include "pipo/serve/policy.hpp"

#include <fmt/core.h>

#include "pipo/serve/problem.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

void Policy::check(std::string_view method, const std::string& asked,
                   const std::string& origin) const {
  if (loopback && !asked.empty() && asked != host && !names_this_machine(asked)) {
    throw Refusal(Kind::other_origin,
                  fmt::format("{} is no name of this machine: ask for localhost, or serve at "
                              "another address with --host",
                              printable(asked)));
  }
  // Browsers keep answers from pages of other origins. Such pages must not start work here either.
  const bool reads = method == "GET" || method == "HEAD" || method == "OPTIONS";
  if (!reads && !origin.empty() && !same_origin(origin, asked) && !allows(origin)) {
    throw Refusal(
        Kind::other_origin,
        fmt::format("the page at {0} may not ask this; --cors {0} allows it", printable(origin)));
  }
}

void Policy::add_fields(Reply& reply, std::string_view method, const std::string& origin) const {
  if (cors.empty()) return;
  std::string& vary = reply.headers["Vary"];
  vary += vary.empty() ? "Origin" : ", Origin";
  if (!allows(origin)) return;
  reply.headers["Access-Control-Allow-Origin"] = origin;
  reply.headers["Access-Control-Expose-Headers"] = "ETag, Location";
  if (method != "OPTIONS") return;
  reply.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE";
  reply.headers["Access-Control-Allow-Headers"] = "Content-Type";
  reply.headers["Access-Control-Max-Age"] = "86400";
}

bool Policy::allows(const std::string& origin) const {
  return !origin.empty() && (cors.contains(origin) || cors.contains("*"));
}

bool same_origin(std::string_view origin, std::string_view host) {
  const std::size_t begin = origin.find("://");
  return begin != origin.npos && origin.substr(begin + 3) == host;
}

bool names_this_machine(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool has_port =
      colon != host.npos && host.find_first_not_of("0123456789", colon + 1) == host.npos;
  const std::string_view name = has_port ? host.substr(0, colon) : host;
  // Anybody can own a name such as 127.0.0.1.example.com.
  const bool number = name.find_first_not_of("0123456789.") == name.npos;
  return name == "localhost" || name.ends_with(".localhost") || name == "[::1]" ||
         (number && name.starts_with("127."));
}

}  // namespace pipo
