#include "pipo/serve/http_server.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

#include "pipo/serve/connection.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr int kBacklog = 512;
constexpr milliseconds kAskForEnd{100};
constexpr milliseconds kPause{10};         // when no client can be accepted
constexpr std::size_t kMostLingering = 8;  // refused clients that are waited for

// Returns how many connections there can be. Raises the number of files that this process may open
// as far as they need it: besides its socket each may have a file of a table open, and the tables
// keep as many open as are left to them.
std::uint64_t possible_connections(std::uint64_t connections) {
  constexpr rlim_t kOthers = 16;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
  rlimit more = limit;
  more.rlim_cur = std::min<rlim_t>(limit.rlim_max, 2 * (2 * connections + kOthers));
  if (limit.rlim_cur < more.rlim_cur && ::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  const rlim_t ours = std::max(limit.rlim_cur / 2, kOthers + 2) - kOthers;
  return std::min<std::uint64_t>(connections, ours / 2);
}

// Programs that this process starts must not inherit its sockets.
void close_on_exec(int socket) {
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
}

// Throws BadInput if listening failed.
void require(const HttpOptions& options, error_code error) {
  if (!error) return;
  if (error.category() == asio::error::get_netdb_category()) {
    throw BadInput(
        fmt::format("--host {}: {}; give an address of this machine, for example 127.0.0.1, or "
                    "0.0.0.0 for all of them",
                    pipo::quoted(options.host), error.message()));
  }
  throw BadInput(
      fmt::format("port {} of {}: {}; give another with --port, 0 for any that is free, or --host",
                  options.port, pipo::printable(options.host), error.message()));
}

void listen(tcp::acceptor& acceptor, const HttpOptions& options) {
  error_code error = asio::error::host_not_found;
  tcp::resolver::results_type addresses;
  if (!options.host.empty()) {
    addresses = tcp::resolver(acceptor.get_executor())
                    .resolve(options.host, std::to_string(options.port),
                             tcp::resolver::passive | tcp::resolver::numeric_service, error);
  }
  require(options, error);
  for (const tcp::endpoint end : addresses) {
    acceptor.close(error);
    acceptor.open(end.protocol(), error);
    if (!error) close_on_exec(acceptor.native_handle());
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(end, error);
    if (!error) acceptor.listen(kBacklog, error);
    // A client that has gone again must not make accept() wait for the next one.
    if (!error) acceptor.non_blocking(true, error);
    if (!error) break;
  }
  require(options, error);
}

using Threads = std::vector<std::future<void>>;  // their destructors wait for the threads

// Returns how many threads are at work, and removes the others.
std::size_t at_work(Threads& threads) {
  std::erase_if(threads, [](const std::future<void>& thread) {
    return thread.wait_for(milliseconds(0)) == std::future_status::ready;
  });
  return threads.size();
}

// Accepts clients, and serves each in a thread of its own.
class Reception {
 public:
  Reception(tcp::acceptor& acceptor, Service& service, const Policy& policy)
      : acceptor_(acceptor),
        service_(service),
        policy_(policy),
        most_(possible_connections(service.limits().connections)) {
    // A thread that has been started must not be waited for because the list cannot grow.
    clients_.reserve(most_);
    refused_.reserve(kMostLingering);
  }

  // Waits at most so long for a client. Returns whether one came.
  bool take(milliseconds at_most) {
    pollfd poll{acceptor_.native_handle(), POLLIN, 0};
    if (::poll(&poll, 1, static_cast<int>(at_most.count())) <= 0) return false;
    try {
      tcp::socket socket = acceptor_.accept();
      close_on_exec(socket.native_handle());
      socket.non_blocking(true);
      socket.set_option(tcp::no_delay(true));
      start(std::make_shared<tcp::socket>(std::move(socket)));
      return true;
    } catch (const std::exception&) {
      // Out of descriptors or memory, or the client has gone. Waiting clients are not lost.
      std::this_thread::sleep_for(kPause);
      return false;
    }
  }

 private:
  void start(std::shared_ptr<tcp::socket> client) {
    Problem problem{Kind::no_space, "no more threads can be started; ask later"};
    const std::size_t open = at_work(clients_);
    try {
      if (open < most_) {
        clients_.push_back(
            std::async(std::launch::async, [this, client]() mutable { serve(std::move(client)); }));
        return;
      }
      problem = {Kind::busy, fmt::format("{} are open, and no more are taken: ask again later, or "
                                         "start the server with more --connections",
                                         counted(open, "connection"))};
    } catch (const std::system_error&) {
      // No thread.
    }
    service_.metrics().refused_connection();
    refuse_client(*client, service_, policy_, problem);
    if (at_work(refused_) >= kMostLingering) return;
    try {
      refused_.push_back(std::async(
          std::launch::async, [client]() mutable { linger(*std::exchange(client, nullptr)); }));
    } catch (const std::system_error&) {
      // There is no thread for this either.
    }
  }

  void serve(std::shared_ptr<tcp::socket> client) {
    service_.metrics().connected();
    try {
      serve_client(*client, service_, policy_);
    } catch (const std::exception&) {
      // Out of memory, perhaps. This connection is closed; the others go on.
    }
    client.reset();
    service_.metrics().disconnected();
  }

  tcp::acceptor& acceptor_;
  Service& service_;
  const Policy& policy_;
  const std::uint64_t most_;
  Threads clients_;
  Threads refused_;
};

}  // namespace

struct HttpServer::Listening {
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
};

HttpServer::HttpServer(const HttpOptions& options) : listening_(std::make_unique<Listening>()) {
  listen(listening_->acceptor, options);
  const tcp::endpoint at = listening_->acceptor.local_endpoint();
  const bool six = options.host.find(':') != options.host.npos;
  policy_.host = fmt::format("{}{}{}:{}", six ? "[" : "", options.host, six ? "]" : "", at.port());
  policy_.loopback = at.address().is_loopback();
  policy_.cors = options.cors;
}

HttpServer::~HttpServer() = default;

void HttpServer::serve(Service& service, const std::function<bool()>& stopped) {
  Reception reception(listening_->acceptor, service, policy_);
  while (!stopped()) reception.take(kAskForEnd);
  service.end();
  // Clients that wait already are told what becomes of them.
  for (std::uint64_t i = 0; i < service.limits().connections; ++i) {
    if (!reception.take(milliseconds(0))) break;
  }
  listening_->acceptor.close();
}

}  // namespace pipo
