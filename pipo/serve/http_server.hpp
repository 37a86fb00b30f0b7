// Listens on an address, and serves each client in a separate thread.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "pipo/serve/service.hpp"

namespace pipo {

// Listens, calls `begun` with the URL ("http://127.0.0.1:8765/"), and serves clients until
// `stopped` returns true, which is asked several times a second. Then accepts no more, completes
// the replies that are being sent, ends the service, and returns. Port 0 is any free one. Pages of
// the origins `cors` may read answers. If systemd has passed a listening socket to this process,
// uses that, not `host` and `port`. Throws BadInput if the host is not an address of this machine,
// the port is not available, or what was passed is not one such socket.
void serve_http(Service& service, const std::string& host, int port,
                const std::set<std::string>& cors,
                const std::function<void(const std::string& url)>& begun,
                const std::function<bool()>& stopped);

}  // namespace pipo
