#include "theory/source.hpp"

#include <fmt/core.h>

namespace pipo::theory {

std::string to_string(const Source& source) {
  return fmt::format("{}, {}", source.author, source.number);
}

std::string cited(const Source& source) {
  return source.author.empty() ? "" : fmt::format(" [{}]", to_string(source));
}

}  // namespace pipo::theory
