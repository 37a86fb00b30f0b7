#include "pipo/serve/request.hpp"

#include <fmt/format.h>

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

std::string parameter(const Request& request, const std::string& name) {
  const auto [first, last] = request.parameters.equal_range(name);
  if (first == last) return {};
  if (std::next(first) != last) {
    throw BadInput(fmt::format("the parameter {} is given more than once: give it once", name));
  }
  return first->second;
}

std::string required_parameter(const Request& request, const std::string& name) {
  std::string value = parameter(request, name);
  if (value.empty()) {
    throw BadInput(
        fmt::format("the parameter {0} is missing: give it as {1}?{0}=...", name, request.path));
  }
  return value;
}

bool flag(const Request& request, const std::string& name) {
  const std::string value = parameter(request, name);
  if (value.empty() || value == "false") return false;
  if (value == "true") return true;
  throw BadInput(
      fmt::format("the parameter {} is true or false, not {}", name, pipo::quoted(value)));
}

void allow_only(const Request& request, const std::set<std::string>& names) {
  for (const auto& [name, value] : request.parameters) {
    if (names.contains(name)) continue;
    const std::string there_are =
        names.empty() ? "it takes none" : fmt::format("there are {}", fmt::join(names, ", "));
    throw BadInput(
        fmt::format("{} has no parameter {}; {}", request.path, pipo::quoted(name), there_are));
  }
}

}  // namespace pipo
