#include "pipo/serve/session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_suffix.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/write.hpp>

#include "pipo/serve/gzip.hpp"
#include "pipo/serve/query.hpp"
#include "pipo/words/trimmed.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

namespace http = boost::beast::http;
using asio::use_awaitable;
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
constexpr std::size_t kReadBytes = std::size_t{8} << 10;
constexpr std::size_t kMostAhead = std::size_t{64} << 10;
constexpr std::size_t kLongestExtension = 1000;  // of a chunk's size
constexpr std::size_t kMostBetweenChunks = 4000;
constexpr std::ptrdiff_t kMostTrailers = 16;
constexpr std::uint64_t kMostLingering = 8;  // of the connections that are refused

// The client has gone, or does not send or take bytes in time.
struct Gone : std::exception {};

std::string_view view(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// The parser joins folded lines, and accepts more control characters than other readers of this
// head may.
bool is_plain(std::string_view head) {
  for (std::size_t i = 0; i < head.size(); ++i) {
    const auto c = static_cast<unsigned char>(head[i]);
    const bool folds =
        c == '\n' && i + 1 < head.size() && (head[i + 1] == ' ' || head[i + 1] == '\t');
    const bool control = (c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f;
    if (folds || control) return false;
  }
  return true;
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// Tells whether a field Content-Length has a number that the parser cannot hold.
bool has_endless_length(std::string_view head) {
  constexpr std::string_view kName = "content-length:";
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    const bool length = lower(line.substr(0, kName.size())) == kName;
    if (length && line.size() > 30 && is_digits(trimmed(line.substr(kName.size())))) return true;
  }
  return false;
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
  if (error == http::error::bad_content_length && has_endless_length(head)) {
    return too_long_body(most);
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

Session::Session(asio::ip::tcp::socket socket, Shared& shared, Sessions& sessions)
    : socket_(std::move(socket)),
      shared_(shared),
      sessions_(sessions),
      place_(sessions.all.insert(sessions.all.end(), this)),
      in_(kMostAhead) {
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
}

Session::~Session() {
  sessions_.all.erase(place_);
}

asio::awaitable<void> Session::run() {
  try {
    while (co_await exchange()) {
    }
  } catch (const std::exception&) {
    // The client has gone, or memory has run out: this connection ends, and the others go on.
  }
}

asio::awaitable<void> Session::refuse(const Problem& problem) {
  try {
    const Head head;
    Reply reply = problem_reply(problem);
    co_await send(head, reply, true);
    if (shared_.refused <= kMostLingering) co_await linger();
  } catch (const std::exception&) {
  }
}

void Session::look(Instant now) {
  Instant until = deadline_;
  if (sessions_.ended && state_ != State::answering) {
    const milliseconds patience = state_ == State::waiting ? milliseconds(0) : kEndPatience;
    until = std::min(until, *sessions_.ended + patience);
  }
  if (now < until) return;
  late_ = now >= deadline_;
  error_code ignored;
  socket_.cancel(ignored);
}

std::string_view Session::received() const {
  return {static_cast<const char*>(in_.data().data()), in_.size()};
}

// Reads a request and answers it. Returns whether the connection may carry another one.
asio::awaitable<bool> Session::exchange() {
  Head head;
  std::optional<Problem> problem;
  try {
    co_await read(head);
  } catch (const Refusal& refusal) {
    problem = refusal.problem();
  }
  state_ = State::answering;
  deadline_ = Instant::max();
  Reply reply;
  if (problem) {
    reply = refusal(*problem);
  } else {
    reply = co_await answer(head);
  }
  // A request that is refused may go on in a body, which must not be taken for the next request.
  const bool last = head.close || problem || shared_.service.ending();
  co_await send(head, reply, last);
  if (!last && !shared_.service.ending()) co_return true;
  co_await linger();
  co_return false;
}

asio::awaitable<void> Session::read(Head& head) {
  const std::uint64_t most = shared_.service.limits().body;
  const std::size_t size = co_await receive_head();
  const std::string_view text = received().substr(0, size);
  Parser parser;
  parser.header_limit(UINT32_MAX);  // receive_head() has its own
  parser.body_limit(UINT64_MAX);    // check() has its own
  error_code error;
  parser.put(asio::buffer(text), error);
  head = head_of(parser);
  if (error || !is_plain(text)) {
    const bool has_length = parser.get().count(http::field::content_length) > 0;
    throw Refusal(head_problem(error, text, has_length, most));
  }
  check(head, parser);
  in_.consume(size);
  if (!parser.is_done()) {
    parser.body_limit(most);
    co_await read_body(parser, head);
  }
  head.request.body = std::move(parser.get().body());
}

// Waits for a request and receives its head; the number of its bytes.
asio::awaitable<std::size_t> Session::receive_head() {
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
asio::awaitable<bool> Session::receive() {
  late_ = false;
  error_code error;
  const std::size_t count = co_await socket_.async_read_some(
      in_.prepare(kReadBytes), asio::redirect_error(use_awaitable, error));
  in_.commit(count);
  co_return !error;
}

Session::Head Session::head_of(const Parser& parser) {
  const auto& fields = parser.get();
  Head head;
  head.request.method = view(fields.method_string());
  head.head_only = head.request.method == "HEAD";
  head.target = view(fields.target());
  head.http10 = fields.version() == 10;
  head.close = head.http10 || !fields.keep_alive();
  head.host = lower(view(fields[http::field::host]));
  head.origin = lower(view(fields[http::field::origin]));
  head.expect_continue =
      !head.http10 && boost::beast::iequals(fields[http::field::expect], "100-continue");
  head.gzip = prefers_gzip(lower(view(fields[http::field::accept_encoding])));
  const auto [first, last] = fields.equal_range(http::field::if_none_match);
  for (auto one = first; one != last; ++one) {
    head.request.if_none_match += fmt::format("{}{}", one == first ? "" : ", ", view(one->value()));
  }
  return head;
}

// Throws what is wrong with a head that can be parsed.
void Session::check(const Head& head, const Parser& parser) const {
  const auto& fields = parser.get();
  const std::uint64_t most = shared_.service.limits().body;
  const auto refuse_if = [](bool wrong, Kind kind, auto&& why) {
    if (wrong) throw Refusal(kind, why());
  };
  refuse_if(head.target.size() > kLongestTarget, Kind::too_large, [] {
    return fmt::format(
        "the path and its parameters may have {} bytes: longer texts go into the body of a POST",
        kLongestTarget);
  });
  refuse_if(fields.version() != 10 && fields.version() != 11, Kind::bad_input,
            [] { return std::string("this server speaks HTTP/1.1"); });
  refuse_if(fields.count(http::field::host) > 1, Kind::bad_input,
            [] { return std::string("the request has two fields Host: send only one"); });
  refuse_if(fields.count(http::field::host) == 0 && !head.http10, Kind::bad_input,
            [] { return std::string("the request has no field Host: HTTP/1.1 requires it"); });
  const auto length = fields.find(http::field::content_length);
  refuse_if(length != fields.end() && (fields.count(http::field::content_length) > 1 ||
                                       !is_digits(view(length->value()))),
            Kind::bad_input, [&] {
              return fmt::format("{} is no Content-Length, or there are two of them",
                                 pipo::quoted(view(length->value())));
            });
  const auto coding = fields.find(http::field::transfer_encoding);
  refuse_if(coding != fields.end() && !boost::beast::iequals(coding->value(), "chunked"),
            Kind::unsupported,
            [] { return std::string("of the transfer encodings only chunked is taken"); });
  const auto packed = fields.find(http::field::content_encoding);
  refuse_if(packed != fields.end() && !boost::beast::iequals(packed->value(), "identity"),
            Kind::unsupported,
            [] { return std::string("a body is taken as it is, not compressed"); });
  const std::uint64_t bytes = parser.content_length().value_or(0);
  refuse_if(bytes > most, Kind::too_large, [&] {
    return fmt::format("a body may have {} bytes, and this one has {}: send it in parts", most,
                       bytes);
  });
  refuse_if(head.request.method != "POST" && !parser.is_done(), Kind::bad_input,
            [&] { return fmt::format("{} takes no body", head.request.method); });
  shared_.policy.check(head.request.method, head.host, head.origin);
}

asio::awaitable<void> Session::read_body(Parser& parser, const Head& head) {
  auto short_extension = [](std::uint64_t, boost::beast::string_view extension, error_code& error) {
    if (extension.size() > kLongestExtension) error = http::error::bad_chunk_extension;
  };
  parser.on_chunk_header(short_extension);
  state_ = State::reading;
  deadline_ = Clock::now() + kBodyPatience;
  if (head.expect_continue && in_.size() == 0) {
    const auto go_on = asio::buffer(std::string_view("HTTP/1.1 100 Continue\r\n\r\n"));
    co_await write(go_on);
    deadline_ = Clock::now() + kBodyPatience;
  }
  const auto count = [&] { return std::distance(parser.get().begin(), parser.get().end()); };
  const std::ptrdiff_t before = count();
  parser.eager(true);
  error_code error;
  if (in_.size() == 0) error = http::error::need_more;
  while (!parser.is_done()) {
    if (error == http::error::need_more && !co_await receive()) {
      throw Refusal(Kind::bad_input,
                    "the body breaks off, or does not come in time: send it again");
    }
    in_.consume(parser.put(in_.data(), error));
    const bool stuck = error == http::error::need_more && in_.size() > kMostBetweenChunks;
    if (stuck || (error && error != http::error::need_more)) {
      throw Refusal(body_problem(error, received(), shared_.service.limits().body));
    }
    if (in_.size() == 0) error = http::error::need_more;
  }
  if (count() > before + kMostTrailers) {
    throw Refusal(Kind::too_large, "too much follows the body");
  }
}

Reply Session::refusal(const Problem& problem) const {
  shared_.service.metrics().answered("refused", status(problem.kind), 0);
  return problem_reply(problem);
}

Reply Session::answered(Head& head) const {
  Reply reply = shared_.service.answer(head.request);
  compress(reply, head.gzip);
  return reply;
}

template <typename Work>
asio::awaitable<std::invoke_result_t<Work>> Session::on_a_worker(Work work) {
  using Result = std::invoke_result_t<Work>;
  co_return co_await asio::co_spawn(
      shared_.workers.get_executor(), [&work]() -> asio::awaitable<Result> { co_return work(); },
      use_awaitable);
}

asio::awaitable<Reply> Session::answer(Head& head) {
  bool quick = false;
  try {
    read_target(head.target, head.request);
    if (head.head_only) head.request.method = "GET";
    quick = shared_.service.quick(head.request);
    if (quick) co_return answered(head);
  } catch (const std::exception&) {
    co_return refusal(current_problem());
  }
  co_return co_await on_a_worker([&] { return answered(head); });
}

asio::awaitable<void> Session::send(const Head& head, Reply& reply, bool last) {
  http::response<http::string_body> out;
  out.result(static_cast<unsigned>(reply.status));
  out.set(http::field::date, sessions_.date);
  if (shared_.policy.varies()) {
    std::string& vary = reply.headers["Vary"];
    vary += vary.empty() ? "Origin" : ", Origin";
  }
  for (const auto& [name, value] : reply.headers) out.set(name, value);
  out.set("X-Content-Type-Options", "nosniff");
  if (head.head_only) out.set(http::field::accept_ranges, "none");
  if (shared_.policy.allowed(head.origin)) {
    out.set(http::field::access_control_allow_origin, head.origin);
    out.set(http::field::access_control_expose_headers, "ETag, Location");
    if (head.request.method == "OPTIONS") {
      out.set(http::field::access_control_allow_methods, "GET, POST, DELETE");
      out.set(http::field::access_control_allow_headers, "Content-Type");
      out.set(http::field::access_control_max_age, "86400");
    }
  }
  out.keep_alive(!last);
  const bool streams = reply.pieces && !head.head_only;
  if (!reply.type.empty()) {
    out.set(http::field::content_type, reply.type);
    if (streams) out.chunked(!head.http10);
    if (!reply.pieces) out.content_length(reply.body.size());
  }
  if (!head.head_only) out.body() = std::move(reply.body);
  http::response_serializer<http::string_body> serializer(out);
  serializer.split(streams);
  const Instant end = Clock::now() + kSendPatience;
  while (streams ? !serializer.is_header_done() : !serializer.is_done()) {
    deadline_ = std::min(end, Clock::now() + kWritePatience);
    error_code error;
    co_await http::async_write_some(socket_, serializer,
                                    asio::redirect_error(use_awaitable, error));
    if (error) throw Gone();
  }
  deadline_ = Instant::max();
  if (streams) co_await stream(head, reply);
}

// Sends the pieces of a reply. Where they break off, the client sees no last chunk.
asio::awaitable<void> Session::stream(const Head& head, const Reply& reply) {
  const auto timer = std::make_shared<asio::steady_timer>(socket_.get_executor());
  std::shared_ptr<void> following;
  if (reply.news) {
    following =
        reply.news([timer] { asio::post(timer->get_executor(), [timer] { timer->cancel(); }); });
  }
  for (bool more = true; more;) {
    std::string piece;
    if (reply.news) {
      // On this thread, so that no news arrives between a look and the wait for more.
      more = reply.pieces(piece);
    } else {
      more = co_await on_a_worker([&] { return reply.pieces(piece); });
    }
    if (!piece.empty() && head.http10) {
      co_await write(asio::buffer(piece));
    } else if (!piece.empty()) {
      const auto chunk = http::make_chunk(asio::buffer(piece));
      co_await write(chunk);
    } else if (more && reply.news) {
      error_code ignored;
      timer->expires_after(kNews);
      co_await timer->async_wait(asio::redirect_error(use_awaitable, ignored));
    }
  }
  if (head.http10) co_return;
  const auto end = http::make_chunk_last();
  co_await write(end);
}

template <typename Buffers>
asio::awaitable<void> Session::write(const Buffers& buffers) {
  boost::beast::buffers_suffix<Buffers> rest(buffers);
  const Instant end = Clock::now() + kSendPatience;
  while (boost::beast::buffer_bytes(rest) > 0) {
    deadline_ = std::min(end, Clock::now() + kWritePatience);
    error_code error;
    rest.consume(
        co_await socket_.async_write_some(rest, asio::redirect_error(use_awaitable, error)));
    if (error) throw Gone();
  }
  deadline_ = Instant::max();
}

// Reads and throws away what the client still sends, for a moment: closed with unread bytes a
// connection is reset, and the client may never see the reply.
asio::awaitable<void> Session::linger() {
  deadline_ = Clock::now() + kLinger;
  error_code error;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, error);
  while (!error && Clock::now() < deadline_) {
    in_.clear();
    co_await socket_.async_read_some(in_.prepare(kReadBytes),
                                     asio::redirect_error(use_awaitable, error));
  }
}

}  // namespace pipo
