// A client's connection: reads requests within limits of bytes and of time, and answers them one
// after the other. parse_head() checks heads: their form and
// size; OriginPolicy the host that is asked for, and the page that asks. A client that exceeds a
// limit loses its connection; nothing else is affected.
#pragma once

// clang-format off
#include <utility>  // Asio's headers use it and do not include it
// clang-format on

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "pipo/serve/service.hpp"

namespace pipo {

// Decides which requests are answered: by the host that they name, and the origin of the page that
// sends them. Hosts and origins are in lower case.
struct OriginPolicy {
  std::string host;            // where the server listens, "127.0.0.1:8765"
  bool loopback = true;        // only this machine can reach the server
  std::set<std::string> cors;  // origins whose pages may read answers; "*" is any

  // Throws Refusal if a request with these fields Host and Origin is refused.
  void check(std::string_view method, const std::string& asked, const std::string& origin) const;

  // Adds the fields that the browser of a page at this origin needs.
  void add_fields(Reply& reply, std::string_view method, const std::string& origin) const;

  // Returns whether pages of this origin may read answers.
  bool allows(const std::string& origin) const {
    return !origin.empty() && (cors.contains(origin) || cors.contains("*"));
  }
};

// Does not block. The thread that serves or refuses a client shares it.
using ClientSocket = std::shared_ptr<boost::asio::ip::tcp::socket>;

// Answers requests until either side ends the connection, or the service ends; then closes it.
void serve_client(const ClientSocket& socket, Service& service, const OriginPolicy& policy);

// Sends only this problem. It fits into the buffers of a new socket, so that this does not wait.
void refuse_client(const ClientSocket& socket, Service& service, const OriginPolicy& policy,
                   const Problem& problem);

// Reads and discards what the client still sends, for a moment, then closes the connection: closing
// it with unread bytes resets it, and the client may never see the reply.
void linger(const ClientSocket& socket);

// Waits at most this long for one of these events of poll(). Returns whether it came.
bool wait_for(int descriptor, short events, std::chrono::nanoseconds at_most);

}  // namespace pipo
