// Messages between ranks.
#include "generator/cluster/messages.hpp"

#include <gtest/gtest.h>

#include "probe/base/error_kinds.hpp"

namespace pipo::messages_test {

TEST(Messages, EveryErrorArrivesWithItsKind) {
  for (const ErrorKind& kind : kErrorKinds) {
    const Failure read =
        read_failure(to_message({MessageKind::failed, 7}, Failure{kind.code, "why"}), "rank 2");
    EXPECT_EQ(read.code, kind.code) << kind.name;
    EXPECT_EQ(read.text, "rank 2: why");
  }
}

}  // namespace pipo::messages_test
