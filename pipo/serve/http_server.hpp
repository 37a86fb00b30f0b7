// Listens at an address, and serves each client in a thread of its own.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "pipo/serve/service.hpp"

namespace pipo {

struct HttpOptions {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: any free port
  // Pages of these origins may read answers; "*" is any.
  std::set<std::string> cors = {};
};

// Listens, calls `begun` with the URL ("http://127.0.0.1:8765/"), and serves clients until
// `stopped` returns true, which is asked several times a second. Then accepts no more, completes
// the replies that are being sent, ends the service, and returns. Throws BadInput if the host is
// not an address of this machine, or the port is not available.
void serve_http(Service& service, const HttpOptions& options,
                const std::function<void(const std::string& url)>& begun,
                const std::function<bool()>& stopped);

}  // namespace pipo
