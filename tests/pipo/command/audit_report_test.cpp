// pipo audit --format junit, read by an XML parser.
#include <gtest/gtest.h>

#include "tests/pipo/support.hpp"

namespace pipo::test::audit_report_test {

// Prints the content of the report: the counts at its top, then each test case.
constexpr const char* kReader = R"(
import sys
from xml.etree import ElementTree
suites = ElementTree.fromstring(sys.stdin.buffer.read())
suite, = suites
for one in (suites, suite):
    print(*[one.get(name) for name in ("tests", "failures", "errors", "skipped")])
for case in suite:
    inside = [(part.tag, part.get("type"), part.get("message"), part.text) for part in case]
    print(case.get("classname"), "|", case.get("name"), "|", *inside, sep="")
)";

Outcome read_back(const TemporaryFolder& folder, const std::string& report) {
  write_file(folder / "report.xml", report);
  write_file(folder / "reader.py", kReader);
  return bash("python3 -B '" + folder / "reader.py" + "' < '" + folder / "report.xml" + "'");
}

TEST(AuditJunit, HasATestCaseForEachLine) {
  const TemporaryFolder folder;
  const std::string name = folder / "a<b>&\"c'\x01\xff.txt";
  write_file(name,
             "# remark\n"
             "1x1:0111 1\n"
             "1x1:0011 1 v0.1\n"
             "1x1:0011 -1 h0.0 h1.0=1,h0.0=1\n"
             "<&\"'>\x01\xff\xef\xbf\xbf]]> 1\n");
  const Outcome outcome =
      pipo({"audit", "--tables", made_tables().string(), "--format", "junit", name});
  EXPECT_EQ(outcome.code, 2);
  const Outcome read = read_back(folder, outcome.out);
  ASSERT_EQ(read.code, 0) << read.err << outcome.out;
  const auto said = lines(read.out);
  ASSERT_EQ(said.size(), 6U) << read.out;
  EXPECT_EQ(said[0], "4 1 2 0");
  EXPECT_EQ(said[1], said[0]);
  EXPECT_TRUE(said[2].ends_with("a<b>&\"c'\\x01\\xff.txt|line 2: 1x1:0111|")) << said[2];
  EXPECT_NE(
      said[3].find("|line 3|('error', 'not audited', 'column 12: v0.1 is not a move: it is drawn "
                   "already'"),
      std::string::npos)
      << said[3];
  EXPECT_NE(said[4].find("|line 4: 1x1:0011|('failure', 'mismatch', 'h1.0: claimed +1, exact "
                         "-1; h0.0: claimed +1, exact -1', "),
            std::string::npos)
      << said[4];
  EXPECT_NE(said[4].find("+ -1 +\\n|    |\\n+ -1 +\\nbest: all 2 moves"), std::string::npos)
      << said[4];
  EXPECT_NE(said[5].find("'<&\"\\'>\\\\x01\\\\xff?]]> 1'"), std::string::npos) << said[5];
}

TEST(AuditJunit, BeginsWithTheCountsEvenForManyLines) {
  std::string file;
  for (int i = 0; i < 60'000; ++i) file += i % 1000 == 7 ? "1x1:0111 0\n" : "1x1:0111 1\n";
  const Outcome outcome =
      pipo({"audit", "--tables", made_tables().string(), "--format", "junit", "-"}, file);
  EXPECT_EQ(outcome.code, 1);
  ASSERT_GT(outcome.out.size(), std::size_t{4} << 20);  // the limit of the part in memory
  const TemporaryFolder folder;
  const auto said = lines(read_back(folder, outcome.out).out);
  ASSERT_EQ(said.size(), 60'002U);
  EXPECT_EQ(said[0], "60000 60 0 0");
  for (std::size_t i = 0; i < 60'000; ++i) {
    ASSERT_TRUE(said[i + 2].starts_with("standard input|line " + std::to_string(i + 1) + ": "))
        << i;
    ASSERT_EQ(said[i + 2].find("failure") != std::string::npos, i % 1000 == 7) << i;
  }
}

}  // namespace pipo::test::audit_report_test
