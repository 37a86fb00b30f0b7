// A client's connection: requests are read within limits of bytes and of time, and answered one
// after the other. What a client does not do in time, or does too much of, ends its connection and
// nothing else.
#pragma once

// clang-format off
#include <utility>  // Asio's headers use it and do not include it
// clang-format on

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
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
#include "pipo/serve/service.hpp"

namespace pipo {

namespace asio = boost::asio;
using Instant = std::chrono::steady_clock::time_point;

// What all connections share.
struct Serving {
  Service& service;
  Policy policy;
  asio::thread_pool workers;  // for answers that take long: the threads of connections stay quick
  std::atomic<int> refused = 0;  // connections that are told that they are too many
};

// The connections of one thread; no other thread touches them.
struct Connections {
  std::list<class Connection*> all;
  std::string date;              // the field Date of replies
  std::optional<Instant> ended;  // since when the server has been ending
};

class Connection {
 public:
  Connection(asio::ip::tcp::socket socket, Serving& serving, Connections& connections);
  ~Connection() { connections_.all.erase(position_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Answers requests until either side ends the connection; with a problem, tells only that.
  asio::awaitable<void> run(const std::optional<Problem>& refused);

  // Cancels the current operation if its time is over.
  void look(Instant now);

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  enum class State { waiting, reading, answering };
  struct Head;

  asio::awaitable<bool> exchange();
  asio::awaitable<void> read(Head& head);
  asio::awaitable<std::size_t> receive_head();
  asio::awaitable<bool> receive();
  asio::awaitable<void> read_body(Parser& parser, const Head& head);
  asio::awaitable<Reply> answer(Head& head);
  asio::awaitable<void> send(const Head& head, Reply& reply, bool last);
  asio::awaitable<void> stream(const Head& head, const Reply& reply);
  asio::awaitable<void> linger();
  template <typename Buffers>
  asio::awaitable<void> write(const Buffers& buffers);
  template <typename Work>
  asio::awaitable<std::invoke_result_t<Work>> on_a_worker(Work work);
  std::string_view received() const {
    return {static_cast<const char*>(in_.data().data()), in_.size()};
  }

  asio::ip::tcp::socket socket_;
  Serving& serving_;
  Connections& connections_;
  std::list<Connection*>::iterator position_;
  boost::beast::flat_buffer in_;
  State state_ = State::waiting;
  Instant deadline_ = Instant::max();
  bool late_ = false;  // the deadline has passed
};

}  // namespace pipo
