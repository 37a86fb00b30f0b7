#include "pipo/io/input.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "pipo/io/compressed.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/trimmed.hpp"

namespace pipo {
namespace {

// Returns the name of the encoding, or nothing for UTF-8. Without a byte order mark, only texts
// that begin with ASCII are recognised.
std::string_view other_encoding(std::string_view begin) {
  using namespace std::string_view_literals;
  if (begin.starts_with("\xff\xfe\0\0"sv) || begin.starts_with("\0\0\xfe\xff"sv)) return "UTF-32";
  if (begin.starts_with("\xff\xfe"sv) || begin.starts_with("\xfe\xff"sv)) return "UTF-16";
  if (begin.size() < kShowsEncoding) return {};
  const auto zero = [&](std::size_t i) { return begin[i] == '\0'; };
  const int zeros = zero(0) + zero(1) + zero(2) + zero(3);
  if (zeros == 3 && (!zero(0) || !zero(3))) return "UTF-32";
  const bool every_second = zero(0) == zero(2) && zero(1) == zero(3);
  return zeros == 2 && every_second ? "UTF-16" : std::string_view();
}

}  // namespace

void require_utf8(std::string_view begin, const std::string& name) {
  const std::string_view encoding = other_encoding(begin);
  if (encoding.empty()) return;
  throw BadInput(fmt::format(
      "{}: this text is {}, and only UTF-8 is read; save it as UTF-8 (in PowerShell 5, write it by "
      "'| Out-File -Encoding utf8 FILE' instead of '> FILE')",
      name, encoding));
}

namespace {

std::ifstream opened(const std::string& file) {
  if (file == "-") return {};
  std::error_code ignored;
  // A folder can be opened, but not read.
  if (std::filesystem::is_directory(file, ignored)) {
    throw BadInput(
        fmt::format("cannot read {}: it is a folder; give a file, or - for standard input",
                    pipo::quoted(file)));
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw BadInput(fmt::format("cannot read {}: {}", pipo::quoted(file),
                               std::generic_category().message(errno)));
  }
  return stream;
}

}  // namespace

Source::Source(std::istream& standard_input, const std::string& file)
    : name_(file == "-" ? "standard input" : pipo::quoted(file)),
      file_(opened(file)),
      buffer_(unpacking(file == "-" ? *standard_input.rdbuf() : *file_.rdbuf(), name_)),
      stream_(buffer_.get()) {
  stream_.exceptions(std::ios::badbit);  // otherwise an exception of the buffer would look like the
                                         // end
}

std::string read_text(Source& source, std::size_t longest) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 16;
  const std::size_t most = longest + 1 + kByteOrderMark.size();
  std::string text;
  while (text.size() < most && source.stream()) {
    const std::size_t before = text.size();
    text.resize(before + std::min(most - before, kAtOnce));
    source.stream().read(text.data() + before, static_cast<std::streamsize>(text.size() - before));
    text.resize(before + static_cast<std::size_t>(source.stream().gcount()));
  }
  require_utf8(text, source.name());
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

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

bool next_line(std::istream& in, TypedLine& line) try {
  constexpr int kEnd = std::streambuf::traits_type::eof();
  line = {.text = {}, .number = line.number + 1};
  std::streambuf& from = *in.rdbuf();
  int c = from.sbumpc();
  if (c == kEnd) return false;
  for (; c != kEnd && c != '\n'; c = from.sbumpc()) {
    line.too_long = line.text.size() == kLongestLine;
    if (!line.too_long) line.text += static_cast<char>(c);
  }
  if (line.number == 1) {
    require_utf8(line.text, "standard input");
    if (line.text.starts_with(kByteOrderMark)) line.text.erase(0, kByteOrderMark.size());
  }
  return true;
} catch (const std::ios_base::failure& error) {
  throw unreadable("standard input", error);
}

}  // namespace pipo
