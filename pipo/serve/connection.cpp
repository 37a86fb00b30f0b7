#include "pipo/serve/connection.hpp"

#include <fmt/chrono.h>
#include <poll.h>

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/write.hpp>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <optional>

#include "pipo/serve/head.hpp"
#include "pipo/words/trimmed.hpp"

namespace pipo {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kSlice{200};            // after which the end of the service is noticed
constexpr milliseconds kKeepAlive{15'000};     // without a byte between two requests
constexpr milliseconds kHeadPatience{10'000};  // from the first byte to the last
constexpr milliseconds kBodyPatience{60'000};
constexpr milliseconds kEndPatience{1'000};     // for a request begun when the service is ending
constexpr milliseconds kWritePatience{20'000};  // without a single byte taken
constexpr milliseconds kSendPatience{60'000};   // for all that is sent at a time
constexpr milliseconds kLinger{500};
constexpr std::size_t kReadBytes = std::size_t{16} << 10;
constexpr std::size_t kLongestHead = std::size_t{16} << 10;
constexpr int kMostEmptyLines = 8;               // before a request
constexpr std::size_t kLongestExtension = 1000;  // of a chunk's size
constexpr std::size_t kMostBetweenChunks = 4000;
constexpr std::ptrdiff_t kMostTrailers = 16;

// The client has gone, or does not send or take bytes in time.
struct Gone {};

// The socket as a stream of Beast, with deadlines.
class TimedSocket {
 public:
  TimedSocket(ClientSocket& socket, const Service* service) : socket_(socket), service_(service) {}

  // Receives more of what the client sends. Returns false if it has gone, or the time is over.
  // `begun`: the client is in the middle of a request, which gets a moment if the service ends.
  bool receive(beast::flat_buffer& in, Clock::time_point until, bool begun) {
    error_code error = asio::error::would_block;
    while (error == asio::error::would_block) {
      if (!wait_to_read(until, begun)) return false;
      in.commit(socket_.read_some(in.prepare(kReadBytes), error));
    }
    return !error;
  }

  // Calls write(*this, error), which may take kSendPatience. Throws Gone.
  template <typename Write>
  void send(Write&& write) {
    end_ = Clock::now() + kSendPatience;
    error_code error;
    write(*this, error);
    if (error) throw Gone();
  }

  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers, error_code& error) {
    std::size_t count = socket_.write_some(buffers, error);
    while (error == asio::error::would_block) {
      error = asio::error::timed_out;
      const auto until = std::min(end_, Clock::now() + kWritePatience);
      if (wait(POLLOUT, until - Clock::now())) count = socket_.write_some(buffers, error);
    }
    return count;
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers);  // Beast requires it, but does not call it

 private:
  bool wait(short events, Clock::duration left) {
    const auto time = std::max(std::chrono::ceil<milliseconds>(left), milliseconds(0));
    pollfd poll{socket_.native_handle(), events, 0};
    int ready = -1;
    while ((ready = ::poll(&poll, 1, static_cast<int>(time.count()))) < 0 && errno == EINTR) {
    }
    return ready > 0;
  }

  bool wait_to_read(Clock::time_point until, bool begun) {
    for (;;) {
      const auto now = Clock::now();
      if (service_ != nullptr && service_->ending()) {
        if (!ending_) ending_ = now;
        until = std::min(until, *ending_ + (begun ? kEndPatience : milliseconds(0)));
      }
      const bool over = now >= until;
      // A request that is here already is read in any case.
      if (wait(POLLIN, std::min<Clock::duration>(until - now, kSlice))) return !over || !begun;
      if (over) return false;
    }
  }

  ClientSocket& socket_;
  const Service* service_;
  Clock::time_point end_;                    // of what is being sent
  std::optional<Clock::time_point> ending_;  // when it noticed that the service is ending
};

// Describes why the parser refuses chunks, of which `rest` is left.
Refusal broken_body(error_code error, std::string_view rest, std::uint64_t most) {
  rest = trimmed(rest);
  const bool endless =
      error == http::error::bad_chunk && rest.find_first_not_of("0123456789abcdefABCDEF") > 16;
  if (error == http::error::body_limit || endless) return too_long_body(most);
  if (error == http::error::need_more && rest.find('\n') != rest.npos) {
    return {Kind::too_large, "too much follows the body"};
  }
  return {Kind::bad_input, fmt::format("the chunks of the body are broken: {}", error.message())};
}

class Connection {
 public:
  Connection(ClientSocket& socket, Service& service, const Policy& policy)
      : stream_(socket, &service), service_(service), policy_(policy) {}

  // Reads a request and answers it. Returns whether the connection can be used for another one.
  bool exchange() {
    Head head;
    Reply reply;
    try {
      read(head);
      read_target(head.target, head.request);
      if (head.head_only) head.request.method = "GET";
      reply = service_.answer(head.request);
      pack(reply, head.gzip);
    } catch (const std::exception&) {
      reply = service_.refused(current_problem());
    }
    head.close = head.close || service_.ending();
    send(head, std::move(reply));
    return !head.close && !service_.ending();
  }

  // Sends a reply. If its pieces break off, the client sees no last chunk.
  void send(const Head& head, Reply reply);

 private:
  void read(Head& head);
  std::string_view receive_head();
  void read_body(RequestParser& parser);
  std::string_view received() const {
    return {static_cast<const char*>(in_.data().data()), in_.size()};
  }

  TimedSocket stream_;
  Service& service_;
  const Policy& policy_;
  beast::flat_buffer in_;  // received, but not used yet
};

void Connection::read(Head& head) {
  const std::string_view text = receive_head();
  RequestParser parser;
  parse_head(text, service_.limits().body, parser, head);
  policy_.check(head.request.method, head.host, head.origin);
  in_.consume(text.size());
  if (!parser.is_done()) {
    if (head.expect_continue && in_.size() == 0) {
      const std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
      stream_.send([&](auto& to, error_code& e) { asio::write(to, asio::buffer(go_on), e); });
    }
    read_body(parser);
  }
  head.request.body = std::move(parser.get().body());
  // Otherwise a body may follow, which must not be taken for the next request.
  head.close = head.http10 || !parser.keep_alive();  // by all fields Connection
}

// Waits for a request, and receives its head.
std::string_view Connection::receive_head() {
  bool begun = false;
  Clock::time_point until = Clock::now() + kKeepAlive;
  int empty = 0;
  for (std::size_t seen = 0;;) {
    std::string_view text = received();
    // A few empty lines before a request are ignored (RFC 9112, 2.2). More would keep the
    // connection open without a deadline, so they count as a head.
    for (; seen == 0 && empty < kMostEmptyLines &&
           (text.starts_with("\r\n") || text.starts_with('\n'));
         ++empty) {
      in_.consume(text.find('\n') + 1);
      text = received();
    }
    const std::size_t end = text.find("\r\n\r\n", seen);
    if (end <= kLongestHead) return text.substr(0, end + 4);
    require(text.size() <= kLongestHead, Kind::too_large, "the head of a request may have {} bytes",
            kLongestHead);
    if (!text.empty() && !std::exchange(begun, true)) until = Clock::now() + kHeadPatience;
    seen = text.size() - std::min<std::size_t>(text.size(), 3);
    if (stream_.receive(in_, until, begun)) continue;
    require(!begun || Clock::now() < until, Kind::request_timeout,
            "the head of the request is not complete after {} seconds: send it again",
            kHeadPatience.count() / 1000);
    throw Gone();
  }
}

void Connection::read_body(RequestParser& parser) {
  const auto until = Clock::now() + kBodyPatience;
  const auto count = [&] { return std::distance(parser.get().begin(), parser.get().end()); };
  const auto fields = count();
  auto on_chunk = [](std::uint64_t, beast::string_view extension, error_code& error) {
    // Beast accepts a line feed in a quoted string; another reader may end the line there.
    const bool broken = extension.find('\n') != extension.npos;
    if (broken || extension.size() > kLongestExtension) error = http::error::bad_chunk_extension;
  };
  parser.on_chunk_header(on_chunk);
  parser.eager(true);
  for (bool more = in_.size() == 0; !parser.is_done();) {
    require(!more || stream_.receive(in_, until, true), Kind::bad_input,
            "the body breaks off, or does not come in time: send it again");
    error_code error;
    in_.consume(parser.put(in_.data(), error));
    more = error == http::error::need_more || in_.size() == 0;
    if ((error && !more) || (more && in_.size() > kMostBetweenChunks)) {
      throw broken_body(error, received(), service_.limits().body);
    }
  }
  require(count() <= fields + kMostTrailers, Kind::too_large, "too much follows the body");
}

void Connection::send(const Head& head, Reply reply) {
  const bool streams = reply.pieces && !head.head_only;
  http::response<http::string_body> out;
  out.result(static_cast<unsigned>(reply.status));
  const std::time_t now = std::time(nullptr);
  out.set(http::field::date, fmt::format("{:%a, %d %b %Y %T} GMT", fmt::gmtime(now)));
  policy_.add_fields(reply, head.request.method, head.origin);
  for (const auto& [name, value] : reply.headers) out.set(name, value);
  out.set("X-Content-Type-Options", "nosniff");
  out.keep_alive(!head.close);
  if (!reply.type.empty()) out.set(http::field::content_type, reply.type);
  if (streams) out.chunked(!head.http10);
  if (!reply.type.empty() && !reply.pieces) out.content_length(reply.body.size());
  if (!head.head_only) out.body() = std::move(reply.body);
  http::response_serializer<http::string_body> serializer(out);
  if (!streams) {
    stream_.send([&](auto& to, error_code& error) { http::write(to, serializer, error); });
    return;
  }
  stream_.send([&](auto& to, error_code& error) { http::write_header(to, serializer, error); });
  for (bool more = true; more;) {
    std::string piece;
    more = reply.pieces(piece);
    if (piece.empty()) continue;
    const auto bytes = asio::buffer(piece);
    stream_.send([&](auto& to, error_code& error) {
      if (head.http10) asio::write(to, bytes, error);
      if (!head.http10) asio::write(to, http::make_chunk(bytes), error);
    });
  }
  if (head.http10) return;
  stream_.send([](auto& to, error_code& e) { asio::write(to, http::make_chunk_last(), e); });
}

}  // namespace

void serve_client(ClientSocket& socket, Service& service, const Policy& policy) {
  Connection connection(socket, service, policy);
  try {
    while (connection.exchange()) {
    }
  } catch (const Gone&) {
    return;
  }
  linger(socket);
}

void refuse_client(ClientSocket& socket, Service& service, const Policy& policy,
                   const Problem& problem) {
  try {
    Connection(socket, service, policy).send({}, problem_reply(problem));
  } catch (const Gone&) {
  }
}

void linger(ClientSocket& socket) {
  TimedSocket stream(socket, nullptr);
  beast::flat_buffer in;
  const auto until = Clock::now() + kLinger;
  error_code error;
  socket.shutdown(ClientSocket::shutdown_send, error);
  while (!error && stream.receive(in, until, true)) in.clear();
}

}  // namespace pipo
