#include "probe/file/damaged.hpp"

#include <fmt/core.h>

namespace pipo {

void throw_damaged(const std::string& file, const std::string& what,
                   std::optional<std::uint64_t> offset) {
  throw DamagedTable(
      fmt::format("{}: {}; copy the file again or generate the table anew", file, what), file,
      offset);
}

void throw_older(const std::string& file, const std::string& what) {
  throw DamagedTable(
      fmt::format("{}: {}, written by an older Pipopipette, which this one does not read; "
                  "generate the table again",
                  file, what),
      file);
}

void throw_newer(const std::string& file, std::uint64_t version, std::uint64_t newest_known) {
  throw NewerTable(fmt::format("{}: format version {}, written by a newer Pipopipette; this one "
                               "reads versions up to {}: use the newer one",
                               file, version, newest_known),
                   file);
}

void throw_unknown(const std::string& file, const std::string& what) {
  throw NewerTable(
      fmt::format("{}: {}, written by a newer Pipopipette: use the newer one", file, what), file);
}

}  // namespace pipo
