#include "pipo/io/session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

std::vector<std::filesystem::path> default_tables() {
  const char* variable = std::getenv("PIPO_TABLES");  // NOLINT(concurrency-mt-unsafe): none is set
  const std::string_view text = variable != nullptr ? variable : "";
  if (text.empty()) return {"tables"};
  std::vector<std::filesystem::path> folders;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    if (end == begin) {
      throw BadInput(fmt::format(
          "PIPO_TABLES, {}, has an empty entry; it is folders separated by single colons",
          pipo::quoted(text)));
    }
    folders.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

void write(Session& session, std::string_view text) {
  errno = 0;
  session.out.write(text.data(), static_cast<std::streamsize>(text.size()));
  session.out.flush();
  if (session.out) return;
  const int reason = errno;
  if (reason == EPIPE) throw ReaderGone();
  throw NoSpace(
      fmt::format("cannot write to standard output: {}; what was written before is incomplete",
                  reason != 0 ? std::generic_category().message(reason) : "the stream has failed"));
}

void complain(Session& session, std::string_view text) {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  session.err << "pipo: " << printable(line) << std::endl;
}

}  // namespace pipo
