#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/pipo/support.hpp"

namespace pipo::test::generate_test {

TEST(Generate, ReportsTheTable) {
  const TemporaryFolder folder;
  const Outcome made = pipo({"generate", "2x2", "--tables", folder / "new/tables"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.err, "");  // too fast for a line of progress
  const auto out = lines(made.out);
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[0], "2x2 value +2: the player to move wins by 2, taking 3 of the 4 boxes left");
  EXPECT_NE(out[1].find(" values in 13 layers, "), std::string::npos) << out[1];
  EXPECT_TRUE(out[2].starts_with("  made in ")) << out[2];
  EXPECT_TRUE(out[2].ends_with(folder / "new/tables/2x2")) << out[2];
}

TEST(Generate, KeepsAnExistingTable) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"2x2"});
  const auto file = folder.path() / "2x2" / "layer-00.pipo";
  const auto before = std::filesystem::last_write_time(file);
  const Outcome again = pipo({"generate", "2x2", "--tables", folder.path().string()});
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(again.out.find("is complete already"), std::string::npos) << again.out;
  EXPECT_EQ(std::filesystem::last_write_time(file), before);
}

TEST(Generate, ATurnedBoardHasTheSameTable) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"2x1"});
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "1x2"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "2x1"));
}

TEST(Generate, StartsHaveTheirPublishedValues) {
  const TemporaryFolder folder;
  const auto first_line = [&](const std::string& start) {
    const Outcome made =
        pipo({"generate", "2x2", "--start", start, "--tables", folder.path().string()});
    return made.code == 0 ? lines(made.out).at(0) : made.err;
  };
  EXPECT_TRUE(first_line("swedish").starts_with("2x2-swedish value -4:"));
  EXPECT_TRUE(first_line("icelandic").starts_with("2x2-icelandic value +2:"));
  // Three sides of the first box are drawn: the player to move takes it and three more boxes.
  EXPECT_NE(first_line("2x2:110011110101").find(" value "), std::string::npos);
}

TEST(Generate, RefusesABoardThatDoesNotFitBeforeAnyWork) {
  const TemporaryFolder folder;
  const Outcome refused =
      pipo({"generate", "3x5", "--memory", "1M", "--tables", folder.path().string()});
  EXPECT_TRUE(refused_with(refused, 5, "3x5"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "3x5"));
}

TEST(Generate, AnUnwritableFolderGivesCode5) {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  for (const std::string& place :
       {folder / "file", folder / "file/tables", std::string("/proc/tables")}) {
    const Outcome refused = pipo({"generate", "1x1", "--tables", place});
    EXPECT_TRUE(refused_with(refused, 5, place));
  }
}

}  // namespace pipo::test::generate_test
