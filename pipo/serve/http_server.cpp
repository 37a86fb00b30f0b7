#include "pipo/serve/http_server.hpp"

#include <fmt/core.h>
#include <httplib.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "pipo/serve/connection.hpp"
#include "pipo/serve/head.hpp"
#include "pipo/serve/turned_away.hpp"
#include "probe/base/counted.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kAskForEnd{100};
constexpr std::chrono::seconds kKeepAlive{15};
constexpr std::size_t kManyRequests = 1'000'000;  // on a connection: what clients are told

// Chunks have a few bytes around them.
constexpr std::uint64_t kAroundChunks = 4096;

// The library's server without its sockets: requests are read from, and answered on, connections of
// ours.
class Protocol : private httplib::Server {
 public:
  Protocol(Service& service, const Listener& listener, const HttpOptions& options)
      : service_(service), listener_(listener), options_(options) {
    svr_sock_ = 0;  // else it takes itself for shut down
    set_keep_alive_timeout(std::chrono::seconds(kKeepAlive).count());
    set_keep_alive_max_count(kManyRequests);
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      return before_body(request, response) ? HandlerResponse::Handled : HandlerResponse::Unhandled;
    });
    Post(".*", [this](const httplib::Request& request, httplib::Response& response) {
      write(request, service_.answer(ours(request)), response);
    });
    set_expect_100_continue_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          if (!current_.head->problem) return 100;
          refuse(request, *current_.head->problem, response);
          return response.status;
        });
    set_error_handler([this](const httplib::Request& request, httplib::Response& response) {
      // What the library refuses has no body yet.
      if (!response.body.empty() || response.status == 304) return;
      refuse(request, problem_of(response.status), response);
    });
  }

  // Answers one request. Is the connection of any use after that?
  bool serve(Connection& connection, Head head) {
    current_ = {&connection, &head};
    const bool last = head.last || head.problem || service_.ending();
    connection.give(std::move(head.text),
                    head.chunked ? service_.limits().body + kAroundChunks : head.length);
    bool closed = false;
    const bool done = process_request(connection, last, closed, {});
    const bool flushed = connection.flush();
    if (head.problem || connection.body_too_large()) connection.linger();
    return done && flushed && !closed && !last && !service_.ending();
  }

 private:
  struct Current {
    Connection* connection = nullptr;
    Head* head = nullptr;
  };

  static Request ours(const httplib::Request& request) {
    Request ours;
    ours.method = request.method == "HEAD" ? "GET" : request.method;
    ours.path = request.path;
    ours.parameters.insert(request.params.begin(), request.params.end());
    ours.body = request.body;
    ours.if_none_match = request.get_header_value("If-None-Match");
    return ours;
  }

  // All but a POST is answered without a body. True when it is answered.
  bool before_body(const httplib::Request& request, httplib::Response& response) {
    if (const auto problem = not_allowed(request)) {
      refuse(request, *problem, response);
      return true;
    }
    if (request.method == "POST") return false;
    if (request.method == "OPTIONS" && allowed(current_.head->origin)) {
      Reply reply;
      reply.status = 204;
      reply.type.clear();
      reply.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE";
      reply.headers["Access-Control-Allow-Headers"] = "Content-Type";
      reply.headers["Access-Control-Max-Age"] = "86400";
      write(request, std::move(reply), response);
      return true;
    }
    write(request, service_.answer(ours(request)), response);
    return true;
  }

  bool allowed(const std::string& origin) const {
    return !origin.empty() && (options_.cors.contains(origin) || options_.cors.contains("*"));
  }

  std::optional<Problem> not_allowed(const httplib::Request& request) const {
    const Head& head = *current_.head;
    if (head.problem) return head.problem;
    const bool known = head.host.empty() || names_this_machine(head.host) ||
                       head.host == fmt::format("{}:{}", listener_.host(), listener_.port());
    if (listener_.loopback() && !known) {
      return Problem{Kind::other_origin,
                     fmt::format("{} is no name of this machine: ask for localhost, or serve at "
                                 "another address with --host",
                                 printable(head.host))};
    }
    // Reading is a matter of browsers, who keep answers from pages of other origins; making work
    // for this machine is not.
    if (request.method != "GET" && request.method != "HEAD" && request.method != "OPTIONS" &&
        !head.origin.empty() && !same_origin(head.origin, head.host) && !allowed(head.origin)) {
      return Problem{Kind::other_origin,
                     fmt::format("the page at {} may not ask this; --cors {} allows it",
                                 printable(head.origin), printable(head.origin))};
    }
    return {};
  }

  void refuse(const httplib::Request& request, const Problem& problem,
              httplib::Response& response) const {
    service_.metrics().answered("refused", pipo::status(problem.kind), 0);
    write(request, problem_reply(problem), response);
  }

  // Of what the library refuses.
  Problem problem_of(int status) const {
    if (current_.head->problem) return *current_.head->problem;
    if (current_.connection->body_too_large()) {
      return {Kind::too_large,
              fmt::format("a body may have {} bytes: send it in parts", service_.limits().body)};
    }
    if (status == 413 || status == 414) return {Kind::too_large, "the request is too large"};
    if (status == 404) return {Kind::not_found, "there is nothing here"};
    if (status >= 500) return {Kind::internal, "the request could not be answered"};
    return {Kind::bad_input, "this is no request of HTTP/1.1, or it breaks off"};
  }

  void write(const httplib::Request& request, Reply reply, httplib::Response& response) const {
    response.status = reply.status;
    for (const auto& [name, value] : reply.headers) response.set_header(name, value);
    response.set_header("X-Content-Type-Options", "nosniff");
    // Else the library promises them.
    if (request.method == "HEAD") response.set_header("Accept-Ranges", "none");
    if (!options_.cors.empty()) response.set_header("Vary", "Origin");
    if (const std::string& origin = current_.head->origin; allowed(origin)) {
      response.set_header("Access-Control-Allow-Origin", origin);
      response.set_header("Access-Control-Expose-Headers", "ETag, Location");
    }
    if (!reply.pieces || request.method == "HEAD") {
      if (!reply.type.empty()) response.set_content(reply.body, reply.type);
      return;
    }
    response.set_chunked_content_provider(
        reply.type, [connection = current_.connection, pieces = std::move(reply.pieces)](
                        std::size_t, httplib::DataSink& sink) {
          std::string piece;
          try {
            if (!pieces(piece)) {
              sink.done();
              return true;
            }
          } catch (const std::exception&) {
            return false;  // the stream breaks off, and the client sees that it does
          }
          return sink.write(piece.data(), piece.size()) && connection->flush();
        });
  }

  Service& service_;
  const Listener& listener_;
  const HttpOptions& options_;
  static thread_local Current current_;
};

