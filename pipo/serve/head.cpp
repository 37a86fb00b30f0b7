#include "pipo/serve/head.hpp"

#include <algorithm>

#include "pipo/words/trimmed.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t kLongestTarget = 8000;  // the path and the parameters

std::string_view view(beast::string_view text) {
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
  if (error == http::error::bad_transfer_encoding && at == head.npos) {
    return {Kind::unsupported, "of the transfer encodings only chunked is taken"};
  }
  if (error == http::error::bad_content_length && at != head.npos) {
    std::string_view rest = head.substr(at + kLength.size());
    const std::string_view value = trimmed(next_part(rest, '\r'));
    if (is_number(value) && value.size() > 18) error = http::error::body_limit;
  }
  if (error == http::error::body_limit) return too_long_body(most);
  return {Kind::bad_input,
          fmt::format("{} begins no request of HTTP/1.1: {}", pipo::quoted(next_part(head, '\r')),
                      error ? error.message() : "a line is folded, or has a control character")};
}

void take(const RequestParser::value_type& fields, Head& head) {
  head.request.method = view(fields.method_string());
  head.target = view(fields.target());
  head.host = lower(view(fields[http::field::host]));
  head.origin = lower(view(fields[http::field::origin]));
  head.head_only = fields.method() == http::verb::head;
  head.http10 = fields.version() == 10;
  head.expect_continue =
      !head.http10 && beast::iequals(fields[http::field::expect], "100-continue");
  head.gzip = prefers_gzip(lower(view(fields[http::field::accept_encoding])));
  const auto [first, last] = fields.equal_range(http::field::if_none_match);
  for (auto one = first; one != last; ++one) {
    head.request.if_none_match.append(one == first ? "" : ", ").append(view(one->value()));
  }
}

// Throws what is wrong with a head that the parser accepts.
void check(const RequestParser& parser, const Head& head) {
  const auto& fields = parser.get();
  const auto is_only = [&](http::field name, const char* value) {
    const auto field = fields.find(name);
    return field == fields.end() ||
           (fields.count(name) == 1 && beast::iequals(field->value(), value));
  };
  const std::size_t hosts = fields.count(http::field::host);
  const std::size_t lengths = fields.count(http::field::content_length);
  require(head.target.size() <= kLongestTarget, Kind::too_large,
          "the path and its parameters may have {} bytes: longer texts go into the body of a POST",
          kLongestTarget);
  require(hosts == 1 || (hosts == 0 && head.http10), Kind::bad_input,
          "a request has one field Host");
  require(lengths == 0 || (lengths == 1 && is_number(view(fields[http::field::content_length]))),
          Kind::bad_input, "a request has one Content-Length, which is a number");
  require(is_only(http::field::transfer_encoding, "chunked"), Kind::unsupported,
          "of the transfer encodings only chunked is taken");
  require(is_only(http::field::content_encoding, "identity"), Kind::unsupported,
          "a body is taken as it is, not compressed");
  require(head.request.method == "POST" || parser.is_done(), Kind::bad_input,
          "only POST takes a body");
}

}  // namespace

void parse_head(std::string_view text, std::uint64_t most, RequestParser& parser, Head& head) {
  parser.header_limit(UINT32_MAX);  // the connection has checked the size of the head
  parser.body_limit(most);
  error_code error;
  parser.put(boost::asio::buffer(text), error);
  take(parser.get(), head);
  if (error || !is_plain(text)) throw broken_head(error, text, most);
  check(parser, head);
}

Refusal too_long_body(std::uint64_t most) {
  return {Kind::too_large,
          fmt::format("a body may have {} bytes, and this one has more: send it in parts", most)};
}

}  // namespace pipo
