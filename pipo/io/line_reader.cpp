#include "pipo/io/line_reader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipo/io/compressed.hpp"
#include "pipo/io/encoding.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/trimmed.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10;

}  // namespace

bool is_remark(const TextLine& line) {
  return line.text.empty() || line.text.front() == '#';
}

// Appends what is available without waiting, at least one character; returns false at the end. If
// all data were read and only junk follows, the last line is returned before the error.
bool LineReader::fill() try {
  std::streambuf& in = *in_.rdbuf();
  if (in.sgetc() == std::streambuf::traits_type::eof()) return false;
  const std::size_t before = buffer_.size();
  const auto there = static_cast<std::size_t>(std::max<std::streamsize>(in.in_avail(), 1));
  buffer_.resize(before + std::min(there, kPiece));
  const std::streamsize got =
      in.sgetn(buffer_.data() + before, static_cast<std::streamsize>(buffer_.size() - before));
  buffer_.resize(before + static_cast<std::size_t>(got));
  return true;
} catch (const JunkBehind&) {
  if (buffer_.empty()) throw;
  return false;
}

void LineReader::refuse_line() const {
  throw BadInput(fmt::format("{}, line {}: longer than {} KiB, the limit for a line", name_,
                             count_ + 1, kLongestLine >> 10));
}

bool LineReader::next(std::vector<TextLine>& lines) {
  lines.clear();
  buffer_.erase(0, used_);
  used_ = 0;
  std::size_t searched = 0;
  while (buffer_.find('\n', searched) == buffer_.npos) {
    if (count_ == 0 && buffer_.size() >= kShowsEncoding) require_utf8(buffer_, name_);
    if (buffer_.size() > kLongestLine) refuse_line();
    searched = buffer_.size();
    if (!fill()) {
      if (buffer_.empty()) return false;
      buffer_ += '\n';  // the last line may lack its own
    }
  }
  if (count_ == 0) require_utf8(buffer_, name_);
  hand_out(lines);
  return true;
}

void LineReader::hand_out(std::vector<TextLine>& lines) {
  for (std::size_t end = 0; (end = buffer_.find('\n', used_)) != buffer_.npos; used_ = end + 1) {
    std::string_view text = std::string_view(buffer_).substr(used_, end - used_);
    if (text.size() > kLongestLine) {
      if (lines.empty()) refuse_line();
      return;  // next time
    }
    if (count_ == 0 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    const std::string_view rest = trimmed(text);
    const auto begin = static_cast<std::size_t>(rest.empty() ? 0 : rest.data() - text.data());
    lines.push_back({++count_, rest, begin + 1});
  }
}

}  // namespace pipo
