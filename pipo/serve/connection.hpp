// A client's connection, with limits in bytes and in time: what a client does not do in time, or
// does too much of, ends the connection and nothing else.
#pragma once

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "probe/base/descriptor.hpp"

namespace pipo {

// For so long a client may say nothing between two requests.
constexpr std::chrono::seconds kKeepAlive{15};

class Connection final : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  // A connected socket that does not block. Once `ending` is true, clients get a moment to send the
  // rest of what they have begun, and no longer.
  Connection(Descriptor socket, const std::atomic<bool>& ending)
      : socket_(std::move(socket)), ending_(ending) {}

  // Waits for the next request, and reads its head as it comes. Nothing where the client has closed
  // the connection, sends nothing for so long, or where all is ending meanwhile; and where the head
  // is not there in time. One that is too long is cut off: too_long() says so.
  std::optional<std::string> read_head(std::chrono::milliseconds patience);
  bool too_long() const { return too_long_; }

  // What follows the head: some bytes, at least one. None when the client is gone, or does not send
  // all of it in time.
  std::string_view peek();
  void take(std::size_t count) { taken_ += count; }  // of these
  bool holds_more() const { return taken_ < ahead_.size(); }

  // What the library reads: it is given no socket.
  void give(std::string head);

  // Sends what has been written. False when the client is gone, or does not read.
  bool flush();

  // Reads and throws away what the client still sends, for a moment: closed with unread bytes a
  // connection is reset, and the client may never see the answer.
  void linger();

  bool is_readable() const override { return true; }
  bool is_writable() const override { return !failed_; }
  ssize_t read(char* data, std::size_t size) override;
  ssize_t write(const char* data, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return 0; }  // the library asks whether it fits into select()

 private:
  bool wait(short events, Clock::time_point until) const;
  bool receive(Clock::time_point until, bool begun);
  bool send_all(const char* data, std::size_t size);

  Descriptor socket_;
  const std::atomic<bool>& ending_;
  std::optional<Clock::time_point> end_seen_;
  std::string ahead_;      // received
  std::size_t taken_ = 0;  // of that
  std::string given_;
  std::size_t given_taken_ = 0;
  Clock::time_point body_end_;
  bool too_long_ = false;
  bool failed_ = false;
  std::string out_;
};

}  // namespace pipo
