// Heads of requests: what is handed on, and what is refused.
#include "pipo/serve/head.hpp"

#include <gtest/gtest.h>

namespace pipo {
namespace {

Head head_of(const std::string& fields, const std::string& first = "POST /x HTTP/1.1") {
  return parse_head(first + "\r\n" + fields + "\r\n", 1000);
}

int refused(const std::string& fields, const std::string& first = "POST /x HTTP/1.1") {
  const Head head = head_of(fields, first);
  return head.problem ? status(head.problem->kind) : 0;
}

TEST(Head, KeepsWhatAnswersDependOn) {
  const Head head = head_of(
      "Host: LocalHost:8765\r\nUser-Agent: x\r\nRange: bytes=0-,0-\r\nAccept-Encoding: br\r\n"
      "if-none-match:  \"a\" \r\nContent-Length: 12\r\nExpect: 100-Continue\r\n"
      "Origin: http://A\r\n");
  EXPECT_FALSE(head.problem);
  EXPECT_EQ(head.host, "localhost:8765");
  EXPECT_EQ(head.origin, "http://a");
  EXPECT_EQ(head.method, "POST");
  EXPECT_EQ(head.target, "/x");
  EXPECT_EQ(head.if_none_match, "\"a\"");
  EXPECT_EQ(head.length, 12U);
  EXPECT_TRUE(head.expects);
  EXPECT_FALSE(head.chunked);
  EXPECT_FALSE(head.last);
  EXPECT_TRUE(head_of("Transfer-Encoding: Chunked\r\n").chunked);
}

TEST(Head, LengthsThatAreNone) {
  EXPECT_EQ(refused("Content-Length: 1000\r\n"), 0);
  EXPECT_EQ(refused("Content-Length: 1001\r\n"), 413);
  EXPECT_EQ(refused("Content-Length: 99999999999999999999999\r\n"), 413);
  for (const char* length : {"-1", "+1", "", "1 2", "0x10", "1,1", "12a"}) {
    EXPECT_EQ(refused("Content-Length: " + std::string(length) + "\r\n"), 400) << length;
  }
  EXPECT_EQ(refused("Content-Length: 5\r\nContent-Length: 5\r\n"), 400);
  EXPECT_EQ(refused("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"), 400);
}

TEST(Head, EncodingsThatAreNotTaken) {
  EXPECT_EQ(refused("Content-Encoding: gzip\r\n"), 415);
  EXPECT_EQ(refused("Content-Encoding: identity\r\n"), 0);
  EXPECT_EQ(refused("Transfer-Encoding: gzip, chunked\r\n"), 415);
  EXPECT_EQ(refused("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 415);
}

TEST(Head, OnlyAPostHasABody) {
  EXPECT_EQ(refused("Content-Length: 5\r\n", "GET /x HTTP/1.1"), 400);
  EXPECT_EQ(refused("Content-Length: 0\r\n", "GET /x HTTP/1.1"), 0);
  EXPECT_EQ(refused("Transfer-Encoding: chunked\r\n", "DELETE /x HTTP/1.1"), 400);
}

TEST(Head, LinesThatAreNone) {
  for (const char* first : {"", "GET", "GET /x", "GET /x HTTP/2.0", "GET /x FTP/1.1"}) {
    EXPECT_EQ(refused("", first), 400) << first;
  }
  for (const char* field : {"no colon", ": no name", " folded: x", "Host : x"}) {
    EXPECT_EQ(refused(std::string(field) + "\r\n"), 400) << field;
  }
  EXPECT_EQ(refused("", "GET /" + std::string(kLongestTarget, 'x') + " HTTP/1.1"), 413);
}

TEST(Head, ControlCharactersAreRefused) {
  for (const char c : {'\x01', '\x1f', '\x7f'}) {
    EXPECT_EQ(refused("X: a" + std::string(1, c) + "b\r\n"), 400) << int{c};
    EXPECT_EQ(refused("", "GET /a" + std::string(1, c) + "b HTTP/1.1"), 400) << int{c};
  }
  EXPECT_EQ(refused("X: a\tb\r\n"), 0);
}

TEST(Head, OnlyHttp11KnowsExpectations) {
  EXPECT_TRUE(head_of("Expect: 100-continue\r\n").expects);
  EXPECT_FALSE(head_of("Expect: 100-continue\r\n", "POST /x HTTP/1.0").expects);
}

TEST(Head, WhichIsTheLastOfAConnection) {
  EXPECT_TRUE(head_of("", "GET /x HTTP/1.0").last);
  EXPECT_TRUE(head_of("Connection: Close\r\n").last);
  EXPECT_FALSE(head_of("Connection: keep-alive\r\n").last);
}

TEST(Head, Origins) {
  EXPECT_TRUE(same_origin("http://localhost:8765", "localhost:8765"));
  EXPECT_FALSE(same_origin("http://localhost:8766", "localhost:8765"));
  EXPECT_FALSE(same_origin("http://evil/localhost:8765", "localhost:8765"));
  EXPECT_FALSE(same_origin("null", "localhost:8765"));
}

TEST(Head, NamesOfThisMachine) {
  for (const char* host : {"localhost", "localhost:80", "127.0.0.1:8765", "127.1.2.3", "[::1]",
                           "[::1]:8765", "board.localhost:1"}) {
    EXPECT_TRUE(names_this_machine(host)) << host;
  }
  for (const char* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                           "1270.0.0.1", "", ":8765", "10.0.0.1:8765", "[::2]:1"}) {
    EXPECT_FALSE(names_this_machine(host)) << host;
  }
}

}  // namespace
}  // namespace pipo
