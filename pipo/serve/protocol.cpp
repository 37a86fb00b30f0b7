#include "pipo/serve/protocol.hpp"

#include <fmt/core.h>

#include <utility>

#include "pipo/serve/body.hpp"
#include "pipo/serve/query.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr std::size_t kManyRequests = 1'000'000;  // on a connection: what clients are told

}  // namespace

// What a thread is answering.
struct Protocol::Current {
  Connection& connection;
  const Head& head;
  std::string body;
  std::optional<Problem> problem;
};

thread_local Protocol::Current* Protocol::current_ = nullptr;

Protocol::Protocol(Service& service, const Listener& listener, const HttpOptions& options)
    : service_(service), listener_(listener), options_(options) {
  svr_sock_ = 0;  // else it takes itself for shut down
  set_keep_alive_timeout(std::chrono::seconds(kKeepAlive).count());
  set_keep_alive_max_count(kManyRequests);
  set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    answer(request, response);
    return HandlerResponse::Handled;
  });
  set_post_routing_handler([](const httplib::Request&, httplib::Response& response) {
    // Of what has no body, a length says something else (RFC 9110, 8.6).
    const bool bodiless = response.status == 204 || response.status == 304;
    if (bodiless) response.headers.erase("Content-Length");
  });
}

bool Protocol::serve(Connection& connection, const Head& head) {
  Current current{connection, head, {}, not_allowed(head)};
  if (!current.problem) {
    current.problem = read_body(connection, head, service_.limits().body, current.body);
  }
  // What was refused may go on in a body, which must not be taken for the next request.
  const bool last = head.last || current.problem || service_.ending();
  connection.give(fmt::format("{} / HTTP/1.1\r\n\r\n", head.method == "HEAD" ? "HEAD" : "GET"));
  bool closed = false;
  current_ = &current;
  const bool done = process_request(connection, last, closed, {});
  current_ = nullptr;
  if (!connection.flush() || !done) return false;
  if (!last && !service_.ending()) return true;
  connection.linger();
  return false;
}

void Protocol::answer(const httplib::Request&, httplib::Response& response) {
  Reply answer;
  try {
    answer = reply();
  } catch (...) {
    answer = refusal(current_problem());
  }
  write(std::move(answer), response);
}

Reply Protocol::reply() {
  const Head& head = current_->head;
  if (current_->problem) return refusal(*current_->problem);
  if (head.method == "OPTIONS" && allowed(head.origin)) {
    Reply reply;
    reply.status = 204;
    reply.type.clear();
    reply.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE";
    reply.headers["Access-Control-Allow-Headers"] = "Content-Type";
    reply.headers["Access-Control-Max-Age"] = "86400";
    return reply;
  }
  Request request;
  request.method = head.method == "HEAD" ? "GET" : head.method;
  read_target(head.target, request);
  request.body = std::move(current_->body);
  request.if_none_match = head.if_none_match;
  return service_.answer(request);
}

bool Protocol::allowed(const std::string& origin) const {
  return !origin.empty() && (options_.cors.contains(origin) || options_.cors.contains("*"));
}

std::optional<Problem> Protocol::not_allowed(const Head& head) const {
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
  if (head.method != "GET" && head.method != "HEAD" && head.method != "OPTIONS" &&
      !head.origin.empty() && !same_origin(head.origin, head.host) && !allowed(head.origin)) {
    return Problem{Kind::other_origin,
                   fmt::format("the page at {} may not ask this; --cors {} allows it",
                               printable(head.origin), printable(head.origin))};
  }
  return {};
}

Reply Protocol::refusal(const Problem& problem) const {
  service_.metrics().answered("refused", pipo::status(problem.kind), 0);
  return problem_reply(problem);
}

void Protocol::write(Reply reply, httplib::Response& response) const {
  const Head& head = current_->head;
  response.status = reply.status;
  for (const auto& [name, value] : reply.headers) response.set_header(name, value);
  response.set_header("X-Content-Type-Options", "nosniff");
  // The library says otherwise to HEAD.
  if (head.method == "HEAD") response.set_header("Accept-Ranges", "none");
  if (!options_.cors.empty()) response.set_header("Vary", "Origin");
  if (allowed(head.origin)) {
    response.set_header("Access-Control-Allow-Origin", head.origin);
    response.set_header("Access-Control-Expose-Headers", "ETag, Location");
  }
  if (!reply.pieces || head.method == "HEAD") {
    if (!reply.type.empty()) response.set_content(reply.body, reply.type);
    return;
  }
  const auto next = [connection = &current_->connection, pieces = std::move(reply.pieces)](
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
  };
  if (head.old) {
    response.set_content_provider(reply.type, next);
  } else {
    response.set_chunked_content_provider(reply.type, next);
  }
}

}  // namespace pipo
