// Files, pipes, devices, and unreadable ones; lines; and input in UTF-16, as PowerShell writes it.
#include "pipo/io/input.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "pipopipette/error.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/as_nobody.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test::input_test {

class SourceOf : public testing::Test {
 protected:
  void SetUp() override { make_tables(folder_.path(), {"1x1"}); }

  std::string arguments(const std::string& option) const {
    return "--tables '" + folder_.path().string() + "' probe --format jsonl " + option;
  }

  TemporaryFolder folder_;
};

TEST_F(SourceOf, UnreadableInputIsReportedWithTheReason) {
  const auto refused = [&](const std::string& file, const std::string& reason) {
    for (const std::string command : {"probe --batch", "probe --picture", "explain --picture"}) {
      const Outcome outcome = shell(command + " " + file + " --tables " + folder_.path().string());
      EXPECT_TRUE(refused_with(outcome, 2, "pipo: cannot read " + reason));
      for (const char* raw : {"basic_", "filebuf", "ios", "iostream", "exception"}) {
        EXPECT_EQ(outcome.err.find(raw), std::string::npos) << outcome.err;
      }
    }
  };
  const std::string folder = folder_.path().string();
  refused(folder, "'" + folder + "': it is a folder");
  refused("/", "'/': it is a folder");
  refused("- < /", "standard input: Is a directory");
  refused("/dev/stdin < /", "'/dev/stdin': it is a folder");
  refused("/does/not/exist", "'/does/not/exist': No such file or directory");
  refused("/proc/self/mem", "'/proc/self/mem': Input/output error");
  write_file(folder_ / "secret", "1x1:0111\n");
  refused("'" + folder_ / "secret" + "/x'", "'" + folder_ / "secret" + "/x': Not a directory");
}

TEST_F(SourceOf, MissingPermissionIsReported) {
  if (!AsNobody::possible()) GTEST_SKIP() << "root cannot become another user here";
  let_others_in(folder_.path());
  write_file(folder_ / "secret", "1x1:0111\n");
  close_to_all(folder_ / "secret");
  const AsNobody nobody;
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"probe", "--batch"}, {"probe", "--picture"}, {"explain", "--picture"}, {"audit"}}) {
    std::vector<std::string> arguments = {"--tables", folder_.path().string()};
    arguments.insert(arguments.end(), command.begin(), command.end());
    arguments.push_back(folder_ / "secret");
    const Outcome outcome = pipo(arguments);
    EXPECT_EQ(outcome.code, 2) << command[0];
    EXPECT_EQ(outcome.err, "pipo: cannot read '" + folder_ / "secret" + "': Permission denied\n");
  }
}

TEST_F(SourceOf, ReadsPipesAndDevices) {
  const std::string answer = shell(arguments("1x1:0111")).out;
  ASSERT_FALSE(answer.empty());
  const std::string program_with = "'" + program() + "' " + arguments("");
  const std::string fifo = folder_ / "fifo", text = folder_ / "text";
  write_file(text, "1x1:0111\n");
  for (const std::string& script : {"echo 1x1:0111 | " + program_with + "--batch /dev/stdin",
                                    program_with + "--batch /dev/stdin < '" + text + "'",
                                    "gzip -c '" + text + "' | " + program_with + "--batch -",
                                    "mkfifo '" + fifo + "'; gzip -c '" + text + "' > '" + fifo +
                                        "' & " + program_with + "--batch '" + fifo + "'",
                                    program_with + "--batch <(echo 1x1:0111)"}) {
    const Outcome outcome = bash(script);
    EXPECT_EQ(outcome.code, 0) << script << "\n" << outcome.err;
    EXPECT_EQ(outcome.out, answer) << script;
  }
}

// Needs less than half a GiB of memory for any input (sanitizers use more).
TEST_F(SourceOf, RefusesEndlessInputInLittleMemory) {
  const std::string limited =
      std::string(kSanitized ? "" : "ulimit -d 524288; ") + "'" + program() + "' " + arguments("");
  const Outcome line = bash("(echo 1x1:0111; cat /dev/zero) | (" + limited + "--batch -)");
  EXPECT_EQ(line.code, 2) << line.err;
  EXPECT_EQ(lines(line.out).size(), 1U);
  EXPECT_EQ(line.err, "pipo: standard input, line 2: longer than 64 KiB, the limit for a line\n");
  const Outcome device = bash(limited + "--batch /dev/zero");
  EXPECT_EQ(device.code, 2);
  EXPECT_EQ(device.err, "pipo: '/dev/zero', line 1: longer than 64 KiB, the limit for a line\n");
  const Outcome picture = bash(limited + "--picture /dev/zero");
  EXPECT_EQ(picture.code, 2);
  EXPECT_NE(picture.err.find("longer than 64 KiB"), std::string::npos) << picture.err;
}

