#include "pipo/serve/head.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "pipo/words/trimmed.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

// Of a token (RFC 9110, 5.6.2).
bool is_token(std::string_view text) {
  static constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || kOthers.find(static_cast<char>(c)) != kOthers.npos;
  });
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text,
                             [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7f; });
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// The text up to the next end of a line, which is taken away.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

class HeadReader {
 public:
  HeadReader(Head& head, std::uint64_t most) : head_(head), most_(most) {}

  void read(std::string_view text) {
    request_line(next_line(text));
    while (!text.starts_with("\r\n") && !text.empty()) field(next_line(text));
    if (has_length_ && head_.chunked) {
      refuse(Kind::bad_input, "the request has a Content-Length and is chunked, too: one will do");
    }
    if (head_.length > most_) {
      refuse(Kind::too_large,
             fmt::format("a body may have {} bytes, and this one has {}: send it in parts", most_,
                         head_.length));
    }
    if (head_.method != "POST" && (head_.length > 0 || head_.chunked)) {
      refuse(Kind::bad_input, fmt::format("{} takes no body", head_.method));
    }
  }

 private:
  void refuse(Kind kind, std::string why) {
    if (!head_.problem) head_.problem = Problem{kind, std::move(why)};
  }

  void request_line(std::string_view line) {
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == line.npos || first == last) {
      return refuse(Kind::bad_input,
                    fmt::format("{} is no request of HTTP/1.1", pipo::quoted(line)));
    }
    head_.method = line.substr(0, first);
    head_.target = line.substr(first + 1, last - first - 1);
    if (head_.target.size() > kLongestTarget) {
      refuse(Kind::too_large, fmt::format("the path and its parameters may have {} bytes: longer "
                                          "texts go into the body of a POST",
                                          kLongestTarget));
    }
    const bool readable = is_token(head_.method) && !has_control(head_.target) &&
                          head_.target.find_first_of(" \t") == head_.target.npos;
    if (!readable) {
      refuse(Kind::bad_input, fmt::format("{} is no request of HTTP/1.1", pipo::quoted(line)));
    }
    const std::string_view version = line.substr(last + 1);
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
      refuse(Kind::bad_input,
             fmt::format("{} is spoken here, not {}", "HTTP/1.1", pipo::quoted(version)));
    }
    head_.old = version == "HTTP/1.0";
    head_.last = head_.old;
  }

  void field(std::string_view line) {
    const std::size_t colon = line.find(':');
    // What another reader of this head takes for a field, or for two, is refused.
    if (colon == line.npos || !is_token(line.substr(0, colon)) || has_control(line)) {
      return refuse(Kind::bad_input, fmt::format("{} is no header field", pipo::quoted(line)));
    }
    const std::string name = lower(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (name == "content-length") length(value);
    if (name == "transfer-encoding") transfer_encoding(value);
    if (name == "content-encoding" && lower(value) != "identity") {
      refuse(Kind::unsupported, "a body is taken as it is, not compressed");
    }
    if (name == "connection" && lower(value).find("close") != std::string::npos) head_.last = true;
    if (name == "expect" && lower(value) == "100-continue") head_.expects = !head_.old;
    if (name == "host") host(value);
    if (name == "origin") head_.origin = lower(value);
    if (name == "if-none-match") {
      head_.if_none_match += fmt::format("{}{}", head_.if_none_match.empty() ? "" : ", ", value);
    }
  }

  void host(std::string_view value) {
    if (!head_.host.empty())
      refuse(Kind::bad_input, "the request has two fields Host: one will do");
    head_.host = lower(value);
  }

  void length(std::string_view value) {
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), head_.length);
    const bool number = error == std::errc() && end == value.data() + value.size();
    if (!number && error == std::errc::result_out_of_range) {
      return refuse(Kind::too_large, fmt::format("a body may have {} bytes", most_));
    }
    if (!number || has_length_) {
      refuse(Kind::bad_input,
             fmt::format("{} is no Content-Length, or there are two of them", pipo::quoted(value)));
    }
    has_length_ = true;
  }

  void transfer_encoding(std::string_view value) {
    if (lower(value) != "chunked" || head_.chunked) {
      refuse(Kind::unsupported, "of the transfer encodings only chunked is taken");
    }
    head_.chunked = true;
  }

  Head& head_;
  std::uint64_t most_;
  bool has_length_ = false;
};

}  // namespace

Head parse_head(std::string_view text, std::uint64_t most) {
  Head head;
  HeadReader(head, most).read(text);
  return head;
}

bool same_origin(std::string_view origin, std::string_view host) {
  const std::size_t begin = origin.find("://");
  return begin != origin.npos && origin.substr(begin + 3) == host;
}

bool names_this_machine(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool has_port =
      colon != host.npos && host.find_first_not_of("0123456789", colon + 1) == host.npos;
  const std::string_view name = has_port ? host.substr(0, colon) : host;
  // A number: anybody can have a name such as 127.0.0.1.example.com.
  const bool number = name.find_first_not_of("0123456789.") == name.npos;
  return name == "localhost" || name.ends_with(".localhost") || name == "[::1]" ||
         (number && name.starts_with("127."));
}

}  // namespace pipo
