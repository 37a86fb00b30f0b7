#include "pipo/serve/connection.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_suffix.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/write.hpp>

#include "pipo/serve/gzip.hpp"
#include "pipo/words/trimmed.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

namespace http = boost::beast::http;
using asio::redirect_error;
using asio::use_awaitable;
using boost::beast::iequals;
using boost::system::error_code;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kKeepAlive{15'000};     // a client may say nothing between two requests
constexpr milliseconds kHeadPatience{10'000};  // from its first byte to its last
constexpr milliseconds kBodyPatience{60'000};
constexpr milliseconds kEndPatience{1'000};     // for both, when the server is ending
constexpr milliseconds kWritePatience{20'000};  // without a single byte taken
constexpr milliseconds kSendPatience{60'000};   // for all that is sent at a time
constexpr milliseconds kLinger{500};
constexpr milliseconds kNews{1'000};  // after which a stream that has no news is asked again
constexpr std::size_t kLongestHead = std::size_t{16} << 10;
constexpr std::size_t kLongestTarget = 8000;  // the path and the parameters
constexpr std::size_t kReadBytes = std::size_t{8} << 10;
constexpr std::size_t kLongestExtension = 1000;  // of a chunk's size
constexpr std::size_t kMostBetweenChunks = 4000;
constexpr std::ptrdiff_t kMostTrailers = 16;
constexpr int kMostLingering = 8;  // of the connections that are refused

// The client has gone, or does not send or take bytes in time.
struct Gone : std::exception {};

std::string_view view(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// The parser joins folded lines and accepts a few control characters. Other readers of the same
// head may not.
bool is_plain(std::string_view head) {
  const auto is_control = [](unsigned char c) {
    return (c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f;
  };
  return std::ranges::none_of(head, is_control) && head.find("\n ") == head.npos &&
         head.find("\n\t") == head.npos;
}

Problem too_long_body(std::uint64_t most) {
  return {Kind::too_large,
          fmt::format("a body may have {} bytes, and this one has more: send it in parts", most)};
}

// Describes why the parser refuses a head. `has_length`: it has read a Content-Length.
Problem head_problem(error_code error, std::string_view head, bool has_length, std::uint64_t most) {
  if (error == http::error::bad_transfer_encoding && !has_length) {
    return {Kind::unsupported, "of the transfer encodings only chunked is taken"};
  }
  constexpr std::string_view kLength = "\ncontent-length:";
  const std::size_t at = lower(head).find(kLength);
  if (error == http::error::bad_content_length && at != head.npos) {
    const std::string_view value = head.substr(at + kLength.size());
    if (const auto number = trimmed(value.substr(0, value.find('\r')));
        number.size() > 18 && is_number(number)) {
      return too_long_body(most);
    }
  }
  const std::string_view line = head.substr(0, head.find('\r'));
  return {Kind::bad_input,
          fmt::format("{} begins no request of HTTP/1.1: {}", pipo::quoted(line),
                      error ? error.message() : "a line is folded, or has a control character")};
}

// Describes why the parser refuses chunks, of which `rest` is left.
Problem body_problem(error_code error, std::string_view rest, std::uint64_t most) {
  rest = trimmed(rest);
  const bool endless =
      error == http::error::bad_chunk && rest.find_first_not_of("0123456789abcdefABCDEF") > 16;
  if (error == http::error::body_limit || endless) return too_long_body(most);
  if (error == http::error::need_more && rest.find('\n') != rest.npos) {
    return {Kind::too_large, "too much follows the body"};
  }
  return {Kind::bad_input, fmt::format("the chunks of the body are broken: {}", error.message())};
}

}  // namespace

// A request, and what the reply depends on beside it.
struct Connection::Head {
  Request request;
  std::string target;
  std::string host;
  std::string origin;            // the page that asks, where a browser says so
  bool head_only = false;        // HEAD: the reply has no body
  bool http10 = false;           // knows no chunks
  bool close = false;            // the client sends no other request on this connection
  bool expect_continue = false;  // the client waits for "100 Continue" before it sends the body
  bool gzip = false;

  Head() = default;
  explicit Head(const http::request<http::string_body>& fields)
      : target(view(fields.target())),
        host(lower(view(fields[http::field::host]))),
        origin(lower(view(fields[http::field::origin]))),
        head_only(fields.method() == http::verb::head),
        http10(fields.version() == 10),
        close(http10 || !fields.keep_alive()),
        expect_continue(!http10 && iequals(fields[http::field::expect], "100-continue")),
        gzip(prefers_gzip(lower(view(fields[http::field::accept_encoding])))) {
    request.method = view(fields.method_string());
    const auto [first, last] = fields.equal_range(http::field::if_none_match);
    for (auto one = first; one != last; ++one) {
      request.if_none_match.append(one == first ? "" : ", ").append(view(one->value()));
    }
  }

  // Throws what is wrong with a head that can be parsed.
  void check(const Parser& parser, std::uint64_t most) const {
    const auto& fields = parser.get();
    const auto refuse_unless = [](bool fine, Kind kind, std::string why) {
      if (!fine) throw Refusal(kind, std::move(why));
    };
    const auto is_only = [&](http::field name, const char* value) {
      const auto field = fields.find(name);
      return field == fields.end() || iequals(field->value(), value);
    };
    const std::uint64_t length = parser.content_length().value_or(0);
    const std::size_t lengths = fields.count(http::field::content_length);
    const std::size_t hosts = fields.count(http::field::host);
    refuse_unless(target.size() <= kLongestTarget, Kind::too_large,
                  fmt::format("the path and its parameters may have {} bytes: longer texts go into "
                              "the body of a POST",
                              kLongestTarget));
    refuse_unless(http10 || fields.version() == 11, Kind::bad_input, "this server speaks HTTP/1.1");
    refuse_unless(hosts == 1 || (hosts == 0 && http10), Kind::bad_input,
                  "a request has one field Host");
    refuse_unless(
        lengths == 0 || (lengths == 1 && is_number(view(fields[http::field::content_length]))),
        Kind::bad_input, "a request has one Content-Length, which is a number");
    refuse_unless(is_only(http::field::transfer_encoding, "chunked"), Kind::unsupported,
                  "of the transfer encodings only chunked is taken");
    refuse_unless(is_only(http::field::content_encoding, "identity"), Kind::unsupported,
                  "a body is taken as it is, not compressed");
    refuse_unless(length <= most, Kind::too_large,
                  fmt::format("a body may have {} bytes, and this one has {}: send it in parts",
                              most, length));
    refuse_unless(request.method == "POST" || parser.is_done(), Kind::bad_input,
                  request.method + " takes no body");
  }
};

Connection::Connection(asio::ip::tcp::socket socket, Serving& serving, Connections& connections)
    : socket_(std::move(socket)),
      serving_(serving),
      connections_(connections),
      position_(connections.all.insert(connections.all.end(), this)) {
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
}

asio::awaitable<void> Connection::run(const std::optional<Problem>& refused) {
  if (!refused) {
    while (co_await exchange()) {
    }
    co_return;
  }
  // Arguments of coroutines have names here: GCC 12 destroys temporary ones twice.
  const Head head;
  Reply reply = problem_reply(*refused);
  co_await send(head, reply, true);
  if (serving_.refused <= kMostLingering) co_await linger();
}

void Connection::look(Instant now) {
  Instant until = deadline_;
  if (connections_.ended && state_ != State::answering) {
    until = std::min(
        until, *connections_.ended + (state_ == State::waiting ? milliseconds(0) : kEndPatience));
  }
  if (now < until) return;
  late_ = now >= deadline_;
  error_code ignored;
  socket_.cancel(ignored);
}

// Reads a request and answers it. Returns whether the connection may carry another one.
asio::awaitable<bool> Connection::exchange() {
  Head head;
  Reply reply;
  std::optional<Problem> problem;
  try {
    co_await read(head);
  } catch (const Refusal& refusal) {
    problem = refusal.problem();
  }
  state_ = State::answering;
  deadline_ = Instant::max();
  if (problem) {
    reply = serving_.service.refused(*problem);
  } else {
    reply = co_await answer(head);
  }
  // A request that is refused may go on in a body, which must not be taken for the next request.
  const bool last = head.close || problem || serving_.service.ending();
  co_await send(head, reply, last);
  if (!last && !serving_.service.ending()) co_return true;
  co_await linger();
  co_return false;
}

asio::awaitable<void> Connection::read(Head& head) {
  const std::uint64_t most = serving_.service.limits().body;
  const std::size_t size = co_await receive_head();
  const std::string_view text = received().substr(0, size);
  Parser parser;
  parser.header_limit(UINT32_MAX);  // receive_head() has its own
  parser.body_limit(UINT64_MAX);    // so has check()
  error_code error;
  parser.put(asio::buffer(text), error);
  head = Head(parser.get());
  if (error || !is_plain(text)) {
    const bool has_length = parser.get().count(http::field::content_length) > 0;
    throw Refusal(head_problem(error, text, has_length, most));
  }
  head.check(parser, most);
  serving_.policy.check(head.request.method, head.host, head.origin);
  in_.consume(size);
  parser.body_limit(most);
  if (!parser.is_done()) co_await read_body(parser, head);
  head.request.body = std::move(parser.get().body());
}

// Waits for a request and receives its head; the number of its bytes.
asio::awaitable<std::size_t> Connection::receive_head() {
  state_ = State::waiting;
  deadline_ = Clock::now() + kKeepAlive;
  for (std::size_t seen = 0;;) {
    // Empty lines before a request are passed over (RFC 9112, 2.2).
    while (seen == 0 && (received().starts_with("\r\n") || received().starts_with('\n'))) {
      in_.consume(received().find('\n') + 1);
    }
    const std::string_view text = received();
    const std::size_t end = text.find("\r\n\r\n", seen);
    if (end <= kLongestHead) co_return end + 4;
    if (text.size() > kLongestHead) {
      throw Refusal(Kind::too_large,
                    fmt::format("the head of a request may have {} bytes", kLongestHead));
    }
    if (!text.empty() && state_ == State::waiting) {
      state_ = State::reading;
      deadline_ = Clock::now() + kHeadPatience;
    }
    seen = text.size() - std::min<std::size_t>(text.size(), 3);
    if (co_await receive()) continue;
    if (!late_ || state_ == State::waiting) throw Gone();
    throw Refusal(Kind::request_timeout,
                  fmt::format("the head of the request is not complete after {} seconds: send it "
                              "again",
                              kHeadPatience.count() / 1000));
  }
}

// Receives more of what the client sends. Returns false if it has gone, or sends nothing in time.
asio::awaitable<bool> Connection::receive() {
  late_ = false;
  error_code error;
  in_.commit(co_await socket_.async_read_some(in_.prepare(kReadBytes),
                                              redirect_error(use_awaitable, error)));
  co_return !error;
}

asio::awaitable<void> Connection::read_body(Parser& parser, const Head& head) {
  auto on_chunk = [](std::uint64_t, boost::beast::string_view extension, error_code& error) {
    if (extension.size() > kLongestExtension) error = http::error::bad_chunk_extension;
  };
  parser.on_chunk_header(on_chunk);
  parser.eager(true);
  const std::ptrdiff_t fields = std::distance(parser.get().begin(), parser.get().end());
  state_ = State::reading;
  if (head.expect_continue && in_.size() == 0) {
    const auto go_on = asio::buffer(std::string_view("HTTP/1.1 100 Continue\r\n\r\n"));
    co_await write(go_on);
  }
  deadline_ = Clock::now() + kBodyPatience;
  for (bool more = in_.size() == 0; !parser.is_done();) {
    if (more && !co_await receive()) {
      throw Refusal(Kind::bad_input,
                    "the body breaks off, or does not come in time: send it again");
    }
    error_code error;
    in_.consume(parser.put(in_.data(), error));
    more = error == http::error::need_more || in_.size() == 0;
    if ((error && !more) || (more && in_.size() > kMostBetweenChunks)) {
      throw Refusal(body_problem(error, received(), serving_.service.limits().body));
    }
  }
  if (std::distance(parser.get().begin(), parser.get().end()) > fields + kMostTrailers) {
    throw Refusal(Kind::too_large, "too much follows the body");
  }
}

// What the work returns, which another thread does.
template <typename Work>
asio::awaitable<std::invoke_result_t<Work>> Connection::on_a_worker(Work work) {
  using Result = std::invoke_result_t<Work>;
  co_return co_await asio::co_spawn(
      serving_.workers.get_executor(), [&work]() -> asio::awaitable<Result> { co_return work(); },
      use_awaitable);
}

asio::awaitable<Reply> Connection::answer(Head& head) {
  try {
    read_target(head.target, head.request);
  } catch (const std::exception&) {
    co_return serving_.service.refused(current_problem());
  }
  if (head.head_only) head.request.method = "GET";
  const auto work = [&] {
    Reply reply = serving_.service.answer(head.request);
    compress(reply, head.gzip);
    return reply;
  };
  if (Service::quick(head.request)) co_return work();
  co_return co_await on_a_worker(work);
}

asio::awaitable<void> Connection::send(const Head& head, Reply& reply, bool last) {
  http::response<http::string_body> out;
  out.result(static_cast<unsigned>(reply.status));
  out.set(http::field::date, connections_.date);
  serving_.policy.add_fields(reply, head.request.method, head.origin);
  for (const auto& [name, value] : reply.headers) out.set(name, value);
  out.set("X-Content-Type-Options", "nosniff");
  if (head.head_only) out.set(http::field::accept_ranges, "none");
  out.keep_alive(!last);
  const bool streams = reply.pieces && !head.head_only;
  if (!reply.type.empty()) out.set(http::field::content_type, reply.type);
  if (streams) out.chunked(!head.http10);
  if (!reply.type.empty() && !reply.pieces) out.content_length(reply.body.size());
  if (!head.head_only) out.body() = std::move(reply.body);
  http::response_serializer<http::string_body> serializer(out);
  serializer.split(streams);
  const Instant end = Clock::now() + kSendPatience;
  while (!(streams ? serializer.is_header_done() : serializer.is_done())) {
    deadline_ = std::min(end, Clock::now() + kWritePatience);
    error_code error;
    co_await http::async_write_some(socket_, serializer, redirect_error(use_awaitable, error));
    if (error) throw Gone();
  }
  deadline_ = Instant::max();
  if (streams) co_await stream(head, reply);
}

// Sends the pieces of a reply. Where they break off, the client sees no last chunk.
asio::awaitable<void> Connection::stream(const Head& head, const Reply& reply) {
  const auto timer = std::make_shared<asio::steady_timer>(socket_.get_executor());
  std::shared_ptr<void> following;
  if (reply.news) {
    following =
        reply.news([timer] { asio::post(timer->get_executor(), [timer] { timer->cancel(); }); });
  }
  for (bool more = true; more;) {
    std::string piece;
    if (reply.news) {
      more = reply.pieces(piece);  // on this thread: no news comes before the wait for it
    } else {
      more = co_await on_a_worker([&] { return reply.pieces(piece); });
    }
    const auto bytes = asio::buffer(piece);
    const auto chunk = http::make_chunk(bytes);
    if (!piece.empty() && head.http10) co_await write(bytes);
    if (!piece.empty() && !head.http10) co_await write(chunk);
    if (!piece.empty() || !more || !reply.news) continue;
    error_code ignored;
    timer->expires_after(kNews);
    co_await timer->async_wait(redirect_error(use_awaitable, ignored));
  }
  const auto end = http::make_chunk_last();
  if (!head.http10) co_await write(end);
}

template <typename Buffers>
asio::awaitable<void> Connection::write(const Buffers& buffers) {
  boost::beast::buffers_suffix<Buffers> rest(buffers);
  const Instant end = Clock::now() + kSendPatience;
  while (boost::beast::buffer_bytes(rest) > 0) {
    deadline_ = std::min(end, Clock::now() + kWritePatience);
    error_code error;
    rest.consume(co_await socket_.async_write_some(rest, redirect_error(use_awaitable, error)));
    if (error) throw Gone();
  }
  deadline_ = Instant::max();
}

// Reads and throws away what the client still sends, for a moment: closed with unread bytes a
// connection is reset, and the client may never see the reply.
asio::awaitable<void> Connection::linger() {
  deadline_ = Clock::now() + kLinger;
  error_code error;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, error);
  while (!error && Clock::now() < deadline_) {
    in_.clear();
    co_await socket_.async_read_some(in_.prepare(kReadBytes), redirect_error(use_awaitable, error));
  }
}

}  // namespace pipo
