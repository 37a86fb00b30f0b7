// Hosts and origins that are refused.
#include "pipo/serve/connection.hpp"

#include <gtest/gtest.h>

namespace pipo::test::connection_test {

TEST(OriginPolicy, Origins) {
  const OriginPolicy policy{"localhost:8765", true, {}};
  EXPECT_NO_THROW(policy.check("POST", "localhost:8765", "http://localhost:8765"));
  for (const char* other : {"http://localhost:8766", "http://evil/localhost:8765", "null"}) {
    EXPECT_THROW(policy.check("POST", "localhost:8765", other), Refusal) << other;
  }
}

TEST(OriginPolicy, NamesOfThisMachine) {
  const OriginPolicy policy{"my.name:8765", true, {}};
  for (const char* host : {"localhost", "localhost:80", "127.0.0.1:8765", "127.1.2.3", "[::1]",
                           "[::1]:8765", "board.localhost:1"}) {
    EXPECT_NO_THROW(policy.check("GET", host, "")) << host;
  }
  for (const char* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                           "1270.0.0.1", ":8765", "10.0.0.1:8765", "[::2]:1"}) {
    EXPECT_THROW(policy.check("GET", host, ""), Refusal) << host;
  }
}

TEST(OriginPolicy, WhoMayAsk) {
  const OriginPolicy policy{"my.name:8765", true, {"http://friend"}};
  EXPECT_NO_THROW(policy.check("GET", "my.name:8765", "http://stranger"));
  EXPECT_THROW(policy.check("GET", "my.name:8766", ""), Refusal);
  EXPECT_NO_THROW(policy.check("POST", "localhost", "http://friend"));
  EXPECT_NO_THROW(policy.check("POST", "localhost", ""));
  EXPECT_THROW(policy.check("DELETE", "localhost", "http://stranger"), Refusal);
  EXPECT_NO_THROW((OriginPolicy{"0.0.0.0:8765", false, {}}).check("GET", "my.name", ""));
}

}  // namespace pipo::test::connection_test
