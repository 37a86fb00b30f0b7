// Long texts are returned in order, from memory and from the temporary file.
#include "pipo/io/spool.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace pipo::test::spool_test {

TEST(Spool, ReturnsTheTextInOrder) {
  std::ostringstream out;
  Spool spool;
  // The spool keeps a few MiB in memory: the first text stays there, the others are in several
  // pieces.
  for (const int pieces : {10, 12'000}) {
    std::string all;
    for (int i = 0; i < pieces; ++i) {
      const std::string piece =
          std::to_string(i) + std::string(1000, static_cast<char>('a' + i % 26));
      spool.add(piece);
      all += piece;
    }
    out.str("");
    spool.write_to(out);
    EXPECT_TRUE(out.str() == all) << pieces << ": " << out.str().size() << " of " << all.size();
  }
}

}  // namespace pipo::test::spool_test
