// Output that cannot be written: full disks, readers that stop.
#include <gtest/gtest.h>

#include "tests/pipo/support.hpp"
#include "tests/support/small_disk.hpp"

namespace pipo::test::full_disk_test {

TEST(FullDisk, GenerateStopsWithoutAFinishedFile) {
  const SmallDisk disk("64k");
  if (!disk.mounted()) GTEST_SKIP() << "cannot mount a tmpfs: " << disk.reason();
  const Outcome refused = pipo({"generate", "3x3", "--tables", disk.path().string()});
  EXPECT_TRUE(refused_with(refused, 5, disk.path().string()));
  EXPECT_FALSE(std::filesystem::exists(disk.path() / "3x3" / "manifest.json"));
  // The remaining files are not taken for a table.
  EXPECT_EQ(pipo({"probe", "3x3:000000000000000000000000", "--tables", disk.path().string()}).code,
            3);
}

TEST(FullDisk, AFullStandardOutputGivesCode5) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1"});
  const std::string tables = "--tables '" + folder.path().string() + "' ";
  for (const std::string command :
       {"info", "probe 1x1:0000", "verify 1x1", "--help", "--version"}) {
    const Outcome refused = shell(tables + command + " > /dev/full");
    EXPECT_TRUE(refused_with(refused, 5, "No space left"));
  }
}

TEST(FullDisk, AReaderThatClosesThePipeIsNoError) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1"});
  // Many more answers than a pipe holds.
  std::string positions;
  for (int i = 0; i < 20'000; ++i) positions += "1x1:0000\n";
  write_file(folder / "positions", positions);
  const Outcome stopped =
      shell("--tables '" + folder.path().string() + "' probe --batch '" + folder / "positions" +
            "' --format jsonl | head -n 1; exit ${PIPESTATUS[0]}");
  EXPECT_EQ(stopped.code, 0);
  EXPECT_EQ(stopped.err, "");
  EXPECT_EQ(lines(stopped.out).size(), 1U);
}

TEST(Program, ExitCodesReachTheShell) {
  EXPECT_EQ(shell("--version").code, 0);
  EXPECT_EQ(shell("generate 0x3").code, 2);
  EXPECT_EQ(shell("probe --tables /does/not/exist 1x1:0000").code, 3);
}

TEST(Program, AnswersComeThroughStandardInputAndOutput) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1"});
  const Outcome answered = shell("--tables '" + folder.path().string() +
                                 "' probe --format jsonl --batch - <<< 1x1:0111");
  EXPECT_EQ(answered.code, 0) << answered.err;
  EXPECT_TRUE(answered.out.starts_with(R"({"position":"1x1:0111","layer":3,"value":1,)"));
}

}  // namespace pipo::test::full_disk_test
