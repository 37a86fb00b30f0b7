// The head of an HTTP request: read within limits, judged before anything is made of it, and
// reduced to what answers depend on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipo/serve/problem.hpp"

namespace pipo {

constexpr std::size_t kLongestHead = std::size_t{16} << 10;
constexpr std::size_t kLongestTarget = 8000;  // the path and the parameters

struct Head {
  std::string method;
  std::string target;
  std::string host;
  std::string origin;  // the page that asks, where a browser says so
  std::string if_none_match;
  std::uint64_t length = 0;  // of the body, if that is known
  bool chunked = false;      // a body of unknown length follows
  bool expects = false;      // the client waits for "100 Continue" before it sends the body
  bool old = false;          // HTTP/1.0, which knows no chunks
  bool last = false;         // the client wants no more on this connection

  // What is wrong with it; the connection is then of no more use.
  std::optional<Problem> problem;
};

// Reads a head as it came, with the empty line at its end. `most` is the largest body, in bytes.
Head parse_head(std::string_view text, std::uint64_t most);

// May a page at `origin` ("http://localhost:8765") change something at the host that was asked?
bool same_origin(std::string_view origin, std::string_view host);

// Is it this machine, by its own names? A page elsewhere whose name leads here has another.
bool names_this_machine(std::string_view host);

}  // namespace pipo
