// Processes that make a table together: numbered, each on whatever machine, talking by messages.
//
// Rank 0 talks with all of them, itself included; the others only fetch from each other what they
// have in memory. Nothing above this interface knows what carries the messages.
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

  // Any thread; does not wait until it has arrived. Messages from one rank to another one keep
  // their order.
  virtual void send(int to, MessageBytes message) = 0;

  // The next message to this rank; nothing if none came meanwhile. By one thread, the one that has
  // made the object.
  virtual std::optional<Incoming> receive(std::chrono::milliseconds wait) = 0;
};

}  // namespace pipo
