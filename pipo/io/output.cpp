#include "pipo/io/output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#include "probe/base/failure.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

void write(std::ostream& out, std::string_view text) {
  errno = 0;
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.flush();
  if (out) return;
  const int reason = errno;
  if (reason == EPIPE) throw ReaderGone();
  throw_failure(
      {system_error_code(reason),
       fmt::format("cannot write to standard output: {}; the output is incomplete",
                   reason != 0 ? std::generic_category().message(reason) : "unknown reason")});
}

void complain(std::ostream& err, std::string_view text) {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  err << "pipo: " << printable(line) << std::endl;
}

}  // namespace pipo
