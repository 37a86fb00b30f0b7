// A service over HTTP: where it listens, its threads, and its end.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "pipo/serve/service.hpp"

namespace pipo {

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: any that is free
  // Pages of these origins may read answers; "*" is any.
  std::set<std::string> cors = {};
};

// Listens, calls `listening` with its address ("http://127.0.0.1:8765/"), and serves clients until
// `stopped` returns true, which is asked several times a second. Then takes no more, finishes what
// is being answered, ends the service, and returns. Throws BadInput if the host is none of this
// machine, or the port cannot be had.
void serve_http(const HttpOptions& options, Service& service,
                const std::function<void(const std::string& url)>& listening,
                const std::function<bool()>& stopped);

}  // namespace pipo
