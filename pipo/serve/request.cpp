#include "pipo/serve/request.hpp"

#include <fmt/format.h>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

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