thread_local Protocol::Current Protocol::current_;

// The threads at work, counted.
class Crew {
 public:
  std::uint64_t size() const { return size_; }

  void join() {
    const std::lock_guard lock(mutex_);
    ++size_;
  }

  void leave() {
    const std::lock_guard lock(mutex_);
    --size_;
    left_.notify_all();
  }

  void wait_for_all() {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [this] { return size_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable left_;
  std::atomic<std::uint64_t> size_ = 0;
};

void serve_client(Descriptor socket, Protocol& protocol, Service& service,
                  const std::atomic<bool>& ending) {
  service.metrics().connected();
  try {
    Connection connection(std::move(socket));
    while (auto text = connection.read_head(kKeepAlive, ending)) {
      Head head = parse_head(*text, service.limits().body);
      if (connection.too_long()) {
        head = parse_head("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 0);
        head.problem = Problem{
            Kind::too_large, fmt::format("the head of a request may have {} bytes", kLongestHead)};
      }
      if (!protocol.serve(connection, std::move(head))) break;
    }
  } catch (const std::exception&) {
    // Out of memory, say. The connection is closed; the others go on.
  }
  service.metrics().disconnected();
}

}  // namespace

void serve_http(Listener& listener, Service& service, const HttpOptions& options,
                const std::function<bool()>& stopped) {
  Protocol protocol(service, listener, options);
  Crew crew;
  TurnedAway turned_away;
  std::atomic<bool> ending = false;
  while (!stopped()) {
    Descriptor client = listener.next(kAskForEnd);
    turned_away.tend();
    if (!client.open()) continue;
    if (crew.size() >= service.limits().connections) {
      service.metrics().refused_connection();
      turned_away.add(
          std::move(client),
          {Kind::busy, fmt::format("{} are open, and no more are taken: ask again later, "
                                   "or start the server with more --connections",
                                   counted(crew.size(), "connection"))});
      continue;
    }
    crew.join();
    const auto shared = std::make_shared<Descriptor>(std::move(client));
    try {
      std::thread([&, shared] {
        serve_client(std::move(*shared), protocol, service, ending);
        crew.leave();
      }).detach();
    } catch (const std::system_error&) {
      crew.leave();
      service.metrics().refused_connection();
      turned_away.add(std::move(*shared),
                      {Kind::no_space, "no more threads can be started; ask later"});
    }
  }
  listener.close();
  ending = true;
  service.end();
  crew.wait_for_all();
}

}  // namespace pipo
