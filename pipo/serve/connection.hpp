// A client's connection: reads requests within limits of bytes and of time, and answers them one
// after the other. A client that exceeds a limit loses its connection; nothing else is affected.
#pragma once

// clang-format off
#include <utility>  // Asio's headers use it and do not include it
// clang-format on

#include <boost/asio/ip/tcp.hpp>

#include "pipo/serve/head.hpp"
#include "pipo/serve/service.hpp"

namespace pipo {

using ClientSocket = boost::asio::ip::tcp::socket;  // does not block

// Answers requests until either side ends the connection, or the service ends. Throws
// std::bad_alloc.
void serve_client(ClientSocket& socket, Service& service, const Policy& policy);

// Sends only this problem. It fits into the buffers of a new socket, so that this does not wait.
void refuse_client(ClientSocket& socket, Service& service, const Policy& policy,
                   const Problem& problem);

// Reads and discards what the client still sends, for a moment: closing a connection with unread
// bytes resets it, and the client may never see the reply.
void linger(ClientSocket& socket, Service& service, const Policy& policy);

}  // namespace pipo
