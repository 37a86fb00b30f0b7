#include <gtest/gtest.h>

#include "tests/pipo/support.hpp"

namespace pipo::test::count_test {

TEST(Count, WritesTheNumberOfPositionsOfEachLayerAndValue) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1"});
  const Outcome counted = pipo({"count", "1x1", "--tables", folder.path().string()});
  EXPECT_EQ(counted.code, 0) << counted.err;
  const auto out = lines(counted.out);
  ASSERT_EQ(out.size(), 6U);
  EXPECT_EQ(out[0], "board,start,layer,positions,content_hash,-1,0,+1");
  const char* const begin[] = {"0,1,", "1,4,", "2,6,", "3,4,", "4,1,"};
  const char* const end[] = {",1,0,0", ",0,0,4", ",6,0,0", ",0,0,4", ",0,1,0"};
  for (std::size_t layer = 0; layer < 5; ++layer) {
    EXPECT_TRUE(out[layer + 1].starts_with(std::string("1x1,american,") + begin[layer]))
        << out[layer + 1];
    EXPECT_TRUE(out[layer + 1].ends_with(end[layer])) << out[layer + 1];
  }
}

TEST(Count, NeedsATable) {
  const TemporaryFolder folder;
  EXPECT_EQ(pipo({"count", "1x2", "--tables", folder.path().string()}).code, 3);
}

}  // namespace pipo::test::count_test
