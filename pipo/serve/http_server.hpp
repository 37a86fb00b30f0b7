// A service over HTTP: a thread for each connection, and an end in good order.
#pragma once

#include <functional>

#include "pipo/serve/listener.hpp"
#include "pipo/serve/protocol.hpp"
#include "pipo/serve/service.hpp"

namespace pipo {

// Takes clients until `stopped` says so, which is asked several times a second. Then takes no more,
// finishes what is being answered, ends the service, and returns. What goes wrong with a client is
// told to that client.
void serve_http(Listener& listener, Service& service, const HttpOptions& options,
                const std::function<bool()>& stopped);

}  // namespace pipo
