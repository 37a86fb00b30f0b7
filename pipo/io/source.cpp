#include "pipo/io/source.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "pipo/io/compressed.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

Source::Source(Session& session, const std::string& file) : stream_(&session.in) {
  if (file == "-") return;
  name_ = pipo::quoted(file);
  errno = 0;
  file_.open(file, std::ios::binary);
  if (!file_)
    throw BadInput(
        fmt::format("cannot read {}: {}", name_, std::generic_category().message(errno)));
  stream_ = &file_;
  // A pipe must not be read ahead of what is asked for.
  if (!std::filesystem::is_regular_file(file)) return;
  unpacked_ = decompressed(file_, name_);
  if (unpacked_) stream_ = unpacked_.get();
}

Position read_picture(Source& source) {
  const std::string text(std::istreambuf_iterator<char>(source.stream()), {});
  try {
    return parse_picture(text);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("{}: {}", source.name(), error.what()));
  }
}

}  // namespace pipo