TEST_F(SourceOf, ReadsNothingBeforeTheFirstRequest) {
  // No process writes to the pipe; the missing tables are reported first.
  const std::string fifo = folder_ / "fifo";
  const Outcome outcome = bash("mkfifo '" + fifo + "'; exec 3<> '" + fifo + "'; timeout 20 '" +
                               program() + "' --tables /does/not/exist probe --batch - <&3");
  EXPECT_EQ(outcome.code, 3);
}

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

// Returns the text with `zeros` zeros behind or before each character.
std::string wide(const std::string& text, std::size_t zeros, bool little) {
  std::string result;
  const std::string filling(zeros, '\0');
  for (const char c : text) result += little ? c + filling : filling + c;
  return result;
}

std::vector<std::string> encoded(const std::string& text) {
  using namespace std::string_literals;
  return {"\xff\xfe"s + wide(text, 1, true),
          "\xfe\xff"s + wide(text, 1, false),
          wide(text, 1, true),
          wide(text, 1, false),
          "\xff\xfe\0\0"s + wide(text, 3, true),
          "\0\0\xfe\xff"s + wide(text, 3, false),
          wide(text, 3, true),
          wide(text, 3, false)};
}

TEST(Encoding, EveryReaderNamesItOnce) {
  const std::string position = "1x1:0111\r\n2x2:000000000000\r\n1x1:0011\r\n";
  const std::string game = "1x1 h0.0; v0.1; v0.0\r\n";
  struct Reader {
    std::vector<std::string> arguments;
    std::string text;
  };
  for (const auto& [arguments, text] : std::vector<Reader>{
           {{"probe", "--batch", "-"}, position},
           {{"probe", "--batch", "-", "--format", "jsonl"}, position},
           {{"probe", "--game", "nimstring", "--batch", "-"}, position},
           {{"solve", "--batch", "-"}, position},
           {{"explain", "--batch", "-"}, position},
           {{"audit", "-"}, "1x1:0111 1\r\n1x1:0011 -1\r\n"},
           {{"audit", "-", "--input", "jsonl"}, "{\"position\":\"1x1:0111\",\"value\":1}\r\n"},
           {{"convert", "-", "--to", "moves"}, position},
           {{"convert", "-", "--from", "dbn", "--to", "moves"}, position},
           {{"convert", "-", "--from", "ksquares", "--to", "moves"}, "Version=1\r\n"},
           {{"analyse", "--file", "-"}, game},
           {{"probe", "--file", "-"}, game},
           {{"probe", "--picture", "-"}, "+--+\r\n|  |\r\n+  +\r\n"},
           {{"line", "--file", "-"}, game},
           {{"play", "1x1"}, "h0.0\r\n"},
           {{"engine"}, "boardsize 2x2\r\ngenmove\r\nquit\r\n"}}) {
    for (const std::string& input : encoded(text)) {
      const Outcome outcome =
          with_made_tables(arguments.front(), {arguments.begin() + 1, arguments.end()}, input);
      const std::string& command = arguments.front();
      EXPECT_EQ(outcome.code, 2) << command << outcome.err;
      EXPECT_TRUE(is_one_complaint(outcome.err)) << command << outcome.err;
      EXPECT_TRUE(has(outcome.err, "this text is UTF-")) << command << outcome.err;
      EXPECT_TRUE(has(outcome.err, "save it as UTF-8")) << command << outcome.err;
      EXPECT_FALSE(has(outcome.out, "? ")) << command << outcome.out;
    }
    const Outcome right = with_made_tables(
        arguments.front(), {arguments.begin() + 1, arguments.end()}, "\xef\xbb\xbf" + text);
    EXPECT_FALSE(has(right.err, "UTF")) << arguments.front() << right.err;
  }
}

TEST(Encoding, AByteOrderMarkIsNotPartOfTheFirstCommand) {
  EXPECT_EQ(pipo({"engine"},
                 "\xef\xbb\xbf"
                 "1 protocol_version\nquit\n")
                .out,
            "=1 2\n\n=\n\n");
}

TEST(Encoding, OtherTextsAreLeftAlone) {
  using namespace std::string_literals;
  for (const std::string& text : {""s, "a"s, "ab"s, "a\0"s, "a\0b"s, "abcd"s, "a\0bc"s, "\0\0\0\0"s,
                                  "\xff\xff"s, "\xef\xbb\xbf"s, "a\0\0b"s, "\xfe"s}) {
    EXPECT_NO_THROW(require_utf8(text, "x")) << text;
  }
  EXPECT_THROW(require_utf8("\xff\xfe"s, "x"), BadInput);
}

}  // namespace pipo::test::input_test
