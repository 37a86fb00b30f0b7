// Input in UTF-16, as PowerShell writes it: every reader names the encoding, once.
#include "pipo/io/encoding.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::encoding_test {

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

}  // namespace pipo::test::encoding_test
