// One bad table, or folder, does not disable the others.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <thread>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/table/table.hpp"
#include "probe/table/table_folders.hpp"
#include "tests/support/as_nobody.hpp"
#include "tests/support/files.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/process_limit.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::problems_test {

namespace fs = std::filesystem;

class Problems : public testing::Test {
 protected:
  Problems() {
    for (const fs::path& folder : {first_, second_}) {
      fs::create_directory(folder);
      for (const Board& board : {Board(2, 2), Board(2, 3)})
        write_table(folder, {board, 0}, oracle_values(board));
    }
  }

  // Every value of a board is right.
  static void expect_right(const Tables& tables, const Board& board) {
    const oracle::FlatTable& oracle = oracle_of(board);
    for (EdgeSet drawn = 0; drawn <= board.all(); drawn += 7) {
      ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn));
    }
  }

  fs::path layer(int number) const { return first_ / "2x2" / layer_file_name(number); }

  // Checks that only the 2x2 table of the first folder cannot be used. The 2x3 table beside it
  // answers. The problem is reported once and is the error of questions about 2x2. With the second
  // folder, the copy there answers them.
  void expect_only_2x2_bad(const std::string& part) const {
    const Tables alone({first_});
    expect_right(alone, Board(2, 3));
    EXPECT_TRUE(alone.problems().empty()) << alone.problems().front().message;
    for (int i = 0; i < 3; ++i) {
      EXPECT_FALSE(alone.covers({Board(2, 2), 0}));
      try {
        alone.value({Board(2, 2), 0});
        ADD_FAILURE() << part;
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
      }
    }
    ASSERT_EQ(alone.problems().size(), 1U);
    EXPECT_EQ(alone.problems().front().folder, first_ / "2x2");
    EXPECT_NE(alone.problems().front().message.find(part), std::string::npos);
    const Tables both({first_, second_});
    expect_right(both, Board(2, 2));
    expect_right(both, Board(2, 3));
    EXPECT_EQ(both.problems().size(), 1U);
  }

  TemporaryFolder folder_;
  fs::path first_ = folder_.path() / "first";
  fs::path second_ = folder_.path() / "second";
};

TEST_F(Problems, NothingIsOpenedBeforeItIsAsked) {
  for (const auto& entry : fs::directory_iterator(first_ / "2x2")) test::overwrite(entry, "junk");
  const Tables tables({first_});
  EXPECT_EQ(tables.found().size(), 2U);
  EXPECT_TRUE(tables.problems().empty());
}

TEST_F(Problems, AMissingLayer) {
  fs::remove(layer(5));
  expect_only_2x2_bad("layer-05.pipo: missing");
}

TEST_F(Problems, AShortLayer) {
  fs::resize_file(layer(5), 700);
  expect_only_2x2_bad("layer-05.pipo: it has 700 bytes");
}

TEST_F(Problems, ALayerOfANewerVersion) {
  std::string text = test::contents(layer(5));
  text[8] = 7;
  test::overwrite(layer(5), text);
  expect_only_2x2_bad("format version 7, written by a newer Pipopipette");
}

TEST_F(Problems, AManifestOfANewerVersion) {
  const fs::path path = first_ / "2x2" / kManifestName;
  std::string text = test::contents(path);
  text.replace(text.find("\"format\": 3"), 11, "\"format\": 9");
  test::overwrite(path, text);
  expect_only_2x2_bad("format version 9, written by a newer Pipopipette");
}

TEST_F(Problems, AForeignManifest) {
  test::overwrite(first_ / "2x2" / kManifestName, R"({"name": "web", "version": "1.0"})");
  expect_only_2x2_bad("format is missing");
}

TEST_F(Problems, AnotherTableUnderTheName) {
  fs::remove_all(first_ / "2x2");
  fs::copy(first_ / "2x3", first_ / "2x2");
  expect_only_2x2_bad("contains the table 2x3");
}

