#include "pipo/io/compressed.hpp"

#include <algorithm>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/stream_buffer.hpp>
#include <cstring>
#include <exception>
#include <span>
#include <string_view>
#include <utility>

#include "pipo/io/raw_input.hpp"
#include "pipo/io/unpacker.hpp"

namespace pipo {
namespace {

namespace io = boost::iostreams;

constexpr std::streamsize kUnpackedPiece = std::streamsize{256} << 10;

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";

// Input that is not compressed.
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

// A Source for Boost.Iostreams. The library copies its devices, so they share their state.
class UnpackingSource {
 public:
  using char_type = char;
  using category = io::source_tag;

  UnpackingSource(std::streambuf& from, std::string name)
      : state_(std::make_shared<State>(from, std::move(name))) {}

  // Reads as much as is available without waiting, at least one byte; returns -1 at the end.
  std::streamsize read(char* to, std::streamsize size);

 private:
  struct State {
    State(std::streambuf& from, std::string name) : input(from, std::move(name)) {}

    RawInput input;
    std::unique_ptr<Unpacker> unpacker;  // created once the format is known
    std::exception_ptr failure;          // the error that reading ended with
  };

  std::shared_ptr<State> state_;
};

std::streamsize UnpackingSource::read(char* to, std::streamsize size) {
  auto& [input, unpacker, failure] = *state_;
  if (failure) std::rethrow_exception(failure);
  const std::span<char> room(to, static_cast<std::size_t>(size));
  std::size_t filled = 0;
  try {
    if (!unpacker) unpacker = make_unpacker(input);
    while (filled < room.size() && (filled == 0 || input.ready())) {
      if (!unpacker->step(room.subspan(filled), filled)) break;
    }
  } catch (const BadInput&) {
    failure = std::current_exception();
    if (filled == 0) throw;
  }
  return filled > 0 ? static_cast<std::streamsize>(filled) : -1;
}

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

std::unique_ptr<std::streambuf> unpacking(std::streambuf& from, std::string name) {
  constexpr std::streamsize kNothingToPutBack = 1;  // 0 would mean the default of a few bytes
  return std::make_unique<io::stream_buffer<UnpackingSource>>(
      UnpackingSource(from, std::move(name)), kUnpackedPiece, kNothingToPutBack);
}

}  // namespace pipo
