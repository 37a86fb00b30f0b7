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
void check_listening(const HttpOptions& options, error_code error) {
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
  check_listening(options, error);
  for (const tcp::endpoint end : addresses) {
    try {
      acceptor = tcp::acceptor(acceptor.get_executor(), end);  // listens, too
      close_on_exec(acceptor.native_handle());
      // A client that has gone again must not make accept() wait for the next one.
      return acceptor.non_blocking(true);
    } catch (const boost::system::system_error& failed) {
      error = failed.code();
    }
  }
  check_listening(options, error);
}

// Threads; the destructor waits for them.
class Threads {
 public:
  // A thread that has been started must not be waited for because the list cannot grow.
  explicit Threads(std::size_t most) : most_(most) { threads_.reserve(most); }

  // Calls work() in a thread of its own. Returns false if there are too many, or the system has no
  // more.
  template <typename Work>
  bool start(Work&& work) {
    std::erase_if(threads_, [](const std::future<void>& thread) {
      return thread.wait_for(milliseconds(0)) == std::future_status::ready;
    });
    if (full()) return false;
    try {
      threads_.push_back(std::async(std::launch::async, std::forward<Work>(work)));
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  std::size_t size() const { return threads_.size(); }
  bool full() const { return size() >= most_; }

 private:
  const std::size_t most_;
  std::vector<std::future<void>> threads_;
};

// Accepts clients, and serves each in a thread of its own.
class Reception {
 public:
  Reception(tcp::acceptor& acceptor, Service& service, const Policy& policy)
      : acceptor_(acceptor),
        service_(service),
        policy_(policy),
        clients_(possible_connections(service.limits().connections)) {}

  // Waits at most so long for a client. Returns whether one came.
  bool take(milliseconds at_most) {
    pollfd poll{acceptor_.native_handle(), POLLIN, 0};
    if (::poll(&poll, 1, static_cast<int>(at_most.count())) <= 0) return false;
    try {
      auto client = std::make_shared<tcp::socket>(acceptor_.accept());
      close_on_exec(client->native_handle());
      client->non_blocking(true);
      client->set_option(tcp::no_delay(true));
      if (!clients_.start([this, client]() mutable { serve(std::move(client)); })) refuse(client);
      return true;
    } catch (const std::exception&) {
      // Out of descriptors or memory, or the client has gone. Waiting clients are not lost.
      std::this_thread::sleep_for(kPause);
      return false;
    }
  }

 private:
  using Client = std::shared_ptr<tcp::socket>;

  void refuse(Client client) {
    Problem problem{Kind::no_space, "no more threads can be started; ask later"};
    if (clients_.full()) {
      problem = {Kind::busy, fmt::format("{} are open, and no more are taken: ask again later, or "
                                         "start the server with more --connections",
                                         counted(clients_.size(), "connection"))};
    }
    service_.metrics().refused_connection();
    refuse_client(*client, service_, policy_, problem);
    (void)refused_.start(
        [this, client]() mutable { linger(*std::exchange(client, nullptr), service_, policy_); });
  }

  void serve(Client client) {
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
  Threads clients_;
  Threads refused_{kMostLingering};
};

}  // namespace

void serve_http(Service& service, const HttpOptions& options,
                const std::function<void(const std::string& url)>& begun,
                const std::function<bool()>& stopped) {
  asio::io_context context(1);
  tcp::acceptor acceptor(context);
  listen(acceptor, options);
  const tcp::endpoint at = acceptor.local_endpoint();
  const bool six = options.host.find(':') != options.host.npos;
  const std::string host =
      fmt::format("{}{}{}:{}", six ? "[" : "", options.host, six ? "]" : "", at.port());
  const Policy policy{host, at.address().is_loopback(), options.cors};
  begun("http://" + host + '/');
  Reception reception(acceptor, service, policy);
  while (!stopped()) reception.take(kAskForEnd);
  service.end();
  // Clients that wait already are told what becomes of them.
  for (std::uint64_t i = 0; i < service.limits().connections; ++i) {
    if (!reception.take(milliseconds(0))) break;
  }
  acceptor.close();
}

}  // namespace pipo
