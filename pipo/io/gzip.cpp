// Uses zlib directly, because output before the damage must not be lost.
#include <fmt/core.h>
#include <zlib.h>

#include <new>

#include "pipo/io/compressed.hpp"
#include "pipo/io/unpacker.hpp"

namespace pipo {
namespace {

class GzipUnpacker : public Unpacker {
 public:
  explicit GzipUnpacker(RawInput& input) : input_(input) {
    constexpr int kGzipOnly = 15 + 16;  // the largest window; no raw or zlib streams
    if (inflateInit2(&zlib_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipUnpacker() override { inflateEnd(&zlib_); }

  bool step(std::span<char> room, std::size_t& filled) override {
    return between_ ? next_member() : unpack(room, filled);
  }

 private:
  bool unpack(std::span<char> room, std::size_t& filled);
  bool next_member();

  RawInput& input_;
  z_stream zlib_{};
  bool pending_ = false;  // zlib may hold more output than fitted
  bool between_ = false;  // after a member, before the next one
  bool padded_ = false;   // zeros have followed a member
};

bool GzipUnpacker::unpack(std::span<char> room, std::size_t& filled) {
  const std::string_view packed = pending_ ? std::string_view() : input_.some();
  if (packed.empty() && !pending_) {
    throw BadInput(fmt::format("{}: truncated gzip data; compress it again", input_.name()));
  }
  // zlib does not write to its input, although its interface lacks the const.
  zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  zlib_.avail_in = static_cast<uInt>(packed.size());
  zlib_.next_out = reinterpret_cast<Bytef*>(room.data());
  zlib_.avail_out = static_cast<uInt>(room.size());
  const int result = inflate(&zlib_, Z_NO_FLUSH);
  input_.take(packed.size() - zlib_.avail_in);
  filled += room.size() - zlib_.avail_out;
  pending_ = zlib_.avail_out == 0 && result == Z_OK;
  if (result == Z_STREAM_END) {
    between_ = true;
    inflateReset(&zlib_);
  } else if (result == Z_MEM_ERROR) {
    throw std::bad_alloc();
  } else if (result != Z_OK && result != Z_BUF_ERROR) {
    throw BadInput(fmt::format("{}: damaged gzip data; compress it again", input_.name()));
  }
  return true;
}

// Continues with another member, as in `cat a.gz b.gz`, with the end, or with zeros up to the end,
// which tapes and disks leave and gzip accepts.
bool GzipUnpacker::next_member() {
  const std::string_view packed = input_.some();
  if (packed.empty()) return false;
  if (packed[0] == '\x1f' && !padded_) {
    between_ = false;
    return true;
  }
  const std::size_t other = packed.find_first_not_of('\0');
  if (other != packed.npos) {
    throw JunkBehind(fmt::format(
        "{}: other data follow the gzip data, which have been read; remove them", input_.name()));
  }
  padded_ = true;
  input_.take(packed.size());
  return true;
}

}  // namespace

std::unique_ptr<Unpacker> make_gzip_unpacker(RawInput& input) {
  return std::make_unique<GzipUnpacker>(input);
}

}  // namespace pipo
