// Unusable standard streams and temporary files: the message says what happened, where, and what to
// do.
#include <gtest/gtest.h>

#include <string>

#include "tests/pipo/support.hpp"

namespace pipo::test::streams_test {

// Runs the program with the tables of the tests.
Outcome with_tables(const std::string& arguments) {
  return shell(arguments + " --tables '" + made_tables().string() + "'");
}

TEST(Streams, UnreadableStandardInput) {
  for (const std::string command : {"engine", "play 2x2", "probe --batch -", "probe --file -",
                                    "solve --picture -", "audit -", "analyse --file -"}) {
    for (const auto& [stream, reason] :
         {std::pair("<&-", "Bad file descriptor"), std::pair("</", "Is a directory")}) {
      const Outcome outcome = with_tables(command + " " + stream);
      EXPECT_EQ(outcome.code, 2) << command;
      EXPECT_TRUE(has(outcome.err, std::string("pipo: cannot read standard input: ") + reason +
                                       "; give a file, a pipe or a terminal that can be read\n"))
          << command << ": " << outcome.err;
    }
  }
}

TEST(Streams, UnwritableStandardOutput) {
  for (const std::string command : {"engine", "play 2x2", "info"}) {
    for (const auto& [stream, reason] : {std::pair(">&-", "Bad file descriptor"),
                                         std::pair(">/dev/full", "No space left on device")}) {
      const Outcome outcome = with_tables(command + " " + stream + " <<< name");
      EXPECT_EQ(outcome.code, 5) << command;
      EXPECT_TRUE(has(outcome.err, std::string("pipo: cannot write to standard output: ") + reason))
          << command << ": " << outcome.err;
    }
  }
}

TEST(Streams, UnusableTemporaryFolder) {
  const TemporaryFolder folder;
  // A report that is too long for memory.
  ASSERT_EQ(bash("yes '1x1:0111 1' | head -n 60000 > '" + folder / "lines" + "'").code, 0);
  write_file(folder / "file", "");
  for (const auto& [name, reason] : {std::pair(folder / "nowhere", "No such file or directory"),
                                     std::pair(folder / "file", "Not a directory")}) {
    const Outcome outcome =
        bash("TMPDIR='" + name + "' '" + program() + "' audit --format junit '" + folder / "lines" +
             "' --tables '" + made_tables().string() + "'");
    EXPECT_TRUE(refused_with(outcome, 5, "'" + name + "': " + reason));
    EXPECT_TRUE(has(outcome.err, "environment variable TMPDIR")) << outcome.err;
  }
}

}  // namespace pipo::test::streams_test