TEST_F(Problems, WhatIsNoRegularFile) {
  const fs::path manifest = first_ / "2x2" / kManifestName;
  for (const fs::path& path : {layer(5), manifest}) {
    const std::string before = test::contents(path);
    fs::remove(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    expect_only_2x2_bad("not a regular file but a FIFO");
    fs::remove(path);
    fs::create_directory(path);
    expect_only_2x2_bad("not a regular file but a folder");
    fs::remove(path);
    fs::create_symlink("/dev/zero", path);
    expect_only_2x2_bad("not a regular file but a device");
    fs::remove(path);
    fs::create_symlink(path.filename(), path);
    expect_only_2x2_bad("leads back to itself");
    fs::remove(path);
    test::overwrite(path, before);
  }
}

// A damaged block concerns the positions in it alone.
TEST_F(Problems, ADamagedBlock) {
  test::flip(layer(0), kHeaderBytes);
  const Tables alone({first_});
  EXPECT_THROW(alone.value({Board(2, 2), 0}), DamagedTable);
  EXPECT_EQ(alone.value({Board(2, 2), 1}), oracle_of(Board(2, 2)).value(1));
  EXPECT_EQ(alone.problems().size(), 1U);
  const Tables both({first_, second_});
  expect_right(both, Board(2, 2));
  EXPECT_EQ(both.value({Board(2, 2), 0}), oracle_of(Board(2, 2)).value(0));
  EXPECT_EQ(both.answer({Board(2, 2), 0}).moves.size(), 12U);
  EXPECT_EQ(both.problems().size(), 1U);
}

TEST_F(Problems, AFolderThatIsNotThereOrCannotBeRead) {
  const fs::path nowhere = folder_.path() / "nowhere";
  const Tables tables({nowhere, first_});
  expect_right(tables, Board(2, 2));
  ASSERT_EQ(tables.problems().size(), 1U);
  EXPECT_EQ(tables.problems().front().folder, nowhere);
  EXPECT_THROW(Tables({nowhere, nowhere}), MissingTable);
  EXPECT_TRUE(Tables({first_}).problems().empty());
  const fs::path file = folder_.path() / "file";
  test::overwrite(file, "");
  EXPECT_THROW(Tables({file}), MissingTable);
  if (test::kSanitized) return;  // sanitizers open files of their own
  const test::ProcessLimit none(RLIMIT_NOFILE, 3);
  EXPECT_THROW(Tables({first_}), SystemLimit);
}

TEST_F(Problems, FoldersOfOtherNames) {
  fs::rename(first_ / "2x2", first_ / "my own 2x2");
  fs::create_directory(first_ / "web");
  test::overwrite(first_ / "web" / kManifestName, R"({"name": "web"})");
  const Tables tables({first_});
  expect_right(tables, Board(2, 2));
  ASSERT_EQ(tables.problems().size(), 1U);
  EXPECT_EQ(tables.problems().front().folder, first_ / "web");
}

// A file without permission to read is reported as such, neither as missing nor as damaged.
TEST_F(Problems, PermissionsAreNoDamage) {
  if (!test::AsNobody::possible()) GTEST_SKIP() << "root cannot become another user here";
  test::let_others_in(folder_.path());
  const auto as_somebody = [](const auto& look) {
    const test::AsNobody nobody;
    look();
  };
  chmod(layer(5).c_str(), 0);
  as_somebody([&] { expect_only_2x2_bad("Permission denied; change its permissions"); });
  as_somebody([&] { EXPECT_THROW(Tables({first_}).value({Board(2, 2), 0}), UnreadableTable); });
  chmod(layer(5).c_str(), 0644);
  chmod((first_ / "2x2").c_str(), 0);
  as_somebody([&] { expect_only_2x2_bad("Permission denied"); });
  as_somebody([&] {
    EXPECT_NE(table_state(first_ / "2x2").problem.find("Permission denied"), std::string::npos);
  });
  chmod((first_ / "2x2").c_str(), 0755);
  chmod(first_.c_str(), 0);
  as_somebody([&] { EXPECT_THROW(Tables({first_}), UnreadableTable); });
  as_somebody([&] { expect_right(Tables({first_, second_}), Board(2, 3)); });
  chmod(first_.c_str(), 0755);
}

// The shortage of file descriptors passes, so the table does not count as broken.
TEST_F(Problems, TooManyFilesOpenIsNotRemembered) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers open files of their own";
  const Tables tables({first_});
  {
    const test::ProcessLimit none(RLIMIT_NOFILE, 3);
    EXPECT_THROW(tables.value({Board(2, 2), 0}), SystemLimit);
  }
  expect_right(tables, Board(2, 2));
  EXPECT_TRUE(tables.problems().empty());
}

// Tables that cannot be opened keep no files open, so their share of the budget is free again.
TEST_F(Problems, ABrokenTableGivesItsOpenFilesBack) {
  fs::remove(layer(5));
  OpenFileBudget budget;
  std::int64_t most = 4096;
  while (OpenFileBudget().take(most) == KeepOpen::no) --most;
  LazyTable broken({{Board(2, 2), 0}, first_ / "2x2"});
  EXPECT_THROW(broken.open(budget), DamagedTable);
  EXPECT_EQ(budget.take(most), KeepOpen::yes);
  EXPECT_EQ(budget.take(1), KeepOpen::no);
}

TEST_F(Problems, ManyThreadsOpenOneTableOnce) {
  fs::remove(layer(5));
  const Tables tables({first_, second_});
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { expect_right(tables, Board(2, 2)); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(tables.problems().size(), 1U);
}

TEST_F(Problems, StatesOfFolders) {
  fs::remove(layer(5));
  fs::remove(second_ / "2x3" / kManifestName);
  fs::remove(second_ / "2x3" / layer_file_name(17));
  fs::resize_file(second_ / "2x3" / layer_file_name(16), 100);
  const TableState broken = table_state(first_ / "2x2");
  EXPECT_TRUE(broken.broken());
  EXPECT_NE(broken.problem.find("layer-05.pipo"), std::string::npos);
  const TableState unfinished = table_state(second_ / "2x3");
  EXPECT_FALSE(unfinished.broken() || unfinished.complete());
  EXPECT_EQ(unfinished.finished_layers, 16);
  EXPECT_EQ(unfinished.layers, 18);
  EXPECT_TRUE(table_state(first_ / "2x3").complete());
  EXPECT_EQ(table_states(first_).size(), 2U);
  EXPECT_THROW(table_states(folder_.path() / "nowhere"), MissingTable);
}

// A quick look reads the header and the block index of every layer, and no block.
TEST_F(Problems, StatesOfFoldersWithAnAlteredByte) {
  const std::uint64_t size = fs::file_size(layer(5));
  const std::uint64_t index = read_layer_header(layer(5)).index_offset;
  for (std::uint64_t at = 0; at < size; ++at) {
    test::flip(layer(5), at);
    EXPECT_EQ(table_state(first_ / "2x2").broken(), at < kHeaderBytes || at >= index) << at;
    test::flip(layer(5), at);
  }
  EXPECT_TRUE(table_state(first_ / "2x2").complete());
}

}  // namespace pipo::problems_test
