#include "pipo/io/line_reader.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "pipopipette/error.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::line_reader_test {

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

TEST(LineReader, ReadsAllPiecesOfAFile) {
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

TEST(LineReader, SkipsAByteOrderMarkAtTheStartOnly) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(all_lines("\xef\xbb\xbf"
                      "a\n\xef\xbb\xbf"
                      "b\n"),
            Texts({"a",
                   "\xef\xbb\xbf"
                   "b"}));
  EXPECT_EQ(all_lines("\xef\xbb\xbf\n\n a\n"), Texts({"", "", "a"}));
  EXPECT_EQ(all_lines("\xef\xbb"
                      "a\n"),
            Texts({"\xef\xbb"
                   "a"}));
}

// The lines, then the error that ends the reading.
std::pair<std::vector<std::string>, std::string> until_refused(std::istream& in) {
  LineReader reader(in, "the test");
  std::vector<std::string> texts;
  try {
    for (std::vector<TextLine> lines; reader.next(lines);) {
      for (const TextLine& line : lines) texts.emplace_back(line.text);
    }
  } catch (const BadInput& error) {
    return {texts, error.what()};
  }
  return {texts, ""};
}

TEST(LineReader, ALineHasALimit) {
  const std::string longest(kLongestLine, '1');
  EXPECT_EQ(all_lines(longest + "\nb\n" + longest),
            std::vector<std::string>({longest, "b", longest}));
  for (const char* const end : {"\nb\n", "\n", ""}) {
    for (const std::string& before :
         {std::string(), std::string("a\nb\n"), "a\n" + longest + "\n"}) {
      std::istringstream in(before + longest + "1" + end);
      const auto [texts, refusal] = until_refused(in);
      EXPECT_EQ(texts, all_lines(before));
      EXPECT_EQ(refusal, "the test, line " + std::to_string(texts.size() + 1) +
                             ": longer than 64 KiB, the limit for a line");
    }
  }
}

// Many zeros after a line.
class Zeros : public std::streambuf {
 public:
  std::size_t given = 0;

 protected:
  int_type underflow() override {
    if (given > 50'000'000) return traits_type::eof();
    std::string_view text = given == 0 ? std::string_view("a\n") : std::string_view(kZeros);
    given += text.size();
    text_ = text;
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_[0]);
  }

 private:
  const std::string kZeros = std::string(5000, '\0');
  std::string text_;
};

TEST(LineReader, StopsReadingInputWithoutLines) {
  Zeros zeros;
  std::istream in(&zeros);
  const auto [texts, refusal] = until_refused(in);
  EXPECT_EQ(texts, std::vector<std::string>({"a"}));
  EXPECT_EQ(refusal, "the test, line 2: longer than 64 KiB, the limit for a line");
  EXPECT_LT(zeros.given, 2 * kLongestLine);
}

TEST(LineReader, ReturnsAtMostAPieceAtOnce) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "1\n";
  std::istringstream in(text);
  LineReader reader(in, "the test");
  std::size_t count = 0;
  for (std::vector<TextLine> lines; reader.next(lines); count += lines.size()) {
    EXPECT_LE(lines.size(), (320U << 10) / 2);
  }
  EXPECT_EQ(count, 1'000'000U);
}

// A stream that delivers one line at a time and does not know of more.
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

TEST(LineReader, ReturnsAllLinesButCommentsThenTheError) {
  const auto read = [](const std::string& text, std::string& taken) {
    std::istringstream in(text);
    return LineReader(in, "the test").read_all([&](const std::vector<TextLine>& lines) {
      for (const TextLine& line : lines) {
        if (line.text == "bad") throw BadInput("bad at " + std::to_string(line.number));
        taken += std::to_string(line.number) + std::string(line.text) + " ";
      }
    });
  };
  std::string all, some, none;
  EXPECT_FALSE(read("a\n\n# no\n  b # not at the end\n#\nc", all));
  EXPECT_EQ(all, "1a 4b # not at the end 6c ");
  EXPECT_EQ(read("a\n" + std::string(kLongestLine + 1, 'x'), some),
            "the test, line 2: longer than 64 KiB, the limit for a line");
  EXPECT_EQ(some, "1a ");
  EXPECT_EQ(read("# remark\nbad\n", none), "bad at 2");
}

}  // namespace pipo::line_reader_test
