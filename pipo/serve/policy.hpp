// Who may ask: names of this machine, and pages of other origins.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace pipo {

class Policy {
 public:
  // `host` is where the server listens, "127.0.0.1:8765"; `loopback` says that only this machine
  // reaches it. Pages of the origins in `cors` may read answers; "*" is any.
  Policy(std::string host, bool loopback, std::set<std::string> cors);

  // Throws Refusal if a request with these fields Host and Origin, in small letters, is refused.
  void check(std::string_view method, const std::string& host, const std::string& origin) const;

  // Tells whether pages of this origin may read answers.
  bool allowed(const std::string& origin) const;

  // Tells whether answers depend on the origin of a request.
  bool varies() const { return !cors_.empty(); }

 private:
  std::string host_;
  bool loopback_;
  std::set<std::string> cors_;
};

// Tells whether a page at `origin` ("http://localhost:8765") comes from the host that is asked.
bool same_origin(std::string_view origin, std::string_view host);

// Tells whether the host is this machine by one of its own names. A page elsewhere whose name leads
// here has another.
bool names_this_machine(std::string_view host);

}  // namespace pipo
