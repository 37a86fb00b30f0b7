#include "pipo/io/compressed.hpp"

#include <fmt/core.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <exception>
#include <new>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

// The input is unpacked here, because the filters of Boost lose the text before damage and accept
// truncated zstd data (tests/pipo/io/compressed_test.cpp). Replies are packed by Boost's filter.
namespace pipo {
namespace {

constexpr std::size_t kPackedPiece = std::size_t{64} << 10;
constexpr std::size_t kUnpackedPiece = std::size_t{256} << 10;

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";

enum class Decoded { part, member, damaged, too_large };

// Decodes a format: a sequence of members, as in `cat a.gz b.gz`, each of which begins anew.
class Decoder {
 public:
  explicit Decoder(const char* name) : format(name) {}
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;

  // Returns whether this byte can begin another member.
  virtual bool begins_member(char first) const = 0;

  // Decodes from the beginning of `packed` to that of `room`, and removes from both what it used.
  // Neither is empty, but `packed` is empty if the last call filled its room within a member.
  // Returns `member` after the last byte of one.
  virtual Decoded decode(std::string_view& packed, std::span<char>& room) = 0;

  const char* const format;
};

// Data that are not compressed. They may end anywhere, so each piece is a member.
class PlainDecoder : public Decoder {
 public:
  PlainDecoder() : Decoder("plain") {}

  bool begins_member(char) const override { return true; }

  Decoded decode(std::string_view& packed, std::span<char>& room) override {
    const std::size_t size = packed.copy(room.data(), room.size());
    packed.remove_prefix(size);
    room = room.subspan(size);
    return Decoded::member;
  }
};

class GzipDecoder : public Decoder {
 public:
  GzipDecoder() : Decoder("gzip") {
    constexpr int kGzipOnly = 15 + 16;  // the largest window; no raw or zlib streams
    if (inflateInit2(&zlib_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&zlib_); }

  // Tapes and disks leave zeros up to the end. gzip accepts them, and nothing after them.
  bool begins_member(char first) const override {
    return first == '\0' || (first == kGzip[0] && !padded_);
  }

  Decoded decode(std::string_view& packed, std::span<char>& room) override {
    if (zlib_.total_in == 0 && packed[0] == '\0') {
      padded_ = true;
      packed.remove_prefix(std::min(packed.find_first_not_of('\0'), packed.size()));
      return Decoded::member;
    }
    // zlib does not write to its input, although its interface lacks the const.
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    zlib_.avail_in = static_cast<uInt>(packed.size());
    zlib_.next_out = reinterpret_cast<Bytef*>(room.data());
    zlib_.avail_out = static_cast<uInt>(room.size());
    const int result = inflate(&zlib_, Z_NO_FLUSH);
    packed = packed.substr(packed.size() - zlib_.avail_in);
    room = room.last(zlib_.avail_out);
    if (result == Z_STREAM_END) {
      inflateReset(&zlib_);
      return Decoded::member;
    }
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    return result == Z_OK || result == Z_BUF_ERROR ? Decoded::part : Decoded::damaged;
  }

 private:
  z_stream zlib_{};
  bool padded_ = false;  // zeros have followed a member
};

class ZstdDecoder : public Decoder {
 public:
  ZstdDecoder() : Decoder("zstd"), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (!stream_) throw std::bad_alloc();
  }

  // A frame or a skippable frame.
  bool begins_member(char first) const override {
    return first == kZstd[0] || (first & 0xf0) == 0x50;
  }

  Decoded decode(std::string_view& packed, std::span<char>& room) override {
    // When zstd meets damage, it does not report what it has written in the same call. So it gets
    // one block at a time: 3 bytes of header, which it needs together with the previous block, and
    // the content.
    constexpr std::size_t kBlockHeader = 3;
    const std::size_t block =
        wanted_ > kBlockHeader ? wanted_ - kBlockHeader : std::max<std::size_t>(wanted_, 1);
    ZSTD_inBuffer in{packed.data(), std::min(packed.size(), block), 0};
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    wanted_ = ZSTD_decompressStream(stream_.get(), &out, &in);
    if (ZSTD_isError(wanted_)) {
      const bool window = ZSTD_getErrorCode(wanted_) == ZSTD_error_frameParameter_windowTooLarge;
      return window ? Decoded::too_large : Decoded::damaged;
    }
    packed.remove_prefix(in.pos);
    room = room.subspan(out.pos);
    return wanted_ == 0 ? Decoded::member : Decoded::part;
  }

 private:
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  std::size_t wanted_ = 0;  // bytes up to the end of the next block's header; 0: no frame yet
};

class Unpacking : public std::streambuf {
 public:
  Unpacking(std::streambuf& from, std::string name) : from_(from), name_(std::move(name)) {}

