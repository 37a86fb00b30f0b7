#include "probe/file/damaged.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"

namespace pipo {

void throw_damaged(const std::string& file, const std::string& what) {
  throw DamagedTable(
      fmt::format("{}: {}; copy the file again or generate the table anew", file, what));
}

}  // namespace pipo
