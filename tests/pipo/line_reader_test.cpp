#include "pipo/io/line_reader.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "pipopipette/error.hpp"
#include "tests/pipo/support.hpp"

namespace pipo {
namespace {

std::vector<std::string> all_lines(std::istream& in) {
  LineReader reader(in, "the test");
  std::vector<std::string> texts;
  for (std::vector<TextLine> lines; reader.next(lines);) {
    for (const TextLine& line : lines) {
      texts.emplace_back(line.text);
      EXPECT_EQ(line.number, texts.size());
    }
  }
  return texts;
}

std::vector<std::string> all_lines(const std::string& text) {
  std::istringstream in(text);
  return all_lines(in);
}

TEST(LineReader, SplitsAndTrims) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(all_lines(""), Texts());
  EXPECT_EQ(all_lines("\n"), Texts({""}));
  EXPECT_EQ(all_lines("a\nb\n"), Texts({"a", "b"}));
  EXPECT_EQ(all_lines("a\nb"), Texts({"a", "b"}));
  EXPECT_EQ(all_lines("  a b\t\r\n\r\n c"), Texts({"a b", "", "c"}));
}

TEST(LineReader, AFileOfSeveralPiecesComesWhole) {
  const TemporaryFolder folder;
  std::string text;
  std::vector<std::string> expected;
  for (int i = 0; i < 300'000; ++i) {
    expected.push_back("line " + std::to_string(i) +
                       std::string(static_cast<std::size_t>(i % 7), 'x'));
    text += expected.back() + "\n";
  }
  test::write_file(folder / "lines", text);
  std::ifstream file(folder / "lines", std::ios::binary);
  EXPECT_EQ(all_lines(file), expected);
}

TEST(LineReader, ALineLongerThanAPieceComesWhole) {
  const std::string line(5'000'000, '1');
  EXPECT_EQ(all_lines(line + "\nb\n"), std::vector<std::string>({line, "b"}));
}

// A stream that hands out one line at a time and cannot know of more.
class Dripping : public std::streambuf {
 public:
  int asked = 0;

 protected:
  int_type underflow() override {
    if (asked == 3) return traits_type::eof();
    text_ = "line " + std::to_string(asked++) + "\n";
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_[0]);
  }

 private:
  std::string text_;
};

TEST(LineReader, DoesNotWaitForMoreThanALine) {
  Dripping source;
  std::istream in(&source);
  LineReader reader(in, "the test");
  std::vector<TextLine> lines;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(reader.next(lines));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].text, "line " + std::to_string(i));
    EXPECT_EQ(source.asked, i + 1);
  }
  EXPECT_FALSE(reader.next(lines));
}

TEST(LineReader, AFolderIsNoFileOfLines) {
  std::ifstream folder("/", std::ios::binary);
  LineReader reader(folder, "'/'");
  std::vector<TextLine> lines;
  EXPECT_THROW(reader.next(lines), BadInput);
}

}  // namespace
}  // namespace pipo
