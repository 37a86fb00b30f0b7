#include "pipo/serve/listener.hpp"

#include <fmt/core.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <memory>
#include <system_error>
#include <thread>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr int kBacklog = 512;

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Addresses addresses_of(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (error != 0) {
    throw BadInput(
        fmt::format("--host {}: {}; give an address of this machine, for example "
                    "127.0.0.1, or 0.0.0.0 for all of them",
                    pipo::quoted(host), ::gai_strerror(error)));
  }
  return {list, &::freeaddrinfo};
}

bool is_loopback(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    const auto& four = reinterpret_cast<const sockaddr_in&>(address);
    return (ntohl(four.sin_addr.s_addr) >> 24) == 127;
  }
  return address.sa_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
}

int port_of(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

[[noreturn]] void cannot_listen(const std::string& host, int port, int error) {
  const std::string why = std::generic_category().message(error);
  if (error == EADDRINUSE) {
    throw BadInput(
        fmt::format("port {} of {} is taken by another program: give another with "
                    "--port, or 0 for any that is free",
                    port, host));
  }
  if (error == EACCES) {
    throw BadInput(
        fmt::format("port {} is for programs of the system: give one above 1023 with "
                    "--port",
                    port));
  }
  throw BadInput(fmt::format("cannot listen at {}, port {}: {}; give another with --host or --port",
                             host, port, why));
}

}  // namespace

Listener::Listener(const std::string& host, int port) : host_(host) {
  const Addresses addresses = addresses_of(host, port);
  int error = 0;
  for (const addrinfo* one = addresses.get(); one != nullptr; one = one->ai_next) {
    Descriptor socket(::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                               one->ai_protocol));
    const int on = 1;
    if (socket.open() &&
        ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
        ::bind(socket.get(), one->ai_addr, one->ai_addrlen) == 0 &&
        ::listen(socket.get(), kBacklog) == 0) {
      port_ = port_of(socket.get());
      loopback_ = is_loopback(*one->ai_addr);
      socket_ = std::move(socket);
      return;
    }
    error = errno;
  }
  cannot_listen(host, port, error);
}

std::string Listener::url() const {
  const bool six = host_.find(':') != host_.npos;
  return fmt::format("http://{}{}{}:{}/", six ? "[" : "", host_, six ? "]" : "", port_);
}

Descriptor Listener::next(std::chrono::milliseconds at_most) const {
  pollfd poll{socket_.get(), POLLIN, 0};
  if (::poll(&poll, 1, static_cast<int>(at_most.count())) <= 0) return {};
  Descriptor client(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!client.open()) {
    // Out of descriptors, say, or the client has thought better of it. Waiting clients are not
    // lost.
    std::this_thread::sleep_for(std::chrono::milliseconds(errno == ECONNABORTED ? 0 : 10));
    return {};
  }
  // Answers go out at once.
  const int on = 1;
  ::setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return client;
}

}  // namespace pipo
