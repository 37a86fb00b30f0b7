#include "tests/pipo/io/packing.hpp"

#include <zlib.h>
#include <zstd.h>

#include <stdexcept>

namespace pipo::test {

std::string gzip_parts(const std::vector<std::string>& parts, std::vector<std::size_t>& ends) {
  constexpr int kGzip = 15 + 16;
  z_stream zlib{};
  if (deflateInit2(&zlib, 6, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib");
  }
  std::string packed;
  for (const std::string& part : parts) {
    std::string text = part;
    zlib.next_in = reinterpret_cast<Bytef*>(text.data());
    zlib.avail_in = static_cast<uInt>(text.size());
    const std::size_t before = packed.size();
    packed.resize(before + deflateBound(&zlib, zlib.avail_in) + 100);
    zlib.next_out = reinterpret_cast<Bytef*>(packed.data() + before);
    zlib.avail_out = static_cast<uInt>(packed.size() - before);
    deflate(&zlib, &part == &parts.back() ? Z_FINISH : Z_FULL_FLUSH);
    packed.resize(packed.size() - zlib.avail_out);
    ends.push_back(packed.size());
  }
  deflateEnd(&zlib);
  return packed;
}

std::string zstd_parts(const std::vector<std::string>& parts, std::vector<std::size_t>& ends) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string packed;
  for (const std::string& part : parts) {
    const std::size_t before = packed.size();
    packed.resize(before + ZSTD_compressBound(part.size()) + 100);
    ZSTD_inBuffer in{part.data(), part.size(), 0};
    ZSTD_outBuffer out{packed.data(), packed.size(), before};
    ZSTD_compressStream2(context, &out, &in, &part == &parts.back() ? ZSTD_e_end : ZSTD_e_flush);
    packed.resize(out.pos);
    ends.push_back(packed.size());
  }
  ZSTD_freeCCtx(context);
  return packed;
}

std::string gzip(const std::string& text) {
  std::vector<std::size_t> ends;
  return gzip_parts({text}, ends);
}

std::string zstd(const std::string& text) {
  std::vector<std::size_t> ends;
  return zstd_parts({text}, ends);
}

}  // namespace pipo::test
