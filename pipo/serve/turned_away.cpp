#include "pipo/serve/turned_away.hpp"

#include <fmt/core.h>
#include <sys/socket.h>

#include <array>

namespace pipo {
namespace {

constexpr std::chrono::milliseconds kTime{500};
constexpr std::size_t kMost = 64;  // more than these have less time

// What is there, but not for ever.
void drain(const Descriptor& socket) {
  std::array<char, 16384> piece;
  for (int i = 0; i < 8; ++i) {
    if (::recv(socket.get(), piece.data(), piece.size(), 0) <= 0) return;
  }
}

}  // namespace

void TurnedAway::add(Descriptor socket, const Problem& problem) {
  const Reply reply = problem_reply(problem);
  const std::string text = fmt::format(
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
      "Retry-After: 1\r\nConnection: close\r\n\r\n{}",
      reply.type, reply.body.size(), reply.body);
  (void)!::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL);
  ::shutdown(socket.get(), SHUT_WR);
  leaving_.emplace_back(std::move(socket), Clock::now() + kTime);
  tend();
}

void TurnedAway::tend() {
  for (const auto& [socket, until] : leaving_) drain(socket);
  while (!leaving_.empty() && (leaving_.size() > kMost || leaving_.front().second < Clock::now())) {
    leaving_.pop_front();
  }
}

}  // namespace pipo
