// The processes that make a table together: numbered, each on any machine, communicating by
// messages.
//
// Rank 0 communicates with all ranks, itself included; the others only fetch sections from each
// other's memory. Nothing above this interface knows the transport.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace pipo {

using MessageBytes = std::vector<std::byte>;

struct Incoming {
  int from = 0;
  MessageBytes bytes = {};
};

class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int count() const = 0;

  // Any thread. Returns before the message has arrived. Messages from one rank to another keep
  // their order.
  virtual void send(int to, MessageBytes message) = 0;

  // Returns the next message to this rank, or nothing if none arrives within `wait`. Only the
  // thread that created the object may call it.
  virtual std::optional<Incoming> receive(std::chrono::milliseconds wait) = 0;
};

}  // namespace pipo
