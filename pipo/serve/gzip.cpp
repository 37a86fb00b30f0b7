#include "pipo/serve/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <new>
#include <optional>

#include "pipo/words/trimmed.hpp"

namespace pipo {
namespace {

constexpr std::size_t kWorthIt = 1000;  // bytes, fewer fit into a packet anyway

class Gzip {
 public:
  Gzip() {
    constexpr int kGzipWindow = 15 + 16;
    if (::deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Gzip() { ::deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // The text compressed, all of it: `flush` is Z_SYNC_FLUSH, or Z_FINISH at the end.
  std::string add(const std::string& text, int flush) {
    std::string packed;
    std::array<char, 16 << 10> piece;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream_.avail_out = piece.size();
      ::deflate(&stream_, flush);
      packed.append(piece.data(), piece.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
    return packed;
  }

 private:
  z_stream stream_{};
};

// Tells whether the reply is text that is long enough to be worth compressing.
bool is_compressible(const Reply& reply) {
  const std::string& type = reply.type;
  const bool text =
      type.starts_with("text/") || type.starts_with("application/") || type.ends_with("+xml");
  return text && type != "text/event-stream" && (reply.pieces || reply.body.size() >= kWorthIt);
}

// The weight of a coding in a field Accept-Encoding that names it.
std::optional<double> weight_of(std::string_view coding, std::string_view accepted) {
  while (!accepted.empty()) {
    std::string_view one = accepted.substr(0, accepted.find(','));
    accepted.remove_prefix(std::min(one.size() + 1, accepted.size()));
    const std::size_t parameters = std::min(one.find(';'), one.size());
    if (trimmed(one.substr(0, parameters)) != coding) continue;
    double weight = 1;
    one.remove_prefix(parameters);
    const std::size_t q = one.find("q=");
    if (q != one.npos) std::from_chars(one.data() + q + 2, one.data() + one.size(), weight);
    return weight;
  }
  return {};
}

}  // namespace

bool prefers_gzip(std::string_view accepted) {
  std::optional<double> weight;
  for (const char* name : {"gzip", "x-gzip", "*"}) {
    if (!weight) weight = weight_of(name, accepted);
  }
  return weight.value_or(0) > 0 && *weight >= weight_of("identity", accepted).value_or(0);
}

void compress(Reply& reply, bool gzip) {
  const bool compressible = is_compressible(reply);
  if (compressible) reply.headers["Vary"] = "Accept-Encoding";
  const auto tag = reply.headers.find("ETag");
  if (gzip && tag != reply.headers.end() && (compressible || reply.status == 304)) {
    tag->second.insert(0, "W/");
  }
  if (!compressible || !gzip) return;
  reply.headers["Content-Encoding"] = "gzip";
  if (!reply.pieces) {
    reply.body = Gzip().add(reply.body, Z_FINISH);
    return;
  }
  reply.pieces = [packer = std::make_shared<Gzip>(),
                  pieces = std::move(reply.pieces)](std::string& packed) {
    std::string piece;
    const bool more = pieces(piece);
    packed = packer->add(piece, more ? Z_SYNC_FLUSH : Z_FINISH);
    return more;
  };
}

}  // namespace pipo
