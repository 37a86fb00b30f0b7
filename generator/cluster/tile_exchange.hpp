// Transfers tiles from one rank's memory to another's, in pieces of one message each. Enough
// pieces are on the way that neither rank waits, and few enough that they take almost no memory.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>

#include "generator/cluster/messages.hpp"
#include "generator/cluster/ranks.hpp"
#include "generator/sweep/tile_pass.hpp"

namespace pipo {

class TileExchange {
 public:
  // `ranks` must outlive the exchange.
  TileExchange(Ranks& ranks, std::uint32_t attempt);

  // Requests a tile of `bytes` values from another rank into `values`. One thread calls fetch()
  // and then wait(), which waits for everything requested. `poll` may throw; after that, nothing is
  // written to `values` any more.
  void fetch(TileNumber tile, int holder, std::int8_t* values, std::uint64_t bytes);
  void wait(const Poll& poll);

  // Takes a piece that has arrived; called by another thread.
  void take(const MessageBytes& values);

 private:
  struct Wanted {
    int holder = 0;
    Fetch fetch = {};
  };

  void ask();

  Ranks& ranks_;
  const std::uint32_t attempt_;
  const int at_a_time_;  // pieces
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Wanted> wanted_;                  // pieces not requested yet
  std::map<TileNumber, std::int8_t*> coming_;  // destinations of the tiles
  int asked_ = 0;                              // pieces requested and not yet here
};

}  // namespace pipo
