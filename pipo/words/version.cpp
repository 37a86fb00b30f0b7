#include "pipo/words/version.hpp"

#include <fmt/core.h>

#include "pipopipette/version.h"
#include "probe/file/layer_header.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

std::string version_text(const char* program) {
  static_assert(kNimstringVersion > kOmittingVersion && kOmittingVersion > kFormatVersion);
  return fmt::format(
      "{} " PIPOPIPETTE_VERSION
      "\n"
      "commit {}\n"
      "formats of tables: reads {} to {}, writes {}, {} (omitted layers) and {} (Nimstring)",
      program, kCommit, kOldestVersion, kNimstringVersion, kFormatVersion, kOmittingVersion,
      kNimstringVersion);
}

}  // namespace pipo
