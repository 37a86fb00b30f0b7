// The table of a command, by board, start and name.
#include "pipo/command/table_choice.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/start.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::table_choice_test {

TableIdentity identity(const std::string& board, const std::string& start = {}) {
  TableChoice choice{.board = board};
  if (!start.empty()) {
    choice.start = start;
    choice.start_given = true;
  }
  return chosen_identity(choice);
}

std::string refusal(const std::string& board, const std::string& start = {}) {
  try {
    return folder_name(identity(board, start)) + " was taken";
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(TableChoice, ReadsPrintedNames) {
  for (const Board& board : {Board(3, 4), Board(4, 3), Board(3, 3), Board(1, 1), Board(1, 21)}) {
    for (const EdgeSet start :
         std::initializer_list<EdgeSet>{0, swedish_start(board), icelandic_start(board), 5,
                                        EdgeSet{1} << (board.edges() - 1), board.all()}) {
      const TableIdentity table = table_identity(board, start & board.all());
      EXPECT_EQ(identity(folder_name(table)), table);
      EXPECT_EQ(identity(board.name(), start_name(table)), table);
      EXPECT_EQ(identity(board.name(), to_string({board, start & board.all()})), table);
      EXPECT_EQ(identity(board.transposed().name(), to_string({board, start & board.all()})),
                table);
    }
  }
  EXPECT_EQ(identity("4x3-icelandic"), identity("3x4-icelandic"));
  EXPECT_EQ(identity("4x3-0x1f"), identity("3x4-0x1f"));
  EXPECT_EQ(identity("3x4-american"), identity("3x4"));
}

TEST(TableChoice, KeepsTheGivenOrientation) {
  const Position chosen = chosen_table({.board = "2x1", .start = "1x2:1000000"});
  EXPECT_EQ(chosen.board, Board(2, 1));
  EXPECT_EQ(table_identity(chosen.board, chosen.drawn), table_identity(Board(1, 2), 1));
}

TEST(TableChoice, ANameAndAStartMustAgree) {
  EXPECT_EQ(identity("3x4-swedish", "swedish"), identity("3x4-swedish"));
  EXPECT_EQ(identity("2x2-0x1", "2x2:010000000000"), identity("2x2-0x1")) << "a mirror image";
  EXPECT_EQ(refusal("3x4-swedish", "american"),
            "'3x4-swedish' names its start, but --start names another, 'american'; give only one");
  EXPECT_NE(refusal("3x4-american", "swedish").find("give only one"), std::string::npos);
  EXPECT_NE(refusal("3x4-0x1", "0x2000").find("give only one"), std::string::npos);
}

TEST(TableChoice, RefusesMalformedNames) {
  EXPECT_NE(refusal("3x4-finnish").find("'finnish' is not a start"), std::string::npos);
  EXPECT_NE(refusal("3x4-").find("'' is not a start"), std::string::npos);
  EXPECT_NE(refusal("3x4-0x").find("'0x' is not a start"), std::string::npos);
  EXPECT_NE(refusal("3x4-0x80000000").find("3x4 does not have"), std::string::npos);
  EXPECT_NE(refusal("3x4-swedish-").find("'swedish-' is not a start"), std::string::npos);
  EXPECT_NE(refusal("-swedish").find("'-swedish' is not a board"), std::string::npos);
  EXPECT_NE(refusal("1x1-1x1:0111").find("is not the name of a table"), std::string::npos);
}

TEST(TableChoice, CommandsTakeNames) {
  const TemporaryFolder folder;
  const std::string tables = folder.path().string();
  ASSERT_EQ(pipo({"generate", "2x3", "--start", "icelandic", "--tables", tables}).code, 0);
  ASSERT_EQ(pipo({"generate", "3x2", "--start", "0x3", "--tables", tables}).code, 0);
  for (const std::string name : {"2x3-icelandic", "3x2-icelandic", "2x3-0x3", "3x2-0x3"}) {
    if (kSanitized && (name == "3x2-icelandic" || name == "2x3-0x3")) continue;  // plans are slow
    EXPECT_EQ(pipo({"info", name, "--tables", tables}).code, 0) << name;
    EXPECT_EQ(pipo({"verify", name, "--tables", tables}).code, 0) << name;
    EXPECT_EQ(pipo({"plan", name}).code, 0) << name;
  }
  EXPECT_EQ(pipo({"info", "2x3-icelandic", "--start", "swedish", "--tables", tables}).code, 2);
}

TEST(TableChoice, TheAdvisedCommandWorks) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "my tables");
  const std::string tables = folder / "my tables";
  const auto advice = [&](const std::vector<std::string>& arguments) {
    const std::string err = pipo(arguments).err;
    const std::size_t begin = err.find("'pipo ") + 6;
    return err.substr(begin, err.find("' makes it") - begin);
  };
  const std::string command = advice({"info", "1x2-0x1", "--tables", tables});
  EXPECT_EQ(command, "generate 1x2 --start 1x2:1000000 --tables \"" + tables + "\"");
  EXPECT_EQ(shell(command).code, 0);
  EXPECT_EQ(pipo({"info", "1x2-0x1", "--tables", tables}).code, 0);
}

