#include "pipo/command/session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

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
      throw BadInput(
          fmt::format("PIPO_TABLES, {}, has an empty entry; separate folders by single colons",
                      pipo::quoted(text)));
    }
    folders.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

}  // namespace pipo
