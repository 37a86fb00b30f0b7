// Connections: heads in pieces, bodies no longer than was said, clients that are slow or gone.
#include "pipo/serve/connection.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <thread>

#include "pipo/serve/body.hpp"
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
    connection_.emplace(Descriptor(ends[0]), ending_);
    client_ = Descriptor(ends[1]);
  }

  void send(const std::string& text) {
    EXPECT_EQ(::send(client_.get(), text.data(), text.size(), 0),
              static_cast<ssize_t>(text.size()));
  }

  std::optional<std::string> head() { return connection_->read_head(milliseconds(300)); }

  // What the client sends behind a head that is read.
  void begin(const std::string& behind) {
    send("POST /x HTTP/1.1\r\n\r\n" + behind);
    EXPECT_TRUE(head());
  }

  // The body behind the head that was read.
  std::optional<Problem> body(const std::string& fields, std::uint64_t most, std::string& text) {
    return read_body(*connection_, parse_head("POST /x HTTP/1.1\r\n" + fields + "\r\n", most), most,
                     text);
  }

  std::atomic<bool> ending_ = false;
  std::optional<Connection> connection_;
  Descriptor client_;
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
  send("345GET /y HTTP/1.1\r\n\r\n");
  std::string text;
  EXPECT_FALSE(body("Content-Length: 5\r\n", 5, text));
  EXPECT_EQ(text, "12345");
  EXPECT_EQ(head(), "GET /y HTTP/1.1\r\n\r\n");
}

TEST_F(ConnectionTest, BodiesInChunks) {
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  std::string text;
  begin("3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nGET / HTTP/1.1\r\n\r\n");
  EXPECT_FALSE(body(chunked, 13, text));
  EXPECT_EQ(text, "abc0123456789");
  EXPECT_EQ(head(), "GET / HTTP/1.1\r\n\r\n");
  text.clear();
  begin("3\r\nabc\r\n2\r\n");
  const auto problem = body(chunked, 4, text);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->kind, Kind::too_large);
}

TEST_F(ConnectionTest, ChunksThatAreNone) {
  for (const char* chunks : {"3\r\nabcd\r\n", "x\r\n", "3\nabc\r\n", "\r\n", "-1\r\n"}) {
    std::string text;
    begin(chunks);
    const auto problem = body("Transfer-Encoding: chunked\r\n", 100, text);
    ASSERT_TRUE(problem) << chunks;
    EXPECT_EQ(problem->kind, Kind::bad_input) << chunks;
    connection_->take(connection_->holds_more() ? connection_->peek().size() : 0);
  }
}

TEST_F(ConnectionTest, ABodyThatBreaksOff) {
  begin("123");
  client_.close();
  std::string text;
  const auto problem = body("Content-Length: 5\r\n", 5, text);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->kind, Kind::bad_input);
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
  EXPECT_FALSE(connection_->read_head(std::chrono::minutes(5)));
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

TEST_F(ConnectionTest, WhoWaitsForAWordGetsIt) {
  const std::string waits = "Content-Length: 1\r\nExpect: 100-continue\r\n";
  send("POST /x HTTP/1.1\r\n" + waits + "\r\n");
  EXPECT_TRUE(head());
  std::thread client([this] {
    std::string said(25, ' ');
    EXPECT_EQ(::recv(client_.get(), said.data(), said.size(), MSG_WAITALL), 25);
    EXPECT_EQ(said, "HTTP/1.1 100 Continue\r\n\r\n");
    send("x");
  });
  std::string text;
  EXPECT_FALSE(body(waits, 1, text));
  client.join();
  EXPECT_EQ(text, "x");
}

// The library reads what it is given, and nothing of the client.
TEST_F(ConnectionTest, TheLibraryHasNoSocket) {
  send("secret");
  connection_->give("GET / HTTP/1.1\r\n\r\n");
  std::string all(100, ' ');
  const ssize_t count = connection_->read(all.data(), all.size());
  EXPECT_EQ(all.substr(0, static_cast<std::size_t>(count)), "GET / HTTP/1.1\r\n\r\n");
  EXPECT_LE(connection_->read(all.data(), all.size()), 0);
}

}  // namespace
}  // namespace pipo
