// A client's connection: requests are read within limits of bytes and of time, and answered one
// after the other. What a client does not do in time, or does too much of, ends its connection and
// nothing else.
#pragma once

// clang-format off
#include <utility>  // Asio's headers use it and do not include it
// clang-format on

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <list>
#include <optional>
#include <string>

#include "pipo/serve/policy.hpp"
#include "pipo/serve/problem.hpp"
#include "pipo/serve/request.hpp"
#include "pipo/serve/service.hpp"

namespace pipo {

namespace asio = boost::asio;
using Instant = std::chrono::steady_clock::time_point;

constexpr std::size_t kLongestHead = std::size_t{16} << 10;
constexpr std::size_t kLongestTarget = 8000;  // the path and the parameters

// What all connections share.
struct Shared {
  Service& service;
  Policy policy;
  asio::thread_pool workers;  // for answers that take long: the threads of connections stay quick
  std::atomic<std::uint64_t> open = 0;     // connections
  std::atomic<std::uint64_t> refused = 0;  // those that are told that they are too many
};

class Session;

// The connections of one thread; nobody else touches them.
struct Sessions {
  std::list<Session*> all;
  std::string date;              // the field Date of replies
  std::optional<Instant> ended;  // since when the server has been ending
};

class Session {
 public:
  Session(asio::ip::tcp::socket socket, Shared& shared, Sessions& sessions);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Answers requests until either side ends the connection. Throws nothing.
  asio::awaitable<void> run();

  // Tells the client why it is not served.
  asio::awaitable<void> refuse(const Problem& problem);

  // Cancels the current operation if its time is over.
  void look(Instant now);

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

  // A request, and what the reply depends on beside it.
  struct Head {
    Request request;
    std::string target;
    std::string host;
    std::string origin;            // the page that asks, where a browser says so
    bool head_only = false;        // HEAD: the reply has no body
    bool http10 = false;           // knows no chunks
    bool close = false;            // the client sends no other request on this connection
    bool expect_continue = false;  // the client waits for "100 Continue" before it sends the body
    bool gzip = false;
  };

  enum class State { waiting, reading, answering };

  asio::awaitable<bool> exchange();
  asio::awaitable<void> read(Head& head);
  asio::awaitable<std::size_t> receive_head();
  asio::awaitable<bool> receive();
  asio::awaitable<void> read_body(Parser& parser, const Head& head);
  asio::awaitable<Reply> answer(Head& head);
  asio::awaitable<void> send(const Head& head, Reply& reply, bool last);
  asio::awaitable<void> stream(const Head& head, const Reply& reply);
  template <typename Buffers>
  asio::awaitable<void> write(const Buffers& buffers);
  asio::awaitable<void> linger();
  template <typename Work>
  asio::awaitable<std::invoke_result_t<Work>> on_a_worker(Work work);

  void check(const Head& head, const Parser& parser) const;
  Reply answered(Head& head) const;
  Reply refusal(const Problem& problem) const;
  std::string_view received() const;
  static Head head_of(const Parser& parser);

  asio::ip::tcp::socket socket_;
  Shared& shared_;
  Sessions& sessions_;
  std::list<Session*>::iterator place_;
  boost::beast::flat_buffer in_;
  State state_ = State::waiting;
  Instant deadline_ = Instant::max();
  bool late_ = false;  // the deadline has passed
};

}  // namespace pipo
