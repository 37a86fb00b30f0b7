// Parses and checks the head of a request.
#pragma once

// clang-format off
#include <utility>  // Asio's headers use it and do not include it
// clang-format on

#include <fmt/core.h>

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <string>
#include <string_view>

#include "pipo/serve/problem.hpp"

namespace pipo {

using RequestParser = boost::beast::http::request_parser<boost::beast::http::string_body>;

// A request and the properties of its head that the reply depends on.
struct Head {
  Request request;  // without path, parameters and body
  std::string target;
  std::string host;              // in lower case, and so is the origin
  std::string origin;            // of the page that asks, if a browser names it
  bool head_only = false;        // HEAD: the reply has no body
  bool http10 = false;           // the client does not know chunks
  bool expect_continue = false;  // the client waits for "100 Continue" before it sends the body
  bool close = true;             // the connection ends after the reply
  bool gzip = false;
};

// Parses a head, with the empty line at its end. `most` is the largest body, in bytes. Throws
// Refusal, after setting what it could read of the head.
void parse_head(std::string_view text, std::uint64_t most, RequestParser& parser, Head& head);

// Throws Refusal with the reason unless the request is fine.
template <typename... Values>
void require(bool fine, const Kind& kind, const char* why, const Values&... values) {
  if (!fine) throw Refusal(kind, fmt::format(fmt::runtime(why), values...));
}

Refusal too_long_body(std::uint64_t most);

}  // namespace pipo
