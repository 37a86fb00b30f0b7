#include <fmt/core.h>

#include <algorithm>

#include "pipo/serve/connection.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/trimmed.hpp"

namespace pipo {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t kLongestTarget = 8000;  // the path and the parameters
constexpr const char* kOnlyChunked = "of the transfer encodings only chunked is taken";

// Unlike boost::to_lower_copy, asks no locale for each character; every request needs some fields.
std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// The parser joins folded lines and accepts a few control characters. Another reader of the same
// head may not.
bool is_plain(std::string_view head) {
  const auto is_control = [](unsigned char c) {
    return (c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f;
  };
  return std::ranges::none_of(head, is_control) && head.find("\n ") == head.npos &&
         head.find("\n\t") == head.npos;
}

// Describes why a head is refused by the parser, or by is_plain().
Refusal broken_head(error_code error, std::string_view head, std::uint64_t most) {
  constexpr std::string_view kLength = "\ncontent-length:";
  const std::size_t at = lower(head).find(kLength);
  std::string_view rest = head.substr(at == head.npos ? head.size() : at + kLength.size());
  const std::string_view length = trimmed(next_part(rest, '\r'));
  const bool endless =
      error == http::error::bad_content_length && is_whole_number(length) && length.size() > 18;
  if (error == http::error::body_limit || endless) return {Kind::too_large, kTooLongBody, most};
  if (error == http::error::bad_transfer_encoding && at == head.npos) {
    return {Kind::unsupported, kOnlyChunked};
  }
  return {Kind::bad_input, "{} begins no request of HTTP/1.1: {}",
          pipo::quoted(next_part(head, '\r')),
          error ? error.message() : "a line is folded, or has a control character"};
}

// Throws what is wrong with a head that the parser accepts.
void check(const RequestParser& parser) {
  const ParsedRequest& head = parser.get();
  const auto is_only = [&](http::field name, const char* value) {
    const auto count = head.count(name);
    return count == 0 || (count == 1 && beast::iequals(head[name], value));
  };
  const std::size_t hosts = head.count(http::field::host);
  const std::size_t lengths = head.count(http::field::content_length);
  require(head.target().size() <= kLongestTarget, Kind::too_large,
          "the path and its parameters may have {} bytes: longer texts go into the body of a POST",
          kLongestTarget);
  require(hosts == 1 || (hosts == 0 && head.version() == 10), Kind::bad_input,
          "a request has one field Host");
  require(lengths == 0 || (lengths == 1 && is_whole_number(head[http::field::content_length])),
          Kind::bad_input, "a request has one Content-Length, which is a number");
  require(is_only(http::field::transfer_encoding, "chunked"), Kind::unsupported, kOnlyChunked);
  require(is_only(http::field::content_encoding, "identity"), Kind::unsupported,
          "a body is taken as it is, not compressed");
  require(head.method() == http::verb::post || parser.is_done(), Kind::bad_input,
          "only POST takes a body");
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

void parse_head(std::string_view text, std::uint64_t most, RequestParser& parser) {
  parser.header_limit(UINT32_MAX);  // the connection has checked the size of the head
  parser.body_limit(most);
  error_code error;
  parser.put(boost::asio::buffer(text), error);
  if (error || !is_plain(text)) throw broken_head(error, text, most);
  check(parser);
}

std::string lower_field(const ParsedRequest& parsed, http::field name) {
  return lower(parsed[name]);
}

Request request_of(ParsedRequest& parsed) {
  Request request;
  read_target(parsed.target(), request);
  request.method = parsed.method() == http::verb::head ? "GET" : parsed.method_string();
  request.body = std::move(parsed.body());
  request.content_type = lower_field(parsed, http::field::content_type);
  const auto [first, last] = parsed.equal_range(http::field::if_none_match);
  for (auto one = first; one != last; ++one) {
    request.if_none_match.append(one == first ? "" : ", ").append(one->value());
  }
  return request;
}

void Policy::check(std::string_view method, const std::string& asked,
                   const std::string& origin) const {
  require(!loopback || asked.empty() || asked == host || names_this_machine(asked),
          Kind::other_origin,
          "{} is no name of this machine: ask for localhost, or serve at another address with "
          "--host",
          printable(asked));
  // Browsers keep answers from pages of other origins. Such pages must not start work here either.
  const bool reads = method == "GET" || method == "HEAD" || method == "OPTIONS";
  require(reads || origin.empty() || origin.ends_with("://" + asked) || allows(origin),
          Kind::other_origin, "the page at {0} may not ask this; --cors {0} allows it",
          printable(origin));
}

void Policy::add_fields(Reply& reply, std::string_view method, const std::string& origin) const {
  if (cors.empty()) return;
  std::string& vary = reply.headers["Vary"];
  vary += vary.empty() ? "Origin" : ", Origin";
  if (!allows(origin)) return;
  reply.headers["Access-Control-Allow-Origin"] = origin;
  reply.headers["Access-Control-Expose-Headers"] = "ETag, Location";
  if (method != "OPTIONS") return;
  reply.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE";
  reply.headers["Access-Control-Allow-Headers"] = "Content-Type";
  reply.headers["Access-Control-Max-Age"] = "86400";
}

}  // namespace pipo
