// Paths that are not the folder of tables that was meant: a table's own folder, links that lead
// nowhere, an interrupted table.
#include "probe/table/table_folders.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::table_folders_test {

namespace fs = std::filesystem;

const Position kEmpty{Board(2, 2), 0};

template <typename Expected, typename Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const Expected& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another error: " << error.what();
    return {};
  }
  ADD_FAILURE() << "no error";
  return {};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class TableFolders : public testing::Test {
 protected:
  TableFolders() {
    fs::create_directory(tables_);
    write_table(tables_, {Board(2, 2), 0}, oracle_values(Board(2, 2)));
  }

  void expect_right(const Tables& tables) const {
    EXPECT_EQ(tables.value(kEmpty), oracle_of(Board(2, 2)).value(0));
  }

  TemporaryFolder folder_;
  fs::path tables_ = folder_.path() / "tables";
  fs::path own_ = tables_ / "2x2";
};

TEST_F(TableFolders, ATablesOwnFolderIsUsed) {
  for (const fs::path& spelled :
       {own_, own_ / "", own_ / ".", tables_ / "." / "2x2", own_ / ".." / "2x2"}) {
    const Tables tables({spelled});
    expect_right(tables);
    EXPECT_TRUE(tables.problems().empty());
    EXPECT_TRUE(is_table(spelled)) << spelled;
    EXPECT_TRUE(fs::equivalent(containing_folder(spelled), tables_)) << spelled;
    EXPECT_TRUE(
        has(error_of<BadInput>([&] { refuse_table(spelled); }), "the folder of the table 2x2"));
    const auto states = table_states(spelled);
    ASSERT_EQ(states.size(), 1U);
    EXPECT_TRUE(states.front().complete());
  }
  const fs::path home = fs::current_path();
  fs::current_path(own_);
  expect_right(Tables({"."}));
  EXPECT_TRUE(fs::equivalent(containing_folder("."), tables_));
  fs::current_path(home);
  fs::rename(own_, tables_ / "mine");
  expect_right(Tables({tables_ / "mine"}));
  EXPECT_TRUE(is_table(tables_ / "mine"));
  EXPECT_FALSE(is_table(tables_));
  EXPECT_NO_THROW(refuse_table(tables_));
  EXPECT_NO_THROW(refuse_table(folder_.path() / "nothing"));
}

// A file of another program with the name of a manifest does not make a folder a table.
TEST_F(TableFolders, OtherManifestsAreLeftAlone) {
  test::overwrite(tables_ / kManifestName, "{}");
  const Tables tables({tables_});
  expect_right(tables);
  EXPECT_TRUE(tables.problems().empty());
  EXPECT_NO_THROW(refuse_table(tables_));
}

TEST_F(TableFolders, AnInterruptedTableIsCalledUnfinished) {
  fs::remove(own_ / kManifestName);
  fs::remove(own_ / layer_file_name(3));
  for (const fs::path& folder : {tables_, own_}) {
    const std::string error =
        error_of<MissingTable>([&] { static_cast<void>(Tables({folder}).value(kEmpty)); });
    EXPECT_TRUE(has(error, "no table of 2x2 in ")) << error;
    EXPECT_TRUE(has(error, "; the one in " + own_.string() + " is unfinished")) << error;
    const std::string other = error_of<MissingTable>([&] {
      static_cast<void>(Tables({folder}).value({Board(2, 3), 0}));
    });
    EXPECT_FALSE(has(other, "unfinished")) << other;
    ASSERT_EQ(table_states(folder).size(), 1U);
    EXPECT_EQ(table_states(folder).front().finished_layers, 12);
  }
  EXPECT_EQ(unfinished_table({tables_}, {Board(2, 2), 0}), own_);
  EXPECT_FALSE(unfinished_table({tables_}, {Board(2, 3), 0}));
  EXPECT_TRUE(is_table(own_));
  for (const auto& entry : fs::directory_iterator(own_)) fs::remove(entry);
  EXPECT_FALSE(is_table(own_));  // it may become a folder of tables
}

TEST_F(TableFolders, ALinkToADiskThatIsNotMounted) {
  const fs::path away = folder_.path() / "disk", link = tables_ / "2x2";
  fs::create_directory(away);
  fs::rename(own_, away / "2x2");
  fs::create_directory_symlink(away / "2x2", link);
  expect_right(Tables({tables_}));
  fs::rename(away, folder_.path() / "elsewhere");
  const std::string expected = link.string() + ": this link leads to " + (away / "2x2").string() +
                               ", which does not exist; mount the disk";
  const Tables tables({tables_});
  EXPECT_TRUE(
      has(error_of<UnreadableTable>([&] { static_cast<void>(tables.value(kEmpty)); }), expected));
  EXPECT_TRUE(has(table_state(link).problem, expected));
  EXPECT_TRUE(table_state(link).unreadable);
  // Another copy answers.
  const fs::path second = folder_.path() / "second";
  fs::create_directory(second);
  fs::rename(folder_.path() / "elsewhere" / "2x2", second / "2x2");
  expect_right(Tables({tables_, second}));
  // The folder of tables may be the link, or a part of its path.
  fs::create_directory_symlink(away, folder_.path() / "link");
  for (const char* const path : {"link", "link/tables"}) {
    const std::string error = error_of<UnreadableTable>([&] { Tables({folder_.path() / path}); });
    EXPECT_TRUE(has(error, (folder_.path() / "link").string() + ": this link leads to ")) << error;
  }
  EXPECT_EQ(broken_link(second), "");
  EXPECT_EQ(broken_link(folder_.path() / "nothing" / "there"), "");
}

TEST_F(TableFolders, ALinkToItself) {
  const fs::path loop = folder_.path() / "loop";
  fs::create_symlink("loop", loop);
  const auto expect_loop = [](const std::string& error) {
    EXPECT_TRUE(has(error, ": this link, to ")) << error;
    EXPECT_TRUE(has(error, " leads back to itself; change or remove it")) << error;
    EXPECT_FALSE(has(error, "permissions")) << error;
  };
  expect_loop(error_of<UnreadableTable>([&] { Tables({loop}); }));
  expect_loop(error_of<UnreadableTable>([&] { Tables({loop / "tables"}); }));
  fs::create_symlink("2x3", tables_ / "2x3");
  expect_loop(error_of<UnreadableTable>([&] {
    static_cast<void>(Tables({tables_}).value({Board(2, 3), 0}));
  }));
  fs::remove(own_ / layer_file_name(4));
  fs::create_symlink(layer_file_name(4), own_ / layer_file_name(4));
  expect_loop(
      error_of<UnreadableTable>([&] { static_cast<void>(Tables({tables_}).value(kEmpty)); }));
}

}  // namespace pipo::table_folders_test
