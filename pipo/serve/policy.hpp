// Who may ask: names of this machine, and pages of other origins.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "pipo/serve/reply.hpp"

namespace pipo {

struct Policy {
  std::string host;            // where the server listens, "127.0.0.1:8765"
  bool loopback = true;        // only this machine reaches it
  std::set<std::string> cors;  // origins whose pages may read answers; "*" is any

  // Throws Refusal if a request with these fields Host and Origin, in small letters, is refused.
  void check(std::string_view method, const std::string& asked, const std::string& origin) const;

  // Adds what the browser of a page at this origin is to know.
  void add_fields(Reply& reply, std::string_view method, const std::string& origin) const;

  // Tells whether pages of this origin may read answers.
  bool allows(const std::string& origin) const;
};

// Tells whether a page at `origin` ("http://localhost:8765") comes from the host that is asked.
bool same_origin(std::string_view origin, std::string_view host);

// Tells whether the host is this machine by one of its own names. A page elsewhere whose name leads
// here has another.
bool names_this_machine(std::string_view host);

}  // namespace pipo
