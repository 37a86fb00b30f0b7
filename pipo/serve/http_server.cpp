#include "pipo/serve/http_server.hpp"

#include <fmt/chrono.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <ctime>
#include <thread>
#include <vector>

#include "pipo/serve/connection.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/counted.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

using asio::use_awaitable;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr int kBacklog = 512;
constexpr milliseconds kLook{100};  // how often deadlines, and the end, are looked for

// A thread with the connections that are given to it. Its end waits for theirs.
class ServingThread {
 public:
  ServingThread() {
    asio::co_spawn(context, look(), asio::detached);
    thread_ = std::thread([this] { context.run(); });
  }
  ~ServingThread() {
    end();
    thread_.join();
  }
  ServingThread(const ServingThread&) = delete;
  ServingThread& operator=(const ServingThread&) = delete;

  // Lets connections send the rest of a request for a moment, and no longer.
  void end() {
    asio::post(context, [this] { connections.ended = std::chrono::steady_clock::now(); });
  }

  asio::io_context context{1};
  Connections connections;  // for this thread

 private:
  // Looks after the connections. Ends with the last of them when the server ends.
  asio::awaitable<void> look() {
    asio::steady_timer timer(context);
    while (!connections.ended || !connections.all.empty()) {
      connections.date = fmt::format("{:%a, %d %b %Y %T} GMT", fmt::gmtime(std::time(nullptr)));
      for (Connection* connection : connections.all)
        connection->look(std::chrono::steady_clock::now());
      timer.expires_after(kLook);
      co_await timer.async_wait(use_awaitable);
    }
  }

  std::thread thread_;
};

using ServingThreads = std::vector<std::unique_ptr<ServingThread>>;

// How many threads have connections: answers from tables take microseconds.
std::size_t thread_count() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2, 16);
}

// How many connections there can be. Raises the number of files this process may open as far as
// they need it: the tables have as many open as are left to them.
std::uint64_t room_for(std::uint64_t connections) {
  const rlim_t others = 16 + 3 * (thread_count() + 1);  // three for each asio::io_context
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
  rlimit more = limit;
  more.rlim_cur = std::min<rlim_t>(limit.rlim_max, 4 * connections + 2 * others);
  if (limit.rlim_cur < more.rlim_cur && ::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  return std::min<std::uint64_t>(connections, std::max(limit.rlim_cur / 2, others + 1) - others);
}

// Throws why it is impossible to listen, if it is.
void require(const HttpOptions& options, error_code error) {
  if (!error) return;
  if (error.category() == asio::error::get_netdb_category()) {
    throw BadInput(
        fmt::format("--host {}: {}; give an address of this machine, for example "
                    "127.0.0.1, or 0.0.0.0 for all of them",
                    pipo::quoted(options.host), error.message()));
  }
  if (error == asio::error::address_in_use) {
    throw BadInput(
        fmt::format("port {} of {} is taken by another program: give another with "
                    "--port, or 0 for any that is free",
                    options.port, options.host));
  }
  if (error == asio::error::access_denied) {
    throw BadInput(
        fmt::format("port {} is for programs of the system: give one above 1023 with "
                    "--port",
                    options.port));
  }
  throw BadInput(fmt::format("cannot listen at {}, port {}: {}; give another with --host or --port",
                             options.host, options.port, error.message()));
}

tcp::acceptor listen(asio::io_context& context, const HttpOptions& options) {
  error_code error = asio::error::host_not_found;
  tcp::resolver::results_type addresses;
  if (!options.host.empty()) {
    addresses = tcp::resolver(context).resolve(
        options.host, std::to_string(options.port),
        tcp::resolver::passive | tcp::resolver::numeric_service, error);
  }
  require(options, error);
  tcp::acceptor acceptor(context);
  for (const tcp::endpoint end : addresses) {
    acceptor.close(error);
    acceptor.open(end.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(end, error);
    if (!error) acceptor.listen(kBacklog, error);
    if (!error) break;
  }
  require(options, error);
  return acceptor;
}

// Serves a client, or tells it the problem.
asio::awaitable<void> serve_client(tcp::socket socket, Serving& serving, Connections& connections,
                                   std::optional<Problem> problem) {
  try {
    Connection connection(std::move(socket), serving, connections);
    co_await connection.run(problem);
  } catch (const std::exception&) {
    // The client has gone, or memory has run out: this connection ends, and the others go on.
  }
  if (problem) {
    --serving.refused;
  } else {
    serving.service.metrics().disconnected();
  }
}

// Gives a client to a thread.
void start(tcp::socket socket, ServingThread& thread, Serving& serving, std::uint64_t most) {
  Metrics& metrics = serving.service.metrics();
  std::optional<Problem> problem;
  if (const std::uint64_t open = metrics.connections(); open >= most) {
    problem = {Kind::busy, fmt::format("{} are open, and no more are taken: ask again later, or "
                                       "start the server with more --connections",
                                       counted(open, "connection"))};
    metrics.refused_connection();
    ++serving.refused;
  } else {
    metrics.connected();
  }
  asio::co_spawn(thread.context,
                 serve_client(std::move(socket), serving, thread.connections, std::move(problem)),
                 asio::detached);
}

// Takes clients, and gives them to the threads in turn.
asio::awaitable<void> accept(tcp::acceptor& acceptor, ServingThreads& threads, Serving& serving,
                             std::uint64_t most) {
  asio::steady_timer pause(acceptor.get_executor());
  for (std::size_t next = 0; acceptor.is_open(); next = (next + 1) % threads.size()) {
    ServingThread& thread = *threads[next];
    error_code error;
    tcp::socket socket =
        co_await acceptor.async_accept(thread.context, asio::redirect_error(use_awaitable, error));
    try {
      if (!error) start(std::move(socket), thread, serving, most);
    } catch (const std::exception&) {
      // Out of memory: the client is gone.
    }
    if (!error || !acceptor.is_open()) continue;
    // Out of descriptors, say. Clients that wait are not lost.
    pause.expires_after(milliseconds(10));
    co_await pause.async_wait(asio::redirect_error(use_awaitable, error));
  }
}

}  // namespace

void serve_http(const HttpOptions& options, Service& service,
                const std::function<void(const std::string& url)>& listening,
                const std::function<bool()>& stopped) {
  asio::io_context context{1};
  tcp::acceptor acceptor = listen(context, options);
  const tcp::endpoint at = acceptor.local_endpoint();
  const bool six = options.host.find(':') != options.host.npos;
  const std::string host =
      fmt::format("{}{}{}:{}", six ? "[" : "", options.host, six ? "]" : "", at.port());
  Serving serving{service,
                  {host, at.address().is_loopback(), options.cors},
                  asio::thread_pool(2 * thread_count())};
  ServingThreads threads;
  for (std::size_t i = 0; i < thread_count(); ++i) {
    threads.push_back(std::make_unique<ServingThread>());
  }
  asio::co_spawn(context,
                 accept(acceptor, threads, serving, room_for(service.limits().connections)),
                 asio::detached);
  listening(fmt::format("http://{}/", host));
  while (!stopped()) context.run_for(kLook);
  service.end();
  context.poll();  // clients that wait already are told what becomes of them
  acceptor.close();
  context.poll();
  for (const auto& thread : threads) thread->end();
}

}  // namespace pipo
