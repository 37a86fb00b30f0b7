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
constexpr milliseconds kWritePatience{20'000};  // without a single byte taken
constexpr milliseconds kLinger{500};
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

ssize_t Connection::receive(char* data, std::size_t size, Clock::time_point until) {
  for (;;) {
    const ssize_t count = ::recv(socket_.get(), data, size, 0);
    if (count >= 0) return count;
    if (errno == EINTR) continue;
    if ((errno != EAGAIN && errno != EWOULDBLOCK) || !wait(POLLIN, until)) return -1;
  }
}

std::optional<std::string> Connection::read_head(milliseconds patience,
                                                 const std::atomic<bool>& ending) {
  const auto idle_end = Clock::now() + patience;
  auto head_end = Clock::time_point::max();
  std::array<char, 4096> piece;
  std::size_t looked_at = 0;
  for (;;) {
    // Empty lines before a request are to be passed over (RFC 9112, 2.2).
    while (looked_at == 0 && (ahead_.starts_with("\r\n") || ahead_.starts_with('\n'))) {
      ahead_.erase(0, ahead_.find('\n') + 1);
    }
    const std::size_t end = ahead_.find("\r\n\r\n", looked_at);
    if (end != ahead_.npos && end <= kLongestHead) {
      std::string head = ahead_.substr(0, end + 4);
      ahead_.erase(0, end + 4);
      request_end_ = Clock::now() + kBodyPatience;
      return head;
    }
    if (ahead_.size() > kLongestHead) {
      too_long_ = true;
      return std::exchange(ahead_, {});
    }
    looked_at = ahead_.size() - std::min<std::size_t>(ahead_.size(), 3);
    if (!ahead_.empty() && head_end == Clock::time_point::max()) {
      head_end = Clock::now() + kHeadPatience;
    }
    const auto until = std::min(ahead_.empty() ? idle_end : head_end, Clock::now() + kSlice);
    if (!wait(POLLIN, until)) {
      const auto now = Clock::now();
      if ((ahead_.empty() && ending) || now >= (ahead_.empty() ? idle_end : head_end)) return {};
      continue;
    }
    const ssize_t count = receive(piece.data(), piece.size(), until);
    if (count <= 0) return {};
    ahead_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

void Connection::give(std::string head, std::uint64_t most_body) {
  head_ = std::move(head);
  head_taken_ = 0;
  body_left_ = most_body;
  body_too_large_ = false;
}

ssize_t Connection::read(char* data, std::size_t size) {
  if (size == 0) return 0;
  if (head_taken_ < head_.size()) {
    const std::size_t count = head_.copy(data, size, head_taken_);
    head_taken_ += count;
    return static_cast<ssize_t>(count);
  }
  if (body_left_ == 0) {
    body_too_large_ = true;
    return -1;
  }
  if (!flush()) return -1;  // "100 Continue", say
  size = static_cast<std::size_t>(std::min<std::uint64_t>(size, body_left_));
  ssize_t count = 0;
  if (!ahead_.empty()) {
    count = static_cast<ssize_t>(ahead_.copy(data, size));
    ahead_.erase(0, static_cast<std::size_t>(count));
  } else {
    count = receive(data, size, request_end_);
  }
  if (count > 0) body_left_ -= static_cast<std::uint64_t>(count);
  return count;
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
  while (size > 0) {
    const ssize_t count = ::send(socket_.get(), data, size, MSG_NOSIGNAL);
    if (count > 0) {
      data += count;
      size -= static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!wait(POLLOUT, Clock::now() + kWritePatience)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void Connection::linger() {
  ::shutdown(socket_.get(), SHUT_WR);
  const auto until = Clock::now() + kLinger;
  std::array<char, 16384> piece;
  while (receive(piece.data(), piece.size(), until) > 0 && Clock::now() < until) {
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
