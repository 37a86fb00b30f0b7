#include "pipo/serve/http_server.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "pipo/serve/connection.hpp"
#include "pipo/serve/crew.hpp"
#include "pipo/serve/head.hpp"
#include "probe/base/counted.hpp"

namespace pipo {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kAskForEnd{100};

// How many connections there can be. Raises the number of files this process may open as far as
// they need it: beside its own each may have one of a table open, and the tables keep as many open
// as are left to them.
std::uint64_t room_for(std::uint64_t connections) {
  constexpr rlim_t kOthers = 16;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, 2 * (2 * connections + kOthers));
  if (limit.rlim_cur < wanted) {
    rlimit more = limit;
    more.rlim_cur = wanted;
    if (::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  }
  const rlim_t ours = std::max(limit.rlim_cur / 2, kOthers + 2) - kOthers;
  return std::min<std::uint64_t>(connections, ours / 2);
}

// Clients who have been told that they are too many. They are listened to for a moment: closed with
// unread bytes a connection is reset, and the client may never see what it was told.
class Refused {
 public:
  void add(Descriptor socket, const Problem& problem) {
    const Reply reply = problem_reply(problem);
    const std::string text = fmt::format(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
        "Retry-After: 1\r\nConnection: close\r\n\r\n{}",
        reply.type, reply.body.size(), reply.body);
    (void)!::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL);
    ::shutdown(socket.get(), SHUT_WR);
    if (waiting_.size() == kMost) waiting_.pop_front();
    waiting_.push_back({std::move(socket), Clock::now() + kMoment});
  }

  void look() {
    std::erase_if(waiting_, [](const One& one) {
      std::array<char, 4096> piece;
      for (int i = 0; i < kPieces; ++i) {
        const ssize_t count = ::recv(one.socket.get(), piece.data(), piece.size(), 0);
        if (count == 0) return true;
        if (count < 0) break;
      }
      return Clock::now() >= one.until;
    });
  }

 private:
  static constexpr std::size_t kMost = 8;
  static constexpr int kPieces = 16;
  static constexpr milliseconds kMoment{500};

  struct One {
    Descriptor socket;
    Clock::time_point until;
  };

  std::deque<One> waiting_;
};

void serve_client(Descriptor socket, Protocol& protocol, Service& service,
                  const std::atomic<bool>& ending) {
  service.metrics().connected();
  try {
    Connection connection(std::move(socket), ending);
    while (const auto text = connection.read_head(kKeepAlive)) {
      Head head;
      if (connection.too_long()) {
        head.method = "GET";
        head.problem = Problem{
            Kind::too_large, fmt::format("the head of a request may have {} bytes", kLongestHead)};
      } else {
        head = parse_head(*text, service.limits().body);
      }
      if (!protocol.serve(connection, head)) break;
    }
  } catch (...) {
    // Out of memory, say. The connection is closed; the others go on.
  }
  service.metrics().disconnected();
}

// Takes clients, one after the other.
class Reception {
 public:
  Reception(Listener& listener, Service& service, const HttpOptions& options)
      : listener_(listener),
        service_(service),
        protocol_(service, listener, options),
        most_(room_for(service.limits().connections)) {}

  // Waits for a client at most so long. Was there one?
  bool take(milliseconds at_most) {
    try {
      refused_.look();
      Descriptor client = listener_.next(at_most);
      if (!client.open()) return false;
      if (const std::size_t now = crew_.size(); now >= most_) {
        refuse(std::move(client),
               {Kind::busy, fmt::format("{} are open, and no more are taken: ask again later, or "
                                        "start the server with more --connections",
                                        counted(now, "connection"))});
        return true;
      }
      start(std::move(client));
    } catch (const std::exception&) {
      // Out of memory: the client is gone, and the others go on.
    }
    return true;
  }

  void finish() {
    // Those who are there already are told what becomes of them.
    for (std::uint64_t i = 0; i < most_ && take(milliseconds(0)); ++i) {
    }
    listener_.close();
    ending_ = true;
    crew_.join();
  }

 private:
  void start(Descriptor client) {
    const auto shared = std::make_shared<Descriptor>(std::move(client));
    try {
      crew_.start(
          [this, shared] { serve_client(std::move(*shared), protocol_, service_, ending_); });
    } catch (const std::system_error&) {
      refuse(std::move(*shared), {Kind::no_space, "no more threads can be started; ask later"});
    }
  }

  void refuse(Descriptor client, const Problem& problem) {
    service_.metrics().refused_connection();
    refused_.add(std::move(client), problem);
  }

  Listener& listener_;
  Service& service_;
  Protocol protocol_;
  const std::uint64_t most_;
  std::atomic<bool> ending_ = false;
  Refused refused_;
  Crew crew_;  // works with all of these
};

}  // namespace

void serve_http(Listener& listener, Service& service, const HttpOptions& options,
                const std::function<bool()>& stopped) {
  Reception reception(listener, service, options);
  while (!stopped()) reception.take(kAskForEnd);
  service.end();
  reception.finish();
}

}  // namespace pipo
