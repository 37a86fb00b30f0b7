// The limits for one client, by a clock that the test sets.
#include "pipo/serve/clients.hpp"

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "answers/problem.hpp"
#include "pipopipette/error.hpp"

namespace pipo::test::clients_test {

class ClientsTest : public testing::Test {
 protected:
  Clients with(const ClientLimits& limits) {
    return Clients(limits, [this] { return now_; });
  }

  // Returns 0 if the client may ask now, otherwise the seconds after which it may.
  static int asked(Clients& clients, const std::string& client) {
    try {
      clients.ask(client);
      return 0;
    } catch (const Refusal& refusal) {
      EXPECT_EQ(refusal.kind, ProblemKind::too_many_requests);
      return refusal.retry_after;
    }
  }

  double now_ = 1000;
};

TEST_F(ClientsTest, WithoutLimitsMayAskForAnything) {
  Clients clients(ClientLimits{});
  for (int i = 0; i < 10'000; ++i) clients.ask("a");
  clients.charge("a", 1e9);
  clients.ask("a");
  std::vector<std::shared_ptr<void>> held;
  for (int i = 0; i < 100; ++i) held.push_back(clients.hold("a", PlaceOf::jobs, 8));
}

TEST_F(ClientsTest, HaveAMinutesRequestsWhichGrowBack) {
  Clients clients = with({.requests = 30});
  for (int i = 0; i < 30; ++i) EXPECT_EQ(asked(clients, "a"), 0);
  EXPECT_EQ(asked(clients, "a"), 2);
  EXPECT_EQ(asked(clients, "b"), 0);
  now_ += 1.5;
  EXPECT_EQ(asked(clients, "a"), 1);
  now_ += 0.5;
  EXPECT_EQ(asked(clients, "a"), 0);
  EXPECT_EQ(asked(clients, "a"), 2);
  now_ += 3600;  // no more than a minute's
  for (int i = 0; i < 30; ++i) EXPECT_EQ(asked(clients, "a"), 0);
  EXPECT_EQ(asked(clients, "a"), 2);
}

TEST_F(ClientsTest, PayBackWorkThatTookLonger) {
  Clients clients = with({.seconds = 30});
  EXPECT_EQ(asked(clients, "a"), 0);
  clients.charge("a", 40);
  EXPECT_EQ(asked(clients, "a"), 22);  // 10 seconds of debt and one to spend
  EXPECT_EQ(asked(clients, "b"), 0);
  now_ += 19;
  EXPECT_EQ(asked(clients, "a"), 3);
  now_ += 3;
  EXPECT_EQ(asked(clients, "a"), 0);
}

TEST_F(ClientsTest, HoldAnEighthOfThePlaces) {
  Clients clients = with({.requests = 1});
  for (const auto& [all, most] : {std::pair(8, 2), std::pair(24, 3)}) {
    std::vector<std::shared_ptr<void>> held;
    for (int i = 0; i < most; ++i) held.push_back(clients.hold("a", PlaceOf::jobs, all));
    EXPECT_THROW(clients.hold("a", PlaceOf::jobs, all), Refusal);
    EXPECT_NO_THROW(clients.hold("a", PlaceOf::streams, all));
    EXPECT_NO_THROW(clients.hold("b", PlaceOf::jobs, all));
    held.pop_back();
    EXPECT_NO_THROW(clients.hold("a", PlaceOf::jobs, all));
  }
}

TEST_F(ClientsTest, HaveTwoRequestsAnsweredAtATime) {
  Clients clients = with({.requests = 1});
  const auto never = [] { return false; };
  const auto first = clients.turn("a", never);
  auto second = clients.turn("a", never);
  EXPECT_THROW(clients.turn("a", [] { return true; }), Stopped);
  EXPECT_NO_THROW(clients.turn("b", never));
  std::future<void> third = std::async(std::launch::async, [&] { clients.turn("a", never); });
  second.reset();
  third.get();
}

TEST_F(ClientsTest, AreForgottenOnlyIfTheyOweNothing) {
  Clients clients = with({.seconds = 1});
  clients.charge("debtor", 1000);
  for (int i = 0; i < 9'990; ++i) clients.ask(std::to_string(i));
  now_ += 100;
  for (int i = 0; i < 9'990; ++i) clients.ask("later" + std::to_string(i));
  EXPECT_GT(asked(clients, "debtor"), 0);
}

TEST(ClientOf, IsTheAddressOrTheOneThatTheProxyAdded) {
  const ClientLimits direct;
  const ClientLimits proxied{.forwarded = true};
  EXPECT_EQ(client_of(direct, "192.0.2.7", "198.51.100.9"), "192.0.2.7");
  EXPECT_EQ(client_of(proxied, "127.0.0.1", "203.0.113.5, 198.51.100.9"), "198.51.100.9");
  EXPECT_EQ(client_of(proxied, "127.0.0.1", ""), "127.0.0.1");
  EXPECT_EQ(client_of(proxied, "127.0.0.1", "198.51.100.9:4711"), "198.51.100.9");
  EXPECT_EQ(client_of(proxied, "127.0.0.1", "[2001:db8:1:2::7]:80"), "2001:db8:1:2::/64");
  EXPECT_EQ(client_of(proxied, "127.0.0.1", "unknown"), "127.0.0.1");
  EXPECT_EQ(client_of(direct, "2001:db8:1:2:3:4:5:6", ""), "2001:db8:1:2::/64");
  EXPECT_EQ(client_of(direct, "2001:db8:1:2:9::", ""), "2001:db8:1:2::/64");
  EXPECT_EQ(client_of(direct, "::ffff:192.0.2.7", ""), "192.0.2.7");
}

}  // namespace pipo::test::clients_test
