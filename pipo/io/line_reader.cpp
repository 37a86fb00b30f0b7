#include "pipo/io/line_reader.hpp"

#include <algorithm>

#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

}  // namespace

// Appends what can be had without waiting, at least a character; false at the end.
bool LineReader::fill() {
  if (in_.peek() == std::istream::traits_type::eof()) {
    if (in_.bad()) throw BadInput("cannot read " + name_ + ": is it a folder?");
    return false;
  }
  const std::size_t enough = buffer_.size() + kPiece;
  for (std::streamsize ready = 0;
       (ready = in_.rdbuf()->in_avail()) > 0 && buffer_.size() < enough;) {
    const std::size_t before = buffer_.size();
    buffer_.resize(before + std::min(static_cast<std::size_t>(ready), kPiece));
    const std::streamsize got = in_.rdbuf()->sgetn(
        buffer_.data() + before, static_cast<std::streamsize>(buffer_.size() - before));
    buffer_.resize(before + static_cast<std::size_t>(got));
    if (got == 0) break;
  }
  return true;
}

bool LineReader::next(std::vector<TextLine>& lines) {
  lines.clear();
  buffer_.erase(0, used_);
  used_ = 0;
  std::size_t searched = 0;
  while (buffer_.find('\n', searched) == buffer_.npos) {
    searched = buffer_.size();
    if (!fill()) {
      if (buffer_.empty()) return false;
      buffer_ += '\n';  // the last line may lack its own
    }
  }
  for (std::size_t end = 0; (end = buffer_.find('\n', used_)) != buffer_.npos; used_ = end + 1) {
    lines.push_back({++count_, trimmed(std::string_view(buffer_).substr(used_, end - used_))});
  }
  return true;
}

}  // namespace pipo
