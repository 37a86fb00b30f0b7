#include "generator/cluster/tile_exchange.hpp"

#include <algorithm>
#include <chrono>

namespace pipo {
namespace {

using namespace std::chrono_literals;

// A piece is small enough for the caches. All ranks together request this many at a time, and each
// at least a few: if all ask the same rank, its replies take little memory.
constexpr std::uint64_t kPieceBytes = std::uint64_t{64} << 10;
constexpr int kPiecesOfAll = 128;
constexpr int kFewestPieces = 4;

constexpr auto kBetweenPolls = 50ms;

}  // namespace

TileExchange::TileExchange(Ranks& ranks, std::uint32_t attempt)
    : ranks_(ranks),
      attempt_(attempt),
      at_a_time_(std::max(kFewestPieces, kPiecesOfAll / ranks.count())) {}

void TileExchange::fetch(TileNumber tile, int holder, std::int8_t* values, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  coming_[tile] = values;
  for (std::uint64_t offset = 0; offset < bytes; offset += kPieceBytes) {
    wanted_.push_back({.holder = holder,
                       .fetch = {.attempt = attempt_,
                                 .asker = ranks_.rank(),
                                 .tile = tile,
                                 .offset = offset,
                                 .bytes = std::min(kPieceBytes, bytes - offset)}});
  }
  ask();
}

// Call it under the lock.
void TileExchange::ask() {
  for (; asked_ < at_a_time_ && !wanted_.empty(); ++asked_) {
    const auto& [holder, fetch] = wanted_.front();
    ranks_.send(holder, to_message({MessageKind::fetch, attempt_}, fetch));
    wanted_.pop_front();
  }
}

void TileExchange::wait(const Poll& poll) {
  std::unique_lock lock(mutex_);
  try {
    while (asked_ > 0) {
      changed_.wait_for(lock, kBetweenPolls);
      if (poll) poll();
    }
  } catch (...) {
    wanted_.clear();
    coming_.clear();
    throw;
  }
  coming_.clear();
}

void TileExchange::take(const MessageBytes& values) {
  const std::lock_guard lock(mutex_);
  if (coming_.empty()) return;
  copy_values(values, [this](TileNumber tile) { return coming_.at(tile); });
  --asked_;
  ask();
  if (asked_ == 0) changed_.notify_one();
}

}  // namespace pipo
