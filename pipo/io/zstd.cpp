#include <fmt/core.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>

#include "pipo/io/compressed.hpp"
#include "pipo/io/unpacker.hpp"

namespace pipo {
namespace {

class ZstdUnpacker : public Unpacker {
 public:
  explicit ZstdUnpacker(RawInput& input)
      : input_(input), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (!stream_) throw std::bad_alloc();
  }

  bool step(std::span<char> room, std::size_t& filled) override;

 private:
  std::size_t next_part(std::size_t there) const;
  [[noreturn]] void refuse(std::size_t error) const;

  RawInput& input_;
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  std::size_t wanted_ = 0;  // bytes that zstd needs up to the end of the next block's header; 0: no
                            // frame
  bool pending_ = false;    // zstd may hold more output than fitted
};

// When zstd meets damage, it does not report what it has written in the same call. So it gets one
// block at a time (3 bytes of header, which it needs together with the block before, and the
// content).
std::size_t ZstdUnpacker::next_part(std::size_t there) const {
  constexpr std::size_t kBlockHeader = 3;
  if (wanted_ > kBlockHeader) return std::min(there, wanted_ - kBlockHeader);
  return std::min(there, std::max<std::size_t>(wanted_, 1));
}

void ZstdUnpacker::refuse(std::size_t error) const {
  if (ZSTD_getErrorCode(error) == ZSTD_error_frameParameter_windowTooLarge) {
    throw BadInput(
        fmt::format("{}: its zstd data need more than 128 MiB to unpack; compress it without "
                    "--long or --ultra",
                    input_.name()));
  }
  throw BadInput(fmt::format("{}: damaged zstd data; compress it again", input_.name()));
}

bool ZstdUnpacker::step(std::span<char> room, std::size_t& filled) {
  const std::string_view packed = pending_ ? std::string_view() : input_.some();
  if (packed.empty() && !pending_) {
    if (wanted_ == 0) return false;
    throw BadInput(fmt::format("{}: truncated zstd data; compress it again", input_.name()));
  }
  if (wanted_ == 0 && packed[0] != '\x28' && (packed[0] & 0xf0) != 0x50) {  // no frame begins like
                                                                            // this
    throw JunkBehind(fmt::format(
        "{}: other data follow the zstd data, which have been read; remove them", input_.name()));
  }
  ZSTD_inBuffer in{packed.data(), next_part(packed.size()), 0};
  ZSTD_outBuffer out{room.data(), room.size(), 0};
  const std::size_t left = ZSTD_decompressStream(stream_.get(), &out, &in);
  if (ZSTD_isError(left)) refuse(left);
  input_.take(in.pos);
  filled += out.pos;
  pending_ = left != 0 && out.pos == out.size;
  wanted_ = left;
  return true;
}

}  // namespace

std::unique_ptr<Unpacker> make_zstd_unpacker(RawInput& input) {
  return std::make_unique<ZstdUnpacker>(input);
}

}  // namespace pipo
