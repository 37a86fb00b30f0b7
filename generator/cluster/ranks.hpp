// The processes that make a table together: numbered, each on any machine, communicating by
// messages and fetching values from each other's memory.
//
// Rank 0 communicates with all ranks, itself included. Nothing above this interface knows the
// transport.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "generator/sweep/tiling.hpp"

namespace pipo {

using MessageBytes = std::vector<std::byte>;

struct Incoming {
  int from = 0;
  MessageBytes bytes = {};
};

// A request for the first values of a tile.
struct Fetch {
  std::uint32_t attempt = 0;
  TileNumber tile = 0;
  std::uint64_t bytes = 0;
};

// Values that stay where they are as long as there is an owner; nullptr if the tile is not there.
struct LentTile {
  std::shared_ptr<const void> owner = {};
  const std::int8_t* values = nullptr;
  std::uint64_t hash = 0;  // XXH3-64 of the values
};
// Calls `reply` once, then or later, from any thread.
using Reply = std::function<void(const LentTile& lent)>;
using Lend = std::function<void(const Fetch& fetch, const Reply& reply)>;

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

  // Copies values of another rank straight into `to`. Any thread; returns before they have arrived.
  // `arrived` is called once, by any thread, and destroyed: with the hash of the lent values, or
  // nothing if the other rank did not lend the tile.
  using Arrived = std::function<void(std::optional<std::uint64_t> hash)>;
  virtual void fetch(int holder, const Fetch& fetch, std::int8_t* to, Arrived arrived) = 0;

  // Sets what other ranks may fetch from this one. receive() calls `lend`, which must not take
  // long. Without it nothing is lent. Only the thread that created the object may call it, and not
  // while a reply is due.
  virtual void set_lend(Lend lend) = 0;
};

}  // namespace pipo
