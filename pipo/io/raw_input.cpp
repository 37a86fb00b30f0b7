#include "pipo/io/raw_input.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr std::size_t kRawPiece = std::size_t{64} << 10;

}  // namespace

void refuse_to_read(const std::string& name, const std::ios_base::failure& error) {
  throw BadInput(
      fmt::format("cannot read {}: {}; give a file, a pipe or a terminal that can be read", name,
                  error.code().message()));
}

RawInput::RawInput(std::streambuf& from, std::string name)
    : from_(from), name_(std::move(name)), bytes_(kRawPiece) {}

std::string_view RawInput::some() {
  if (begin_ == end_) {
    begin_ = end_ = 0;
    more();
  }
  return {bytes_.data() + begin_, end_ - begin_};
}

bool RawInput::more() {
  const std::size_t got = reading(name_, [&]() -> std::size_t {
    if (from_.sgetc() == std::streambuf::traits_type::eof()) return 0;
    const std::streamsize there = std::max<std::streamsize>(from_.in_avail(), 1);
    const auto room = static_cast<std::streamsize>(bytes_.size() - end_);
    return static_cast<std::size_t>(from_.sgetn(bytes_.data() + end_, std::min(there, room)));
  });
  end_ += got;
  return got > 0;
}

bool RawInput::ready() {
  return begin_ < end_ || reading(name_, [&] { return from_.in_avail() > 0; });
}

}  // namespace pipo
