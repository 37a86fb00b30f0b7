#include "pipo/io/compressed.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "pipo/io/unpacker.hpp"

namespace pipo {
namespace {

constexpr std::size_t kUnpackedPiece = std::size_t{256} << 10;

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";

// Data that are not compressed.
class PlainInput : public Unpacker {
 public:
  explicit PlainInput(RawInput& input) : input_(input) {}

  bool step(std::span<char> room, std::size_t& filled) override {
    const std::string_view there = input_.some();
    const std::size_t size = std::min(room.size(), there.size());
    if (size == 0) return false;
    std::memcpy(room.data(), there.data(), size);
    input_.take(size);
    filled += size;
    return true;
  }

 private:
  RawInput& input_;
};

}  // namespace

std::unique_ptr<Unpacker> make_unpacker(RawInput& input) {
  for (;;) {
    const std::string_view begin = input.some();
    if (begin.starts_with(kGzip)) return make_gzip_unpacker(input);
    if (begin.starts_with(kZstd)) return make_zstd_unpacker(input);
    const bool open = kGzip.starts_with(begin) || kZstd.starts_with(begin);
    if (begin.empty() || !open || !input.more()) return std::make_unique<PlainInput>(input);
  }
}

UnpackingBuffer::UnpackingBuffer(std::streambuf& from, std::string name)
    : input_(from, std::move(name)), unpacked_(kUnpackedPiece) {}

UnpackingBuffer::~UnpackingBuffer() = default;

// As much as can be had without waiting, at least a byte; 0 at the end.
std::size_t UnpackingBuffer::fill() {
  std::size_t filled = 0;
  if (failure_) std::rethrow_exception(failure_);
  try {
    if (!unpacker_) unpacker_ = make_unpacker(input_);
    const std::span<char> room(unpacked_);
    while (filled < room.size() && (filled == 0 || input_.ready())) {
      if (!unpacker_->step(room.subspan(filled), filled)) break;
    }
  } catch (const BadInput&) {
    failure_ = std::current_exception();
    if (filled == 0) throw;
  }
  return filled;
}

UnpackingBuffer::int_type UnpackingBuffer::underflow() {
  const std::size_t size = fill();
  setg(unpacked_.data(), unpacked_.data(), unpacked_.data() + size);
  return size > 0 ? traits_type::to_int_type(unpacked_[0]) : traits_type::eof();
}

}  // namespace pipo
