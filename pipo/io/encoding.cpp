#include "pipo/io/encoding.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"

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

}  // namespace pipo
