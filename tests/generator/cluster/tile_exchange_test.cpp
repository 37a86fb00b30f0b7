// A tile arrives complete in another rank's memory, in however many pieces. Damaged messages are
// detected.
#include "generator/cluster/tile_exchange.hpp"

#include <gtest/gtest.h>

#include <future>
#include <numeric>

#include "pipopipette/error.hpp"
#include "tests/support/thread_ranks.hpp"

namespace pipo::tile_exchange_test {

using namespace std::chrono_literals;

std::vector<std::int8_t> some_values(std::size_t count) {
  std::vector<std::int8_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::int8_t>(i * i >> 3);
  return values;
}

// Rank 1 answers until it is told to stop.
std::future<void> answering(test::ThreadRanks& ranks,
                            const std::map<TileNumber, std::vector<std::int8_t>>& tiles) {
  return std::async(std::launch::async, [&] {
    const auto link = ranks.rank(1);
    while (true) {
      const auto message = link->receive(1s);
      if (!message) continue;
      if (head_of(message->bytes).kind == MessageKind::bye) return;
      const Fetch fetch = content_of<Fetch>(message->bytes);
      link->send(fetch.asker, values_message(fetch, tiles.at(fetch.tile).data()));
    }
  });
}

TEST(TileExchange, SectionsArriveWhole) {
  test::ThreadRanks ranks(2);
  const std::map<TileNumber, std::vector<std::int8_t>> tiles{
      {3, some_values(1)}, {8, some_values(64 << 10)}, {9, some_values(10'000'001)}};
  const auto answers = answering(ranks, tiles);
  const auto link = ranks.rank(0);
  TileExchange exchange(*link, 7);
  std::map<TileNumber, std::vector<std::int8_t>> arrived;
  std::future<void> waiting = std::async(std::launch::async, [&] {
    for (int times = 0; times < 3; ++times) {
      for (const auto& [tile, values] : tiles) {
        arrived[tile].assign(values.size(), -1);
        exchange.fetch(tile, 1, arrived[tile].data(), values.size());
      }
      exchange.wait({});
      EXPECT_TRUE(arrived == tiles);
    }
  });
  while (waiting.wait_for(0s) != std::future_status::ready) {
    const auto message = link->receive(10ms);
    if (message) exchange.take(message->bytes);
  }
  link->send(1, bare_message({MessageKind::bye, 0}));
}

TEST(TileExchange, RequestsAFewPiecesAtATime) {
  test::ThreadRanks ranks(2);
  const auto link = ranks.rank(0);
  TileExchange exchange(*link, 7);
  std::vector<std::int8_t> values(100'000'000);
  exchange.fetch(5, 1, values.data(), values.size());
  const auto other = ranks.rank(1);
  std::uint64_t asked = 0;
  while (const auto message = other->receive(0ms)) asked += content_of<Fetch>(message->bytes).bytes;
  EXPECT_GT(asked, 1'000'000U);
  EXPECT_LT(asked, 10'000'000U);
}

TEST(TileExchange, WaitingEndsWhenPollThrows) {
  test::ThreadRanks ranks(2);
  const auto link = ranks.rank(0);
  TileExchange exchange(*link, 7);
  std::vector<std::int8_t> values(100);
  exchange.fetch(5, 1, values.data(), values.size());
  EXPECT_THROW(exchange.wait([] { throw Stopped("stopped"); }), Stopped);
  // A late piece is not written.
  const auto sent = some_values(100);
  exchange.take(values_message({.attempt = 7, .tile = 5, .bytes = 100}, sent.data()));
  EXPECT_EQ(values, std::vector<std::int8_t>(100));
}

TEST(TileExchange, DamagedMessagesAreDetected) {
  const auto sent = some_values(1000);
  const Fetch fetch{.attempt = 1, .tile = 2, .offset = 100, .bytes = 900};
  const MessageBytes message = values_message(fetch, sent.data());
  std::vector<std::int8_t> values(1000);
  const FindValues find = [&](TileNumber) { return values.data(); };
  copy_values(message, find);
  EXPECT_TRUE(std::equal(sent.begin() + 100, sent.end(), values.begin() + 100));
  EXPECT_EQ(std::accumulate(values.begin(), values.begin() + 100, 0), 0);
  MessageBytes flipped = message;
  flipped.back() ^= std::byte{1};
  EXPECT_THROW(copy_values(flipped, find), std::logic_error);
  MessageBytes cut = message;
  cut.pop_back();
  EXPECT_THROW(copy_values(cut, find), std::logic_error);
}

}  // namespace pipo::tile_exchange_test
