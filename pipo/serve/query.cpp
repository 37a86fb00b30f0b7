#include "pipo/serve/query.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

std::string percent_decoded(std::string_view text, bool plus_is_space) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      const std::string_view digits = text.substr(i + 1, 2);
      unsigned char value = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
      if (error != std::errc() || digits.size() != 2 || end != digits.data() + 2) {
        throw BadInput(
            fmt::format("% has to be followed by two hexadecimal digits, and not as in "
                        "{}; a % itself is written %25",
                        pipo::quoted(text.substr(i, 3))));
      }
      result += static_cast<char>(value);
      i += 2;
    } else {
      result += plus_is_space && text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

// The text up to `end`, which is taken away with it; all of it, if there is none.
std::string_view next_part(std::string_view& text, char end) {
  const std::size_t size = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(std::min(size + 1, text.size()));
  return part;
}

}  // namespace

void read_target(std::string_view target, Request& request) {
  target = target.substr(0, target.find('#'));
  request.path = percent_decoded(next_part(target, '?'), false);
  while (!target.empty()) {
    std::string_view value = next_part(target, '&');
    const std::string_view name = next_part(value, '=');
    if (!name.empty())
      request.parameters.emplace(percent_decoded(name, true), percent_decoded(value, true));
  }
}

}  // namespace pipo
