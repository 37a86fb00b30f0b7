#include "pipo/command/sha256_sums.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/files.hpp"

namespace pipo::test::sha256_sums_test {

TEST(Sha256Sums, AreThoseOfFips180) {
  const TemporaryFolder folder;
  const auto sum = [&](const std::string& text) {
    overwrite(folder.path() / "file", text);
    return sha256_of(folder.path() / "file");
  };
  EXPECT_EQ(sum("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sum(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  // Longer than what is read at once.
  EXPECT_EQ(sum(std::string(3'000'000, 'a')),
            "2a152c894398719c0570f83fac34ac03a0f6e8e474b995c2403aa5434f7b9dd4");
}

TEST(Sha256Sums, HasALineForEachFileInOrder) {
  const TemporaryFolder folder;
  overwrite(folder.path() / "b", "abc");
  overwrite(folder.path() / "a", "");
  std::uint64_t read = 0;
  write_sums(folder.path(), {"b", "a"}, 2, [&](std::uint64_t bytes) { read += bytes; });
  EXPECT_EQ(read, 3U);
  EXPECT_EQ(contents(folder.path() / "SHA256SUMS"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n"
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n");
  EXPECT_THROW(write_sums(folder.path(), {"c"}, 1), MissingTable);
}

// A table, and the files that its SHA256SUMS says are right.
class TableSums : public testing::Test {
 protected:
  void SetUp() override { make_tables(folder_.path(), {"2x2"}); }

  std::filesystem::path sums() const { return table_ / "SHA256SUMS"; }
  void expect_right() const {
    std::size_t count = 0;
    for (const std::string& line : lines(contents(sums()))) {
      EXPECT_EQ(line.substr(0, 64), sha256_of(table_ / line.substr(66))) << line;
      ++count;
    }
    EXPECT_EQ(count, 14U);  // 13 layers and the manifest
  }
  Outcome run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--tables", folder_.path().string()});
    return pipo(arguments);
  }

  TemporaryFolder folder_;
  std::filesystem::path table_ = folder_.path() / "2x2";
};

TEST_F(TableSums, AreWrittenByGenerate) {
  expect_right();
}

TEST_F(TableSums, AreLeftAloneIfTheTableIs) {
  const auto before = std::filesystem::last_write_time(sums());
  EXPECT_EQ(run({"generate", "2x2"}).code, 0);
  EXPECT_EQ(run({"verify", "2x2", "--repair", "--bytes"}).code, 0);
  EXPECT_EQ(std::filesystem::last_write_time(sums()), before);
}

TEST_F(TableSums, AreAddedToATableWithoutThem) {
  std::filesystem::remove(sums());
  EXPECT_EQ(run({"generate", "2x2"}).code, 0);
  expect_right();
}

TEST_F(TableSums, AreThoseOfTheRepairedTable) {
  for (const char* const lost : {"layer-06.pipo", "manifest.json"}) {
    std::filesystem::remove(table_ / lost);
    overwrite(sums(), "of another table\n");
    EXPECT_EQ(run({"generate", "2x2"}).code, 0);
    expect_right();
  }
  flip(table_ / "layer-05.pipo", 700);
  EXPECT_EQ(run({"verify", "2x2", "--repair", "--bytes"}).code, 0);
  expect_right();
}

// Each is the text of SHA256SUMS after a change, and a part of the message.
TEST_F(TableSums, AreCheckedWithTheBytes) {
  const std::string right = contents(sums());
  const Outcome whole = run({"verify", "2x2", "--bytes"});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_TRUE(whole.out.ends_with("content hash are right; so is SHA256SUMS\n")) << whole.out;
  const std::size_t line = right.find('\n') + 1;
  const auto with = [&](std::size_t at, char other) {
    std::string text = right;
    text[at] = other;
    return text;
  };
  const char digit = right[line + 5] == '0' ? '1' : '0';
  const std::string name = "layer-00.pipo";
  for (const auto& [text, problem] : std::vector<std::pair<std::string, std::string>>{
           {with(line + 5, digit),
            "has another sum for layer-01.pipo, which is " + right.substr(line, 64) + "; "},
           {with(line + 5, 'x'), "line 2 is not a SHA-256, two spaces and the name of a file; "},
           {with(line + 64, '\t'), "line 2 is not a SHA-256"},
           {right.substr(line), "does not list " + name + "; "},
           {right.substr(0, line), "does not list layer-01.pipo; "},
           {right + right.substr(0, line), "line 15 names " + name + " a second time; "},
           {right + std::string(64, '0') + "  other\n",
            "line 15 names 'other', which is not a file of this table; "},
           {right + std::string(64, '0') + "  ../2x2/" + name + "\n",
            "which is not a file of this table; "},
           {right.substr(0, right.size() - 4), "line 14 names 'manifest.j', which is not a file"},
           {right + "\n", "line 15 is not a SHA-256"},
           {"", "does not list " + name + "; "},
           {std::string(2 << 20, '0'), "SHA256SUMS"}}) {
    overwrite(sums(), text);
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"verify", "2x2", "--bytes"}, {"verify", "2x2"}}) {
      const Outcome outcome = run(arguments);
      EXPECT_TRUE(refused_with(outcome, 4, problem));
    }
  }
  overwrite(sums(), right.substr(0, right.size() - 1));  // sha256sum reads this as well
  EXPECT_EQ(run({"verify", "2x2", "--bytes"}).code, 0);
  overwrite(sums(), "");
  std::filesystem::remove(sums());
  const Outcome none = run({"verify", "2x2", "--bytes"});
  EXPECT_EQ(none.code, 0) << none.err;
  EXPECT_TRUE(none.out.ends_with("content hash are right\n")) << none.out;
}

}  // namespace pipo::test::sha256_sums_test
