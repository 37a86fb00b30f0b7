#include "pipo/serve/inherited_socket.hpp"

#include <fmt/core.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr int kFirst = 3;  // sd_listen_fds(3) numbers the sockets from here

std::string variable(const char* name) {
  const char* const text = std::getenv(name);
  return text ? text : "";
}

bool has_option(int option, int expected) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(kFirst, SOL_SOCKET, option, &value, &size) == 0 && value == expected;
}

bool is_internet() {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(kFirst, reinterpret_cast<sockaddr*>(&address), &size) != 0) return false;
  return address.ss_family == AF_INET || address.ss_family == AF_INET6;
}

}  // namespace

std::optional<int> inherited_socket() {
  if (variable("LISTEN_PID") != std::to_string(::getpid())) return std::nullopt;
  if (const std::string count = variable("LISTEN_FDS"); count != "1") {
    throw BadInput(
        fmt::format("LISTEN_FDS is {}; pass one socket, or unset LISTEN_PID", pipo::quoted(count)));
  }
  if (!has_option(SO_TYPE, SOCK_STREAM) || !has_option(SO_ACCEPTCONN, 1) || !is_internet()) {
    throw BadInput(
        "descriptor 3 is not a socket that listens for TCP connections, as LISTEN_FDS says; "
        "set ListenStream= of the unit to an address and a port");
  }
  return kFirst;
}

}  // namespace pipo
