#include "pipo/serve/body.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "pipo/words/trimmed.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

// Of a size, with what may stand behind it, and of all that may follow the last chunk.
constexpr std::size_t kLongestBetweenChunks = 1000;
constexpr int kMostTrailers = 16;

class BodyReader {
 public:
  BodyReader(Connection& connection, std::uint64_t most, std::string& body)
      : connection_(connection), most_(most), body_(body) {}

  void bytes(std::uint64_t count) {
    while (count > 0) {
      const std::string_view piece = some();
      const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(count, piece.size()));
      body_.append(piece, 0, taken);
      connection_.take(taken);
      count -= taken;
    }
  }

  void chunks() {
    while (const std::uint64_t size = chunk_size()) {
      if (size > most_ - body_.size()) {
        throw Refusal(Kind::too_large,
                      fmt::format("a body may have {} bytes, and this one has more: send it in "
                                  "parts",
                                  most_));
      }
      bytes(size);
      if (!line().empty()) throw Refusal(Kind::bad_input, "a chunk of the body has another size");
    }
    for (int i = 0; !line().empty(); ++i) {
      if (i == kMostTrailers) throw Refusal(Kind::too_large, "too much follows the body");
    }
  }

 private:
  std::string_view some() {
    const std::string_view piece = connection_.peek();
    if (piece.empty()) {
      throw Refusal(Kind::bad_input,
                    "the body breaks off, or does not come in time: send it again");
    }
    return piece;
  }

  // Up to its end, which is taken away.
  std::string line() {
    std::string line;
    for (;;) {
      const std::string_view piece = some();
      const std::size_t end = piece.find('\n');
      line.append(piece, 0, std::min(end, piece.size()));
      connection_.take(std::min(end, piece.size() - 1) + 1);
      if (line.size() > kLongestBetweenChunks) {
        throw Refusal(Kind::bad_input, "a line between the chunks of the body is too long");
      }
      if (end != piece.npos) break;
    }
    if (!line.ends_with('\r')) throw Refusal(Kind::bad_input, "the chunks of the body are broken");
    line.pop_back();
    return line;
  }

  std::uint64_t chunk_size() {
    const std::string text = line();
    // What else is told of a chunk means nothing here.
    const std::string_view digits = trimmed(std::string_view(text).substr(0, text.find(';')));
    std::uint64_t size = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), size, 16);
    if (error == std::errc::result_out_of_range) return UINT64_MAX;
    if (error != std::errc() || end != digits.data() + digits.size()) {
      throw Refusal(Kind::bad_input, fmt::format("{} is no size of a chunk", pipo::quoted(text)));
    }
    return size;
  }

  Connection& connection_;
  const std::uint64_t most_;
  std::string& body_;
};

}  // namespace

std::optional<Problem> read_body(Connection& connection, const Head& head, std::uint64_t most,
                                 std::string& body) {
  if (!head.chunked && head.length == 0) return {};
  if (head.expects && !connection.holds_more()) {
    constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
    connection.write(kGoOn.data(), kGoOn.size());
    connection.flush();
  }
  try {
    BodyReader reader(connection, most, body);
    if (head.chunked) {
      reader.chunks();
    } else {
      reader.bytes(head.length);
    }
  } catch (const Refusal& refusal) {
    return refusal.problem();
  }
  return {};
}

}  // namespace pipo
