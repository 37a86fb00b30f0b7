#include "pipo/serve/connection.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <ctime>
#include <optional>
#include <thread>

#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/trimmed.hpp"

namespace pipo {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

constexpr std::size_t kLongestTarget = 8000;  // the path and the parameters
constexpr const char* kTooLongBody =
    "a body may have {} bytes, and this one has more: send it in parts";
constexpr const char* kOnlyChunked = "of the transfer encodings only chunked is taken";

using RequestParser = http::request_parser<http::string_body>;
using ParsedRequest = RequestParser::value_type;

// Unlike boost::to_lower_copy, asks no locale for each character; every request needs some fields.
std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Describes why a head is refused by the parser, or is not plain.
Refusal broken_head(error_code error, std::string_view head, std::uint64_t most) {
  constexpr std::string_view kLength = "\ncontent-length:";
  const std::size_t at = lower(head).find(kLength);
  std::string_view rest = head.substr(at == head.npos ? head.size() : at + kLength.size());
  const std::string_view length = trimmed(next_part(rest, '\r'));
  const bool endless =
      error == http::error::bad_content_length && is_whole_number(length) && length.size() > 18;
  if (error == http::error::body_limit || endless)
    return {ProblemKind::too_large, kTooLongBody, most};
  if (error == http::error::bad_transfer_encoding && at == head.npos) {
    return {ProblemKind::unsupported, kOnlyChunked};
  }
  return {ProblemKind::bad_input, "{} begins no request of HTTP/1.1: {}",
          pipo::quoted(next_part(head, '\r')),
          error ? error.message() : "a line is folded, or has a control character"};
}

// Parses a head, with the empty line at its end. `most` is the largest body, in bytes. Throws
// Refusal; the parser has what could be read of the head.
void parse_head(std::string_view text, std::uint64_t most, RequestParser& parser) {
  parser.header_limit(UINT32_MAX);  // the connection has checked the size of the head
  parser.body_limit(most);
  error_code error;
  parser.put(asio::buffer(text), error);
  // The parser joins folded lines and accepts a few control characters. Another reader of the same
  // head may not.
  const auto is_control = [](unsigned char c) {
    return (c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f;
  };
  const bool plain = std::ranges::none_of(text, is_control) && text.find("\n ") == text.npos &&
                     text.find("\n\t") == text.npos;
  if (error || !plain) throw broken_head(error, text, most);
  const ParsedRequest& head = parser.get();
  const auto is_only = [&](http::field name, const char* value) {
    const auto count = head.count(name);
    return count == 0 || (count == 1 && beast::iequals(head[name], value));
  };
  const std::size_t hosts = head.count(http::field::host);
  const std::size_t lengths = head.count(http::field::content_length);
  require(head.target().size() <= kLongestTarget, ProblemKind::too_large,
          "the path and its parameters may have {} bytes: longer texts go into the body of a POST",
          kLongestTarget);
  require(hosts == 1 || (hosts == 0 && head.version() == 10), ProblemKind::bad_input,
          "a request has one field Host");
  require(lengths == 0 || (lengths == 1 && is_whole_number(head[http::field::content_length])),
          ProblemKind::bad_input, "a request has one Content-Length, which is a number");
  require(is_only(http::field::transfer_encoding, "chunked"), ProblemKind::unsupported,
          kOnlyChunked);
  require(is_only(http::field::content_encoding, "identity"), ProblemKind::unsupported,
          "a body is taken as it is, not compressed");
  require(head.method() == http::verb::post || parser.is_done(), ProblemKind::bad_input,
          "only POST takes a body");
}

// Returns the request of a head that was not refused, and takes the body. Throws BadInput.
Request request_of(ParsedRequest& parsed) {
  Request request;
  read_target(parsed.target(), request);
  request.method = parsed.method() == http::verb::head ? "GET" : parsed.method_string();
  request.body = std::move(parsed.body());
  request.content_type = lower(parsed[http::field::content_type]);
  const auto [first, last] = parsed.equal_range(http::field::if_none_match);
  for (auto one = first; one != last; ++one) {
    request.if_none_match.append(one == first ? "" : ", ").append(one->value());
  }
  return request;
}

// Returns whether the host is one of this machine's own names. A page elsewhere has another name,
// even if that name resolves to this machine.
bool names_this_machine(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool has_port =
      colon != host.npos && host.find_first_not_of("0123456789", colon + 1) == host.npos;
  const std::string_view name = has_port ? host.substr(0, colon) : host;
  // Anybody can own a name such as 127.0.0.1.example.com.
  const bool number = name.find_first_not_of("0123456789.") == name.npos;
  return name == "localhost" || name.ends_with(".localhost") || name == "[::1]" ||
         (number && name.starts_with("127."));
}

}  // namespace

void OriginPolicy::check(std::string_view method, const std::string& asked,
                         const std::string& origin) const {
  require(!loopback || asked.empty() || asked == host || names_this_machine(asked),
          ProblemKind::other_origin,
          "{} is no name of this machine: ask for localhost, or serve at another address with "
          "--host",
          printable(asked));
  // Browsers keep answers from pages of other origins. Such pages must not start work here either.
  const bool reads = method == "GET" || method == "HEAD" || method == "OPTIONS";
  require(reads || origin.empty() || origin.ends_with("://" + asked) || allows(origin),
          ProblemKind::other_origin, "the page at {0} may not ask this; --cors {0} allows it",
          printable(origin));
}

void OriginPolicy::add_fields(Reply& reply, std::string_view method,
                              const std::string& origin) const {
  if (cors.empty()) return;
  std::string& vary = reply.headers["Vary"];
  vary += vary.empty() ? "Origin" : ", Origin";
  if (!allows(origin)) return;
  reply.headers["Access-Control-Allow-Origin"] = origin;
  reply.headers["Access-Control-Expose-Headers"] = "ETag, Location, Retry-After";
  if (method != "OPTIONS") return;
  reply.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE";
  reply.headers["Access-Control-Allow-Headers"] = "Content-Type";
  reply.headers["Access-Control-Max-Age"] = "86400";
}

namespace {

constexpr milliseconds kSlice{200};            // after which the end of the service is noticed
constexpr milliseconds kKeepAlive{15'000};     // without a byte between two requests
constexpr milliseconds kHeadPatience{10'000};  // from the first byte to the last
constexpr milliseconds kBodyPatience{60'000};
constexpr milliseconds kEndPatience{1'000};     // for a request begun when the service is ending
constexpr milliseconds kWritePatience{20'000};  // without a single byte taken
constexpr milliseconds kSendPatience{60'000};   // for all that is sent at a time
constexpr milliseconds kLinger{500};
constexpr milliseconds kRefused{250};
constexpr std::size_t kReadBytes = std::size_t{16} << 10;
constexpr std::size_t kLongestHead = std::size_t{16} << 10;
constexpr int kMostEmptyLines = 8;               // before a request
constexpr std::size_t kLongestExtension = 1000;  // of a chunk's size
constexpr std::size_t kMostBetweenChunks = 4000;
constexpr std::ptrdiff_t kMostTrailers = 16;

// The client has gone, or does not send or take bytes in time.
struct Gone {};

// Describes why the parser refuses chunks, of which `rest` is left.
Refusal broken_body(error_code error, std::string_view rest, std::uint64_t most) {
  rest = trimmed(rest);
  const bool endless =
      error == http::error::bad_chunk && rest.find_first_not_of("0123456789abcdefABCDEF") > 16;
  if (error == http::error::body_limit || endless)
    return {ProblemKind::too_large, kTooLongBody, most};
  if (error == http::error::need_more && rest.find('\n') != rest.npos) {
    return {ProblemKind::too_large, "too much follows the body"};
  }
  return {ProblemKind::bad_input, "the chunks of the body are broken: {}", error.message()};
}

class Connection {
 public:
  Connection(const ClientSocket& socket, Service& service, const OriginPolicy& policy)
      : socket_(socket), service_(service), policy_(policy) {
    error_code gone;
    const auto peer = socket->remote_endpoint(gone);
    if (!gone) address_ = peer.address().to_string();
    client_ = client_of({}, address_, {});
  }

  // Returns the place of a client among the connections.
  std::shared_ptr<void> place_of(const std::string& client) const {
    return service_.clients.hold(client, PlaceOf::connections, service_.limits.connections);
  }

  // Returns the place of this connection. Those of a proxy are its clients', during their requests.
  std::shared_ptr<void> place() const {
    return service_.limits.of_one.forwarded ? nullptr : place_of(client_);
  }

  // Reads a request and answers it. Returns whether the connection can be used for another one.
  bool exchange() {
    RequestParser parser;
    const ParsedRequest& asked = parser.get();
    Reply reply;
    std::shared_ptr<void> place;
    bool close = true;  // a body may follow, which must not be taken for the next request
    try {
      const std::string_view head = receive_head();
      parse_head(head, service_.limits.body, parser);
      policy_.check(asked.method_string(), lower(asked[http::field::host]),
                    lower(asked[http::field::origin]));
      in_.consume(static_cast<std::size_t>(head.data() + head.size() - received().data()));
      if (!parser.is_done()) read_body(parser);
      close = asked.version() == 10 || !parser.keep_alive();  // by all fields Connection
      Request request = request_of(parser.get());
      request.client = client_;
      if (service_.limits.of_one.forwarded) {
        // Proxies add to the field, or add a field; what comes before is the client's own word.
        const auto [first, last] = asked.equal_range("X-Forwarded-For");
        const std::string_view named =
            first == last ? "" : std::string_view(std::prev(last)->value());
        request.client = client_of(service_.limits.of_one, address_, named);
        place = place_of(request.client);
      }
      request.closed = [this] { return wait_for(socket_->native_handle(), POLLRDHUP, {}); };
      reply = service_.answer(std::move(request));
      pack(reply, prefers_gzip(lower(asked[http::field::accept_encoding])));
    } catch (const std::exception&) {
      reply = service_.refused(current_problem());
    }
    close = close || service_.ending();
    // A client that asks again at once, whatever Retry-After says, takes no time from others.
    if (reply.status == 429 && service_.limits.of_one.any()) std::this_thread::sleep_for(kRefused);
    send(asked, close, std::move(reply));
    return !close && !service_.ending();
  }

  // Sends a reply. If its pieces break off, the client sees no last chunk. Throws Gone.
  void send(const ParsedRequest& asked, bool close, Reply reply) {
    const bool chunked = asked.version() != 10;  // older clients do not know chunks
    const bool head_only = asked.method() == http::verb::head;
    std::string out = head_of(asked, close, reply);
    if (!reply.pieces || head_only) {
      out += "\r\n";
      if (!head_only) out += reply.body;
      write(out);
      return;
    }
    if (chunked) out += "Transfer-Encoding: chunked\r\n";
    write(out += "\r\n");
    for (bool more = true; more;) {
      std::string piece;
      more = reply.pieces(piece);
      if (piece.empty()) continue;
      write(chunked ? fmt::format("{:x}\r\n{}\r\n", piece.size(), piece) : piece);
    }
    if (chunked) write("0\r\n\r\n");
  }

 private:
  // Returns the head of a reply up to its last field. Beast could write it, by many templates.
  std::string head_of(const ParsedRequest& asked, bool close, Reply& reply) const {
    const std::string_view reason = http::obsolete_reason(static_cast<http::status>(reply.status));
    const std::time_t now = std::time(nullptr);
    std::string head = fmt::format("HTTP/1.1 {} {}\r\nDate: {:%a, %d %b %Y %T} GMT\r\n",
                                   reply.status, reason, fmt::gmtime(now));
    const auto field = [&head](std::string_view name, std::string_view value) {
      head.append(name).append(": ").append(value).append("\r\n");
    };
    policy_.add_fields(reply, asked.method_string(), lower(asked[http::field::origin]));
    for (const auto& [name, value] : reply.headers) field(name, value);
    field("X-Content-Type-Options", "nosniff");
    if (close) field("Connection", "close");
    if (!reply.type.empty()) field("Content-Type", reply.type);
    if (!reply.type.empty() && !reply.pieces) {
      field("Content-Length", std::to_string(reply.body.size()));
    }
    return head;
  }

  // Sends these bytes within kSendPatience. Throws Gone.
  void write(std::string_view bytes) {
    const auto end = Steady::now() + kSendPatience;
    const auto patience = [end] { return std::min(end, Steady::now() + kWritePatience); };
    auto until = patience();
    for (bool over = false; !bytes.empty();) {
      error_code error;
      const std::size_t count = socket_->write_some(asio::buffer(bytes), error);
      if (!error) {
        bytes.remove_prefix(count);
        until = patience();
        over = false;
        continue;
      }
      if (error != asio::error::would_block || over) throw Gone();
      // The system waits until a third of its buffer is free, but takes fewer bytes than that.
      over = !wait_for(socket_->native_handle(), POLLOUT, until - Steady::now());
    }
  }

  // Waits for a request, and receives its head.
  std::string_view receive_head() {
    Steady::time_point until = Steady::now() + kKeepAlive;
    for (bool begun = false;;) {
      std::string_view text = received();
      // A few empty lines before a request are ignored (RFC 9112, 2.2). More would keep the
      // connection open without a deadline, so they count as a head.
      for (int i = 0; i < kMostEmptyLines; ++i) {
        text.remove_prefix(text.starts_with("\r\n") ? 2 : text.starts_with('\n') ? 1 : 0);
      }
      const std::size_t end = text.find("\r\n\r\n");
      if (end <= kLongestHead) return text.substr(0, end + 4);
      require(text.size() <= kLongestHead, ProblemKind::too_large,
              "the head of a request may have {} bytes", kLongestHead);
      if (!text.empty() && !std::exchange(begun, true)) until = Steady::now() + kHeadPatience;
      if (receive(until, begun)) continue;
      require(!begun || Steady::now() < until, ProblemKind::request_timeout,
              "the head of the request is not complete after {} seconds: send it again",
              kHeadPatience.count() / 1000);
      throw Gone();
    }
  }

  void read_body(RequestParser& parser) {
    const ParsedRequest& asked = parser.get();
    const bool waits =
        asked.version() != 10 && beast::iequals(asked[http::field::expect], "100-continue");
    if (waits && in_.size() == 0) {
      write("HTTP/1.1 100 Continue\r\n\r\n");
    }
    const auto until = Steady::now() + kBodyPatience;
    const auto count = [&] { return std::distance(asked.begin(), asked.end()); };
    const auto fields = count();
    auto on_chunk = [](std::uint64_t, beast::string_view extension, error_code& error) {
      // Beast accepts a line feed in a quoted string; another reader may end the line there.
      const bool broken = extension.find('\n') != extension.npos;
      if (broken || extension.size() > kLongestExtension) error = http::error::bad_chunk_extension;
    };
    parser.on_chunk_header(on_chunk);
    parser.eager(true);
    for (bool more = in_.size() == 0; !parser.is_done();) {
      require(!more || receive(until, true), ProblemKind::bad_input,
              "the body breaks off, or does not come in time: send it again");
      error_code error;
      in_.consume(parser.put(in_.data(), error));
      more = error == http::error::need_more || in_.size() == 0;
      if ((error && !more) || (more && in_.size() > kMostBetweenChunks)) {
        throw broken_body(error, received(), service_.limits.body);
      }
    }
    require(count() <= fields + kMostTrailers, ProblemKind::too_large, "too much follows the body");
  }

  std::string_view received() const {
    return {static_cast<const char*>(in_.data().data()), in_.size()};
  }

  // Receives more of what the client sends. Returns false if it has gone, or the time is over.
  // `begun`: the client is in the middle of a request, which gets a moment if the service ends.
  bool receive(Steady::time_point until, bool begun) {
    for (;;) {
      const auto now = Steady::now();
      if (service_.ending()) {
        if (!ending_) ending_ = now;
        until = std::min(until, *ending_ + (begun ? kEndPatience : milliseconds(0)));
      }
      const bool over = now >= until;
      const auto slice = std::min<Steady::duration>(until - now, kSlice);
      const bool here = wait_for(socket_->native_handle(), POLLIN, slice);
      // A request that is here already is read in any case.
      if (over && (begun || !here)) return false;
      if (!here) continue;
      error_code error;
      in_.commit(socket_->read_some(in_.prepare(kReadBytes), error));
      if (error != asio::error::would_block) return !error;
    }
  }

  const ClientSocket& socket_;
  Service& service_;
  const OriginPolicy& policy_;
  std::string address_;                       // of the other side
  std::string client_;                        // of that address
  beast::flat_buffer in_;                     // received, but not used yet
  std::optional<Steady::time_point> ending_;  // when it noticed that the service is ending
};

}  // namespace

void serve_client(const ClientSocket& socket, Service& service, const OriginPolicy& policy) {
  service.metrics.connected();
  try {
    Connection connection(socket, service, policy);
    std::shared_ptr<void> place;
    try {
      place = connection.place();
    } catch (const Refusal& refusal) {
      service.metrics.refused_connection();
      refuse_client(socket, service, policy, {refusal.kind, refusal.what()});
      linger(socket);
      return service.metrics.disconnected();
    }
    while (connection.exchange()) {
    }
    linger(socket);
  } catch (const Gone&) {
  } catch (const std::exception&) {
    // Out of memory, perhaps. This connection is closed; the others continue.
  }
  error_code ignored;
  socket->close(ignored);
  service.metrics.disconnected();
}

void refuse_client(const ClientSocket& socket, Service& service, const OriginPolicy& policy,
                   const Problem& problem) {
  try {
    Connection(socket, service, policy).send(ParsedRequest(), true, problem_reply(problem));
  } catch (const Gone&) {
  }
}

void linger(const ClientSocket& socket) {
  const auto until = Steady::now() + kLinger;
  std::array<char, kReadBytes> unread;
  error_code error;
  socket->shutdown(asio::ip::tcp::socket::shutdown_send, error);
  while (!error && Steady::now() < until &&
         wait_for(socket->native_handle(), POLLIN, until - Steady::now())) {
    socket->read_some(asio::buffer(unread), error);
  }
  socket->close(error);
}

bool wait_for(int descriptor, short events, std::chrono::nanoseconds at_most) {
  const auto time = std::max(std::chrono::ceil<milliseconds>(at_most), milliseconds(0));
  pollfd poll{descriptor, events, 0};
  int ready = -1;
  while ((ready = ::poll(&poll, 1, static_cast<int>(time.count()))) < 0 && errno == EINTR) {
  }
  return ready > 0;
}

}  // namespace pipo
