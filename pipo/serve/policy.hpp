// Decides who may ask: by the name the server is asked by, and the page that asks.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "pipo/serve/message.hpp"

namespace pipo {

struct Policy {
  std::string host;            // where the server listens, "127.0.0.1:8765"
  bool loopback = true;        // only this machine can reach the server
  std::set<std::string> cors;  // origins whose pages may read answers; "*" is any

  // Throws Refusal if a request with these fields Host and Origin, in lower case, is refused.
  void check(std::string_view method, const std::string& asked, const std::string& origin) const;

  // Adds the fields that the browser of a page at this origin needs.
  void add_fields(Reply& reply, std::string_view method, const std::string& origin) const;

  // Tells whether pages of this origin may read answers.
  bool allows(const std::string& origin) const;
};

// Tells whether a page at `origin` ("http://localhost:8765") comes from this host.
bool same_origin(std::string_view origin, std::string_view host);

// Tells whether the host is one of this machine's own names. A page elsewhere whose name leads here
// has another name.
bool names_this_machine(std::string_view host);

}  // namespace pipo
