#include "pipo/serve/connection.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "pipo/serve/head.hpp"

namespace pipo {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSlice{200};            // after which an end of the server is noticed
constexpr milliseconds kHeadPatience{10'000};  // from its first byte to its last
constexpr milliseconds kBodyPatience{60'000};
constexpr milliseconds kEndPatience{1'000};     // for both, when the server is ending
constexpr milliseconds kWritePatience{20'000};  // without a single byte taken
constexpr milliseconds kFlushPatience{60'000};  // for all that is sent at a time
constexpr milliseconds kLinger{500};
constexpr std::size_t kReadBytes = std::size_t{16} << 10;
constexpr std::size_t kOutBytes = std::size_t{64} << 10;

}  // namespace

bool Connection::wait(short events, Clock::time_point until) const {
  pollfd poll{socket_.get(), events, 0};
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
    const int ready = ::poll(&poll, 1, static_cast<int>(std::max<long>(0, left)));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

// More of what the client sends, behind what has been received.
bool Connection::receive(Clock::time_point until, bool begun) {
  std::array<char, kReadBytes> piece;
  // The time counts for those who always send something, too.
  while (Clock::now() < until) {
    const ssize_t count = ::recv(socket_.get(), piece.data(), piece.size(), 0);
    if (count > 0) ahead_.append(piece.data(), static_cast<std::size_t>(count));
    if (count >= 0) return count > 0;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    if (ending_ && !end_seen_) end_seen_ = Clock::now();
    if (end_seen_) until = std::min(until, *end_seen_ + (begun ? kEndPatience : milliseconds(0)));
    wait(POLLIN, std::min(until, Clock::now() + kSlice));
  }
  return false;
}

std::optional<std::string> Connection::read_head(milliseconds patience) {
  ahead_.erase(0, taken_);
  taken_ = 0;
  auto until = Clock::now() + patience;
  bool begun = false;
  std::size_t looked_at = 0;
  for (;;) {
    // Empty lines before a request are to be passed over (RFC 9112, 2.2).
    while (looked_at == 0 && (ahead_.starts_with("\r\n") || ahead_.starts_with('\n'))) {
      ahead_.erase(0, ahead_.find('\n') + 1);
    }
    const std::size_t end = ahead_.find("\r\n\r\n", looked_at);
    if (end != ahead_.npos && end <= kLongestHead) {
      taken_ = end + 4;
      body_end_ = Clock::now() + kBodyPatience;
      return ahead_.substr(0, taken_);
    }
    if (ahead_.size() > kLongestHead) {
      too_long_ = true;
      return std::exchange(ahead_, {});
    }
    looked_at = ahead_.size() - std::min<std::size_t>(ahead_.size(), 3);
    if (!ahead_.empty() && !std::exchange(begun, true)) until = Clock::now() + kHeadPatience;
    if (!receive(until, begun)) return {};
  }
}

std::string_view Connection::peek() {
  if (!holds_more()) {
    ahead_.clear();
    taken_ = 0;
    if (!receive(body_end_, true)) return {};
  }
  return std::string_view(ahead_).substr(taken_);
}

void Connection::give(std::string head) {
  given_ = std::move(head);
  given_taken_ = 0;
}

ssize_t Connection::read(char* data, std::size_t size) {
  const std::size_t count = given_.copy(data, size, given_taken_);
  given_taken_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t Connection::write(const char* data, std::size_t size) {
  if (failed_) return -1;
  out_.append(data, size);
  if (out_.size() >= kOutBytes && !flush()) return -1;
  return static_cast<ssize_t>(size);
}

bool Connection::flush() {
  if (failed_) return false;
  failed_ = !send_all(out_.data(), out_.size());
  out_.clear();
  return !failed_;
}

bool Connection::send_all(const char* data, std::size_t size) {
  const auto end = Clock::now() + kFlushPatience;
  while (size > 0) {
    const ssize_t count = ::send(socket_.get(), data, size, MSG_NOSIGNAL);
    if (count > 0) {
      data += count;
      size -= static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!wait(POLLOUT, std::min(end, Clock::now() + kWritePatience))) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void Connection::linger() {
  ::shutdown(socket_.get(), SHUT_WR);
  const auto until = Clock::now() + kLinger;
  std::array<char, kReadBytes> piece;
  while (Clock::now() < until) {
    const ssize_t count = ::recv(socket_.get(), piece.data(), piece.size(), 0);
    if (count == 0) return;
    if (count > 0 || errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return;
    if (!wait(POLLIN, until)) return;
  }
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

}  // namespace pipo