// Commands that read a table, without --tables.
const std::vector<std::vector<std::string>> kReading = {
    {"probe", "2x2:000000000000"},
    {"solve", "--by", "table", "2x2:000000000000"},
    {"line", "--time", "0", "2x2:000000000000"},
    {"info", "2x2"},
    {"verify", "2x2"},
    {"sample", "2x2", "--count", "3"}};

Outcome in(const std::string& tables, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--tables", tables});
  return pipo(arguments);
}

TEST(TableChoice, ATablesOwnFolderIsReadAndNotNested) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"2x2"});
  const std::string own = folder / "2x2";
  for (const auto& arguments : kReading) {
    const Outcome outcome = in(own, arguments);
    EXPECT_EQ(outcome.code, 0) << arguments[0] << outcome.err;
    EXPECT_EQ(outcome.out, in(folder.path().string(), arguments).out) << arguments[0];
  }
  EXPECT_EQ(in(own, {"verify", "2x2", "--repair", "--bytes"}).code, 0);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"generate", "2x2"},
        {"generate", "1x2"},
        {"solve", "--make-table", "1x2:0000000"},
        {"thin", "2x2", "--keep", "even", "--to", own}}) {
    const Outcome outcome = in(own, arguments);
    EXPECT_EQ(outcome.code, 2) << arguments[0] << outcome.err;
    EXPECT_TRUE(has(outcome.err, own +
                                     ": this is the folder of the table 2x2, not a folder of "
                                     "tables; name the folder that contains it, " +
                                     folder.path().string() + "\n"))
        << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(own + "/2x2"));
    EXPECT_FALSE(std::filesystem::exists(own + "/1x2"));
  }
  // The advised folder is not refused.
  const Outcome missing = in(own, {"probe", "1x2:0000000"});
  EXPECT_TRUE(has(missing.err, "'pipo generate 1x2 --tables " + folder.path().string() + "' makes"))
      << missing.err;
}

TEST(TableChoice, AnInterruptedTableIsUnfinishedEverywhere) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"2x2"});
  const std::string own = folder / "2x2", tables = folder.path().string();
  std::filesystem::remove(own + "/manifest.json");
  std::filesystem::remove(own + "/layer-02.pipo");
  for (const std::string& named : {tables, own}) {
    for (const auto& arguments : kReading) {
      const Outcome outcome = in(named, arguments);
      EXPECT_EQ(outcome.code, 3) << arguments[0] << outcome.err;
      EXPECT_TRUE(has(outcome.out + outcome.err, "unfinished")) << arguments[0] << outcome.err;
      EXPECT_FALSE(has(outcome.err, "--tables " + own)) << arguments[0] << outcome.err;
    }
  }
  const std::string err = in(own, {"verify", "2x2"}).err;
  EXPECT_TRUE(has(err, own + ": this table is unfinished; 'pipo generate 2x2 --tables " + tables +
                           "' finishes it\n"))
      << err;
  EXPECT_EQ(in(own, {"generate", "2x2"}).code, 2);
  EXPECT_EQ(in(tables, {"generate", "2x2"}).code, 0);
  EXPECT_EQ(in(own, {"verify", "2x2"}).code, 0);
}

TEST(TableChoice, LinksThatLeadNowhereAreNamed) {
  const TemporaryFolder folder;
  const std::filesystem::path tables = folder.path() / "tables";
  std::filesystem::create_directory(tables);
  std::filesystem::create_directory_symlink(folder.path() / "disk" / "2x2", tables / "2x2");
  std::filesystem::create_symlink("loop", folder.path() / "loop");
  std::filesystem::create_directory_symlink(folder.path() / "disk", folder.path() / "link");
  auto commands = kReading;
  commands.insert(commands.end(), {{"generate", "2x2"}, {"verify", "2x2", "--repair"}});
  for (const auto& arguments : commands) {
    for (const auto& [named, problem] : std::vector<std::pair<std::string, std::string>>{
             {"tables", (tables / "2x2").string() + ": this link leads to "},
             {"link", folder / "link" + ": this link leads to "},
             {"loop", folder / "loop" + ": this link, to loop, leads back to itself; "}}) {
      const Outcome outcome = in(folder / named, arguments);
      EXPECT_EQ(outcome.code, 3) << arguments[0] << outcome.err;
      EXPECT_TRUE(has(outcome.err, problem)) << arguments[0] << ' ' << outcome.err;
      for (const char* const wrong : {"makes it", "permissions", "File exists"}) {
        EXPECT_FALSE(has(outcome.err, wrong)) << arguments[0] << outcome.err;
      }
    }
  }
}

TEST(TableChoice, NeverAdvisesABoardThatDoesNotFit) {
  const TemporaryFolder folder;
  for (const char* command : {"info", "verify"}) {
    const Outcome missing = pipo({command, kTooLarge, "--tables", folder.path().string()});
    EXPECT_EQ(missing.code, 3);
    EXPECT_EQ(missing.err.find("makes it"), std::string::npos) << missing.err;
    EXPECT_NE(missing.err.find("too little memory or disk"), std::string::npos) << missing.err;
    EXPECT_NE(missing.err.find("'pipo generate " + std::string(kTooLarge) + " --start "),
              std::string::npos)
        << missing.err;
    EXPECT_NE(missing.err.find("--tables " + folder.path().string()), std::string::npos)
        << missing.err;
  }
}

}  // namespace pipo::test::table_choice_test
