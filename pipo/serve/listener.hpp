// The socket at which clients arrive.
#pragma once

#include <chrono>
#include <string>

#include "probe/base/descriptor.hpp"

namespace pipo {

class Listener {
 public:
  // Port 0: any that is free. Throws BadInput if the host is none of this machine, or the port is
  // taken or not to be had.
  Listener(const std::string& host, int port);

  const std::string& host() const { return host_; }
  int port() const { return port_; }
  bool loopback() const { return loopback_; }

  // "http://127.0.0.1:8765/"
  std::string url() const;

  // The next client; nothing if none arrives for so long, or none can be taken just now.
  Descriptor next(std::chrono::milliseconds at_most) const;

  // Takes no more.
  void close() { socket_.close(); }

 private:
  std::string host_;
  Descriptor socket_;
  int port_ = 0;
  bool loopback_ = false;
};

}  // namespace pipo
