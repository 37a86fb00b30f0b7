#include "pipo/serve/http_server.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <ctime>
#include <thread>
#include <vector>

#include "pipo/serve/session.hpp"
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

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7)
std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text;
  return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %T GMT", &parts)};
}

// A thread with the connections that are given to it. Its end waits for theirs.
class Thread {
 public:
  Thread() {
    asio::co_spawn(context_, look(), asio::detached);
    thread_ = std::thread([this] { context_.run(); });
  }
  ~Thread() {
    end();
    thread_.join();
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  // Connections get a moment to send the rest of a request, and no longer.
  void end() {
    asio::post(context_, [this] { sessions_.ended = std::chrono::steady_clock::now(); });
  }

  asio::io_context& context() { return context_; }
  Sessions& sessions() { return sessions_; }

 private:
  // Looks after the connections. Ends with the last of them when the server ends.
  asio::awaitable<void> look() {
    asio::steady_timer timer(context_);
    for (;;) {
      sessions_.date = date_now();
      for (Session* session : sessions_.all) session->look(std::chrono::steady_clock::now());
      if (sessions_.ended && sessions_.all.empty()) co_return;
      timer.expires_after(kLook);
      co_await timer.async_wait(use_awaitable);
    }
  }

  asio::io_context context_{1};
  Sessions sessions_;
  std::thread thread_;
};

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
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, 4 * connections + 2 * others);
  if (limit.rlim_cur < wanted) {
    rlimit more = limit;
    more.rlim_cur = wanted;
    if (::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  }
  return std::min<std::uint64_t>(connections, std::max(limit.rlim_cur / 2, others + 1) - others);
}

[[noreturn]] void cannot_listen(const HttpOptions& options, error_code error) {
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

// Serves a client, or tells it why not.
asio::awaitable<void> serve_client(tcp::socket socket, Shared& shared, Sessions& sessions,
                                   std::optional<Problem> problem) {
  std::atomic<std::uint64_t>& count = problem ? shared.refused : shared.open;
  try {
    Session session(std::move(socket), shared, sessions);
    if (problem) {
      co_await session.refuse(*problem);
    } else {
      co_await session.run();
    }
  } catch (const std::exception&) {
    // Out of memory.
  }
  if (!problem) shared.service.metrics().disconnected();
  --count;
}

}  // namespace

struct HttpServer::Listening {
  asio::io_context context{1};
  tcp::acceptor acceptor{context};

  bool loopback() const { return acceptor.local_endpoint().address().is_loopback(); }
  int port() const { return acceptor.local_endpoint().port(); }

  asio::awaitable<void> accept(std::vector<std::unique_ptr<Thread>>& threads, Shared& shared,
                               std::uint64_t most);
  static void start(tcp::socket socket, Thread& thread, Shared& shared, std::uint64_t most);
};

HttpServer::HttpServer(HttpOptions options)
    : options_(std::move(options)), listening_(std::make_unique<Listening>()) {
  error_code error = asio::error::host_not_found;
  tcp::resolver::results_type addresses;
  if (!options_.host.empty()) {
    addresses = tcp::resolver(listening_->context)
                    .resolve(options_.host, std::to_string(options_.port),
                             tcp::resolver::passive | tcp::resolver::numeric_service, error);
  }
  if (error) {
    throw BadInput(
        fmt::format("--host {}: {}; give an address of this machine, for example "
                    "127.0.0.1, or 0.0.0.0 for all of them",
                    pipo::quoted(options_.host), error.message()));
  }
  tcp::acceptor& acceptor = listening_->acceptor;
  for (const auto& address : addresses) {
    const tcp::endpoint end = address.endpoint();
    acceptor.close(error);
    acceptor.open(end.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(end, error);
    if (!error) acceptor.listen(kBacklog, error);
    if (!error) return;
  }
  cannot_listen(options_, error);
}

HttpServer::~HttpServer() = default;

std::string HttpServer::url() const {
  const bool six = options_.host.find(':') != options_.host.npos;
  return fmt::format("http://{}{}{}:{}/", six ? "[" : "", options_.host, six ? "]" : "",
                     listening_->port());
}

void HttpServer::Listening::start(tcp::socket socket, Thread& thread, Shared& shared,
                                  std::uint64_t most) {
  std::optional<Problem> problem;
  if (const std::uint64_t open = shared.open; open >= most) {
    shared.service.metrics().refused_connection();
    ++shared.refused;
    problem = Problem{Kind::busy, fmt::format("{} are open, and no more are taken: ask again "
                                              "later, or start the server with more --connections",
                                              counted(open, "connection"))};
  } else {
    shared.service.metrics().connected();
    ++shared.open;
  }
  asio::co_spawn(thread.context(),
                 serve_client(std::move(socket), shared, thread.sessions(), std::move(problem)),
                 asio::detached);
}

// Takes clients, and gives them to the threads in turn.
asio::awaitable<void> HttpServer::Listening::accept(std::vector<std::unique_ptr<Thread>>& threads,
                                                    Shared& shared, std::uint64_t most) {
  asio::steady_timer pause(context);
  for (std::size_t next = 0; acceptor.is_open(); next = (next + 1) % threads.size()) {
    Thread& thread = *threads[next];
    error_code error;
    tcp::socket socket = co_await acceptor.async_accept(thread.context(),
                                                        asio::redirect_error(use_awaitable, error));
    if (!error) {
      start(std::move(socket), thread, shared, most);
    } else if (acceptor.is_open() && error != asio::error::connection_aborted) {
      // Out of descriptors, say. Clients that wait are not lost.
      pause.expires_after(milliseconds(10));
      co_await pause.async_wait(asio::redirect_error(use_awaitable, error));
    }
  }
}

void HttpServer::serve(Service& service, const std::function<bool()>& stopped) {
  const std::uint64_t most = room_for(service.limits().connections);
  Shared shared{service,
                Policy(fmt::format("{}:{}", options_.host, listening_->port()),
                       listening_->loopback(), options_.cors),
                asio::thread_pool(2 * thread_count())};
  std::vector<std::unique_ptr<Thread>> threads;
  for (std::size_t i = 0; i < thread_count(); ++i) threads.push_back(std::make_unique<Thread>());
  asio::co_spawn(listening_->context, listening_->accept(threads, shared, most), asio::detached);
  while (!stopped()) listening_->context.run_for(kLook);
  service.end();
  // Clients that wait already are told what becomes of them.
  listening_->context.poll();
  error_code ignored;
  listening_->acceptor.close(ignored);
  listening_->context.poll();
  for (const auto& thread : threads) thread->end();
  threads.clear();
}

}  // namespace pipo
