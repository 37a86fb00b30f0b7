#include "pipo/serve/http_server.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "pipo/serve/connection.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::system_error;
using std::chrono::milliseconds;

constexpr milliseconds kAskForEnd{100};
constexpr milliseconds kPause{10};         // when no client can be accepted
constexpr std::size_t kMostLingering = 8;  // refused clients that are waited for
constexpr int kInherited = 3;              // the first socket that a process is passed

// Makes calls non-blocking: a client may disconnect before it is accepted. Programs that this
// process starts must not inherit its sockets.
template <typename Socket>
void prepare(Socket& socket) {
  socket.non_blocking(true);
  ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
}

// Throws SystemLimit if this is the error that no more files can be opened.
void refuse_too_many_files(int error) {
  if (error == EMFILE || error == ENFILE) {
    throw SystemLimit("no socket can be opened: " + too_many_files(error));
  }
}

// Throws SystemLimit if this process or the system can open no more files, since the resolver
// reports that as a host that is not found.
void require_files() {
  const int file = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (file < 0) return refuse_too_many_files(errno);
  ::close(file);
}

// Listens at the first address of the host that is possible. Throws BadInput, and SystemLimit.
tcp::acceptor listening(asio::io_context& context, const std::string& host, int port) try {
  if (host.empty()) throw system_error(asio::error::host_not_found);
  const auto addresses = tcp::resolver(context).resolve(
      host, std::to_string(port), tcp::resolver::passive | tcp::resolver::numeric_service);
  for (auto at = addresses.begin();;) {
    try {
      tcp::acceptor acceptor(context, *at);
      prepare(acceptor);
      return acceptor;
    } catch (const system_error&) {
      if (++at == addresses.end()) throw;
    }
  }
} catch (const system_error& error) {
  if (error.code().category() == boost::system::system_category()) {
    refuse_too_many_files(error.code().value());
  }
  require_files();
  if (error.code().category() == asio::error::get_netdb_category()) {
    throw BadInput(
        fmt::format("--host {}: {}; give an address of this machine, for example 127.0.0.1, or "
                    "0.0.0.0 for all of them",
                    pipo::quoted(host), error.code().message()));
  }
  throw BadInput(
      fmt::format("port {} of {}: {}; give another with --port, 0 for any that is free, or --host",
                  port, pipo::printable(host), error.code().message()));
}

bool has_option(int socket, int option, int expected) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(socket, SOL_SOCKET, option, &value, &size) == 0 && value == expected;
}

// Returns the listening socket that systemd passed to this process, if LISTEN_PID names the process
// (sd_listen_fds(3)). Throws BadInput if there are several, or it does not listen for TCP
// connections.
std::optional<tcp::acceptor> inherited(asio::io_context& context) {
  const auto variable = [](const char* name) {
    const char* const text = std::getenv(name);
    return std::string(text ? text : "");
  };
  if (variable("LISTEN_PID") != std::to_string(::getpid())) return std::nullopt;
  if (const std::string count = variable("LISTEN_FDS"); count != "1") {
    throw BadInput(
        fmt::format("LISTEN_FDS is {}; pass one socket, or unset LISTEN_PID", pipo::quoted(count)));
  }
  sockaddr_storage address{};  // of no family
  socklen_t size = sizeof address;
  (void)::getsockname(kInherited, reinterpret_cast<sockaddr*>(&address), &size);
  const bool six = address.ss_family == AF_INET6;
  if (!(six || address.ss_family == AF_INET) || !has_option(kInherited, SO_TYPE, SOCK_STREAM) ||
      !has_option(kInherited, SO_ACCEPTCONN, 1)) {
    throw BadInput(
        "descriptor 3 is not a socket that listens for TCP connections, as LISTEN_FDS says; "
        "set ListenStream= of the unit to an address and a port");
  }
  std::optional<tcp::acceptor> acceptor(std::in_place, context, six ? tcp::v6() : tcp::v4(),
                                        kInherited);
  prepare(*acceptor);
  return acceptor;
}

using Threads = std::vector<std::future<void>>;  // the destructor waits for them

// Calls the function in a new thread. Returns false if there are `most` threads already, or the
// system has no more.
template <typename Function, typename... Arguments>
bool start(Threads& threads, std::size_t most, Function function, const Arguments&... arguments) {
  std::erase_if(threads, [](const std::future<void>& thread) {
    return thread.wait_for(milliseconds(0)) == std::future_status::ready;
  });
  if (threads.size() >= most) return false;
  threads.reserve(most);  // once started, a thread must not be waited for because this fails
  try {
    threads.push_back(std::async(std::launch::async, function, arguments...));
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

// Accepts clients, and serves each in a separate thread.
class Reception {
 public:
  Reception(tcp::acceptor& acceptor, Service& service, const OriginPolicy& policy)
      : acceptor_(acceptor), service_(service), policy_(policy) {}

  // Waits at most this long for a client. Returns whether one came.
  bool take(milliseconds at_most) {
    if (!wait_for(acceptor_.native_handle(), POLLIN, at_most)) return false;
    try {
      const ClientSocket client = std::make_shared<tcp::socket>(acceptor_.accept());
      prepare(*client);
      client->set_option(tcp::no_delay(true));
      if (!start(clients_, most_, serve_client, client, std::ref(service_), std::cref(policy_))) {
        refuse(client);
      }
      return true;
    } catch (const std::exception&) {
      // Out of descriptors or memory, or the client has gone. Waiting clients are not lost.
      std::this_thread::sleep_for(kPause);
      return false;
    }
  }

 private:
  void refuse(const ClientSocket& client) {
    Problem problem{ProblemKind::no_space, "no more threads can be started; ask later"};
    if (clients_.size() >= most_) {
      problem = {ProblemKind::busy,
                 fmt::format("{} are open, and no more are taken: ask again later, or "
                             "start the server with more --connections",
                             counted(most_, "connection"))};
    }
    service_.metrics.refused_connection();
    refuse_client(client, service_, policy_, problem);
    (void)start(refused_, kMostLingering, linger, client);
  }

  tcp::acceptor& acceptor_;
  Service& service_;
  const OriginPolicy& policy_;
  const std::size_t most_ = service_.limits.connections;
  Threads clients_;
  Threads refused_;
};

}  // namespace

void serve_http(Service& service, const std::string& host, int port,
                const std::set<std::string>& cors,
                const std::function<void(const std::string& url)>& begun,
                const std::function<bool()>& stopped) {
  require_files();
  asio::io_context context(1);
  std::optional<tcp::acceptor> passed = inherited(context);
  tcp::acceptor acceptor = passed ? *std::move(passed) : listening(context, host, port);
  const tcp::endpoint at = acceptor.local_endpoint();
  const std::string own = passed ? at.address().to_string() : host;
  const bool six = own.find(':') != own.npos;
  const std::string name = fmt::format(fmt::runtime(six ? "[{}]:{}" : "{}:{}"), own, at.port());
  const OriginPolicy policy{name, at.address().is_loopback(), cors};
  begun("http://" + name + '/');
  Reception reception(acceptor, service, policy);
  while (!stopped()) reception.take(kAskForEnd);
  service.end();
  // Clients that wait already are told what becomes of them.
  for (std::uint64_t i = 0; i < service.limits.connections; ++i) {
    if (!reception.take(milliseconds(0))) break;
  }
  acceptor.close();
}

}  // namespace pipo
