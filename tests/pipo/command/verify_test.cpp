#include <gtest/gtest.h>

#include <set>

#include "pipopipette/notation.hpp"
#include "probe/board/start.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/file/manifest.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/wrong_table.hpp"

namespace pipo::test::verify_test {

class Verify : public testing::Test {
 protected:
  void SetUp() override { make_tables(folder_.path(), {"2x2"}); }

  Outcome verify(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"--tables", folder_.path().string(), "verify"});
    return pipo(arguments);
  }

  TemporaryFolder folder_;
};

TEST_F(Verify, ChecksBytesAndASampleByDefault) {
  const Outcome checked = verify({"2x2"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  const auto out = lines(checked.out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_TRUE(out[0].starts_with("2x2 bytes: 13 files, ")) << out[0];
  EXPECT_TRUE(out[1].starts_with("2x2 sample: 10,000 stored positions")) << out[1];
  EXPECT_TRUE(
      out[1].ends_with("; with 95% confidence at most 3 in 10,000 stored values contradict "
                       "the rule"))
      << out[1];
}

TEST_F(Verify, DoesOnlyTheRequestedChecks) {
  EXPECT_EQ(lines(verify({"2x2", "--bytes"}).out).size(), 1U);
  const auto sample = lines(verify({"2x2", "--sample", "77", "--seed", "5"}).out);
  ASSERT_EQ(sample.size(), 1U);
  EXPECT_NE(sample[0].find(": 77 stored positions"), std::string::npos) << sample[0];
  EXPECT_NE(sample[0].find("seed 5"), std::string::npos) << sample[0];
  const auto full = lines(verify({"2x2", "--full"}).out);
  ASSERT_EQ(full.size(), 1U);
  EXPECT_NE(full[0].find("every position, all 4,096"), std::string::npos) << full[0];
  EXPECT_EQ(lines(verify({"2x2", "--bytes", "--full", "--sample", "5"}).out).size(), 3U);
}

TEST_F(Verify, TheSeedChoosesTheSample) {
  const TemporaryFolder wrong;
  write_wrong_table(folder_.path() / "2x2", wrong.path(), 5);
  std::set<int> codes;
  for (int seed = 0; seed < 30; ++seed) {
    codes.insert(pipo({"verify", "2x2", "--sample", "20", "--seed", std::to_string(seed),
                       "--tables", wrong.path()})
                     .code);
  }
  // Some of these samples contain the wrong value.
  EXPECT_EQ(codes, (std::set{0, 1}));
}

TEST_F(Verify, ProvesALargerBoardByStoredPositionsAndASample) {
  make_tables(folder_.path(), {"2x5"});
  const auto full = lines(verify({"2x5", "--full"}).out);
  ASSERT_EQ(full.size(), 2U);
  EXPECT_TRUE(full[0].starts_with("2x5 full: every stored position, all 909,962:")) << full[0];
  EXPECT_TRUE(full[1].starts_with("2x5 sample: 10,000 stored positions")) << full[1];
}

TEST_F(Verify, LongRunEveryStoredPositionOf3x4) {
  make_tables(folder_.path(), {"3x4"});
  const Outcome checked = verify({"3x4", "--full", "--sample", "100000"});
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

// A fast version with the middle column's edges drawn: an odd number of rows, and all images.
TEST_F(Verify, EveryStoredPositionOfAStartOf3x4) {
  if (kSanitized) GTEST_SKIP() << "too slow with sanitizers; 2x5 covers the same code";
  const std::string start = "3x4:0000000000000000001000010000100";
  ASSERT_EQ(pipo({"generate", "3x4", "--start", start, "--tables", folder_.path().string()}).code,
            0);
  const Outcome checked = verify({"3x4", "--start", start, "--full", "--sample", "10000"});
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
  EXPECT_NE(checked.out.find("every stored position"), std::string::npos) << checked.out;
}

// All their positions have capturable boxes or are full, so no layer has the start itself.
TEST_F(Verify, StartsThatAreNotQuiet) {
  for (const char* start : {"1x1:1101", "1x2:1101010", "2x2:110011110101"}) {
    const std::string board(start, 3);
    ASSERT_EQ(pipo({"generate", board, "--start", start, "--tables", folder_.path().string()}).code,
              0);
    const Outcome checked =
        verify({board, "--start", start, "--bytes", "--full", "--sample", "100", "--theory"});
    EXPECT_EQ(checked.code, 0) << start << checked.out << checked.err;
  }
}

// Matrices of several blocks with every kind of storage: the four edges around the middle of 4x4
// are drawn, which leaves all eight images and 36 open edges.
TEST_F(Verify, SectionsOfSeveralBlocks) {
  if (kSanitized) {
    GTEST_SKIP() << "takes long under the sanitizers; 3x3 goes the same ways but for sections of "
                    "several blocks";
  }
  const std::string start = "4x4:0000000001100000000000000001000010000000";
  const Position position = parse_position(start);
  const StateSpace space(position.board, position.drawn);
  int tiled[3] = {};
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    const LayerLayout layout(space, layer);
    for (const StoredSection& section : layout.sections()) {
      if (section.rows_of_blocks() > 1 && section.columns_of_blocks() > 1) {
        ++tiled[static_cast<int>(section.storage)];
      }
    }
  }
  for (const int sections : tiled) EXPECT_GT(sections, 0);

  ASSERT_EQ(pipo({"generate", "4x4", "--start", start, "--tables", folder_.path().string()}).code,
            0);
  const Outcome checked =
      verify({"4x4", "--start", start, "--bytes", "--sample", "5000", "--theory"});
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

TEST_F(Verify, AcceptsBothOrientationsOfABoard) {
  make_tables(folder_.path(), {"1x2"});
  EXPECT_EQ(verify({"2x1", "--full"}).code, 0);
}

TEST_F(Verify, VerifiesTheTableOfAStart) {
  ASSERT_EQ(
      pipo({"generate", "2x2", "--start", "icelandic", "--tables", folder_.path().string()}).code,
      0);
  const Outcome checked = verify({"2x2", "--start", "icelandic", "--full"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_NE(checked.out.find("all 256"), std::string::npos) << checked.out;
}

TEST_F(Verify, ShowsAWrongValueAsAMismatch) {
  const TemporaryFolder wrong;
  write_wrong_table(folder_.path() / "2x2", wrong.path(), 5);
  const auto verify_wrong = [&](const std::string& how) {
    return pipo({"verify", "2x2", how, "--tables", wrong.path().string()});
  };
  // The files are well-formed, so only the rule detects the error.
  EXPECT_EQ(verify_wrong("--bytes").code, 0);
  const Outcome full = verify_wrong("--full");
  EXPECT_EQ(full.code, 1);
  EXPECT_NE(full.out.find("2x2 full: MISMATCH at 2x2:"), std::string::npos) << full.out;
  EXPECT_NE(full.out.find("the table's value is "), std::string::npos);
  EXPECT_NE(full.out.find("+"), std::string::npos);
  const Outcome sample =
      pipo({"verify", "2x2", "--sample", "10000", "--tables", wrong.path().string()});
  EXPECT_EQ(sample.code, 1);
  EXPECT_NE(sample.out.find("2x2 sample: MISMATCH at 2x2:"), std::string::npos) << sample.out;
  EXPECT_NE(sample.out.find("\n2x2 sample mismatches: "), std::string::npos) << sample.out;
  EXPECT_NE(sample.out.find(" of 10,000 stored positions, "), std::string::npos) << sample.out;
}

TEST_F(Verify, ADamagedBlockGivesCode4) {
  const auto file = folder_.path() / "2x2" / "layer-06.pipo";
  std::string bytes = read_file(file);
  bytes[bytes.size() * 3 / 4] ^= 1;
  write_file(file, bytes);
  const Outcome checked = verify({"2x2", "--bytes"});
  EXPECT_TRUE(refused_with(checked, 4, "layer-06.pipo"));
}

TEST_F(Verify, ADamagedTableGivesCode4InEveryCommand) {
  const auto file = folder_.path() / "2x2" / "layer-06.pipo";
  const std::string bytes = read_file(file);
  write_file(file, bytes.substr(0, bytes.size() / 2));
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"probe", "2x2:000000000000"},
        {"verify", "2x2"},
        {"info", "2x2"}}) {
    auto arguments = command;
    arguments.insert(arguments.end(), {"--tables", folder_.path().string()});
    const Outcome refused = pipo(arguments);
    EXPECT_EQ(refused.code, 4) << command[0];
    EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
    EXPECT_NE(refused.err.find("layer-06.pipo"), std::string::npos) << refused.err;
  }
}

}  // namespace pipo::test::verify_test
