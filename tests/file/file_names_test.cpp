#include "probe/file/file_names.hpp"

#include <gtest/gtest.h>

namespace pipo::file_names_test {

TEST(FileNames, SortByLayer) {
  EXPECT_EQ(layer_file_name(7), "layer-07.pipo");
  EXPECT_EQ(layer_file_name(40), "layer-40.pipo");
}

}  // namespace pipo::file_names_test
