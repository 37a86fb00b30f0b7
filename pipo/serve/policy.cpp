#include "pipo/serve/policy.hpp"

#include <fmt/core.h>

#include "pipo/serve/problem.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

Policy::Policy(std::string host, bool loopback, std::set<std::string> cors)
    : host_(std::move(host)), loopback_(loopback), cors_(std::move(cors)) {}

void Policy::check(std::string_view method, const std::string& host,
                   const std::string& origin) const {
  if (loopback_ && !host.empty() && host != host_ && !names_this_machine(host)) {
    throw Refusal(Kind::other_origin,
                  fmt::format("{} is no name of this machine: ask for localhost, or serve at "
                              "another address with --host",
                              printable(host)));
  }
  // Browsers keep answers from pages of other origins. Such pages must not start work here either.
  const bool reads = method == "GET" || method == "HEAD" || method == "OPTIONS";
  if (!reads && !origin.empty() && !same_origin(origin, host) && !allowed(origin)) {
    throw Refusal(Kind::other_origin,
                  fmt::format("the page at {} may not ask this; --cors {} allows it",
                              printable(origin), printable(origin)));
  }
}

bool Policy::allowed(const std::string& origin) const {
  return !origin.empty() && (cors_.contains(origin) || cors_.contains("*"));
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
  // A number: anybody can have a name such as 127.0.0.1.example.com.
  const bool number = name.find_first_not_of("0123456789.") == name.npos;
  return name == "localhost" || name.ends_with(".localhost") || name == "[::1]" ||
         (number && name.starts_with("127."));
}

}  // namespace pipo