 private:
  // Unpacks as much as is available without waiting, at least one byte.
  int_type underflow() override {
    if (failure_) std::rethrow_exception(failure_);
    std::span<char> room(unpacked_);
    try {
      if (!decoder_) decoder_ = choose_decoder();
      while (!room.empty() && (room.size() == unpacked_.size() || ready()) && step(room)) {
      }
    } catch (const BadInput&) {
      failure_ = std::current_exception();
    } catch (const std::ios_base::failure& error) {
      failure_ = std::make_exception_ptr(unreadable(name_, error));
    }
    setg(unpacked_.data(), unpacked_.data(), unpacked_.data() + unpacked_.size() - room.size());
    if (gptr() != egptr()) return traits_type::to_int_type(*gptr());
    if (failure_) std::rethrow_exception(failure_);
    return traits_type::eof();
  }

  // Reads no more bytes than the choice needs.
  std::unique_ptr<Decoder> choose_decoder() {
    while (read_more()) {
      if (some().starts_with(kGzip)) return std::make_unique<GzipDecoder>();
      if (some().starts_with(kZstd)) return std::make_unique<ZstdDecoder>();
      if (!kGzip.starts_with(some()) && !kZstd.starts_with(some())) break;
    }
    return std::make_unique<PlainDecoder>();
  }

  // Waits for input at most once, and decodes what has arrived. Returns false at the end.
  bool step(std::span<char>& room) {
    const auto refuse = [&](const char* what) {
      throw BadInput(
          fmt::format("{}: {} {} data; compress it again", name_, what, decoder_->format));
    };
    if (!pending_ && begin_ == end_ && !read_more()) {
      if (!between_) refuse("truncated");
      return false;
    }
    std::string_view packed = pending_ ? std::string_view() : some();
    if (between_ && !decoder_->begins_member(packed[0])) {
      throw JunkBehind(
          fmt::format("{}: other data follow the {} data, which have been read; remove them", name_,
                      decoder_->format));
    }
    const std::size_t before = packed.size();
    const Decoded decoded = decoder_->decode(packed, room);
    begin_ += before - packed.size();
    if (decoded == Decoded::damaged) refuse("damaged");
    if (decoded == Decoded::too_large) {
      throw BadInput(
          fmt::format("{}: its zstd data need more than 128 MiB to unpack; compress it without "
                      "--long or --ultra",
                      name_));
    }
    between_ = decoded == Decoded::member;
    pending_ = room.empty() && !between_;
    return true;
  }

  // Reads as much as is available without waiting, at least one byte. Returns false at the end.
  bool read_more() {
    if (begin_ == end_) begin_ = end_ = 0;
    if (from_.sgetc() == traits_type::eof()) return false;
    const auto there = std::max<std::streamsize>(from_.in_avail(), 1);
    const auto room = static_cast<std::streamsize>(packed_.size() - end_);
    end_ += static_cast<std::size_t>(from_.sgetn(packed_.data() + end_, std::min(there, room)));
    return true;
  }

  bool ready() { return begin_ < end_ || from_.in_avail() > 0; }
  std::string_view some() const { return {packed_.data() + begin_, end_ - begin_}; }

  std::streambuf& from_;
  std::string name_;
  std::vector<char> packed_ = std::vector<char>(kPackedPiece);
  std::size_t begin_ = 0;  // [begin_, end_) of packed_ is not decoded yet
  std::size_t end_ = 0;
  std::vector<char> unpacked_ = std::vector<char>(kUnpackedPiece);
  std::unique_ptr<Decoder> decoder_;  // created once the format is known
  bool between_ = true;               // no member has begun, or one has ended
  bool pending_ = false;              // the decoder may hold more output than fitted
  std::exception_ptr failure_;        // the error that reading ended with
};

}  // namespace

BadInput unreadable(const std::string& name, const std::ios_base::failure& error) {
  return BadInput(
      fmt::format("cannot read {}: {}; give a file, a pipe or a terminal that can be read", name,
                  error.code().message()));
}

std::unique_ptr<std::streambuf> unpacking(std::streambuf& from, std::string name) {
  return std::make_unique<Unpacking>(from, std::move(name));
}

Packer::Packer(bool small) {
  namespace gzip = boost::iostreams::gzip;
  out_.push(boost::iostreams::gzip_compressor(boost::iostreams::gzip_params(
                small ? gzip::default_compression : gzip::best_speed)),
            std::streamsize{16} << 10);
  out_.push(boost::iostreams::back_inserter(packed_));
  out_.exceptions(std::ios::badbit);  // of memory that is missing
}

std::string Packer::add(std::string_view piece, bool last) {
  out_.write(piece.data(), static_cast<std::streamsize>(piece.size()));
  if (last) out_.reset();
  return std::exchange(packed_, {});
}

}  // namespace pipo
