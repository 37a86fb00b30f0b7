#include "pipo/io/source.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "pipo/io/compressed.hpp"
#include "pipo/io/encoding.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
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

}  // namespace pipo
