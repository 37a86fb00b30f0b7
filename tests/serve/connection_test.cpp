// Connections: heads in pieces, bodies no longer than was said, clients that are slow or gone.
#include "pipo/serve/connection.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <thread>

#include "pipo/serve/head.hpp"

namespace pipo {
namespace {

using std::chrono::milliseconds;

// A connection, and the client's end of it.
class ConnectionTest : public testing::Test {
 protected:
  ConnectionTest() {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    connection_.emplace(Descriptor(ends[0]));
    client_ = Descriptor(ends[1]);
  }

  void send(const std::string& text) {
    EXPECT_EQ(::send(client_.get(), text.data(), text.size(), 0),
              static_cast<ssize_t>(text.size()));
  }

  std::optional<std::string> head() { return connection_->read_head(milliseconds(300), ending_); }

  // All there is to read at the library's end.
  std::string read_all() {
    std::string all;
    char piece[7];
    for (;;) {
      const ssize_t count = connection_->read(piece, sizeof(piece));
      if (count <= 0) return all;
      all.append(piece, static_cast<std::size_t>(count));
    }
  }

  std::optional<Connection> connection_;
  Descriptor client_;
  std::atomic<bool> ending_ = false;
};

TEST_F(ConnectionTest, HeadsInPiecesAndOneBehindTheOther) {
  std::thread client([this] {
    for (const char* piece : {"\r\nGET / HTT", "P/1.1\r", "\n\r", "\nPOST /x HTTP/1.1\r\n\r\n12"}) {
      send(piece);
      std::this_thread::sleep_for(milliseconds(5));
    }
  });
  EXPECT_EQ(head(), "GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(head(), "POST /x HTTP/1.1\r\n\r\n");
  client.join();
  send("345");
  connection_->give("head;", 4);
  EXPECT_EQ(read_all(), "head;1234");
  EXPECT_TRUE(connection_->body_too_large());
}

TEST_F(ConnectionTest, AHeadThatDoesNotEndIsCutOff) {
  send("GET / HTTP/1.1\r\n" + std::string(kLongestHead, 'x'));
  EXPECT_TRUE(head());
  EXPECT_TRUE(connection_->too_long());
}

TEST_F(ConnectionTest, PatienceHasAnEnd) {
  EXPECT_FALSE(head());
  ending_ = true;
  const auto begin = Connection::Clock::now();
  EXPECT_FALSE(connection_->read_head(std::chrono::minutes(5), ending_));
  EXPECT_LT(Connection::Clock::now() - begin, std::chrono::seconds(30));
}

TEST_F(ConnectionTest, AClientThatIsGone) {
  send("GET / HT");
  client_.close();
  EXPECT_FALSE(head());
  const std::string much(1 << 20, 'x');
  connection_->write(much.data(), much.size());
  EXPECT_FALSE(connection_->flush());
  EXPECT_FALSE(connection_->is_writable());
  EXPECT_EQ(connection_->write("x", 1), -1);
}

TEST_F(ConnectionTest, WhatIsWrittenArrivesBeforeMoreIsRead) {
  send("x");
  connection_->give("", 1);
  connection_->write("100 Continue", 12);
  char piece[20];
  EXPECT_EQ(::recv(client_.get(), piece, sizeof(piece), MSG_DONTWAIT), -1);
  EXPECT_EQ(connection_->read(piece, 1), 1);
  EXPECT_EQ(::recv(client_.get(), piece, sizeof(piece), MSG_DONTWAIT), 12);
}

}  // namespace
}  // namespace pipo
