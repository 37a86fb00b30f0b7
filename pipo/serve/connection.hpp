// A client's connection, with limits in bytes and in time: what a client does not do in time, or
// does too much of, ends the connection and nothing else.
#pragma once

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "probe/base/descriptor.hpp"

namespace pipo {

class Connection final : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  // A connected socket that does not block.
  explicit Connection(Descriptor socket) : socket_(std::move(socket)) {}

  // Waits for the next request, and reads its head as it comes. Nothing where the client has closed
  // the connection, sends nothing for so long, or where `ending` has become true meanwhile; and
  // where the head is not there in time. One that is too long is cut off: too_long() says so.
  std::optional<std::string> read_head(std::chrono::milliseconds patience,
                                       const std::atomic<bool>& ending);
  bool too_long() const { return too_long_; }

  // What the library reads next: this head, then so many bytes that follow on the connection.
  void give(std::string head, std::uint64_t most_body);

  // Was there more than that?
  bool body_too_large() const { return body_too_large_; }

  // Sends what has been written. False when the client is gone.
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
  ssize_t receive(char* data, std::size_t size, Clock::time_point until);
  bool send_all(const char* data, std::size_t size);

  Descriptor socket_;
  std::string ahead_;  // received, and not yet taken
  std::string head_;
  std::size_t head_taken_ = 0;
  std::uint64_t body_left_ = 0;
  Clock::time_point request_end_;
  bool too_long_ = false;
  bool body_too_large_ = false;
  bool failed_ = false;
  std::string out_;
};

}  // namespace pipo
