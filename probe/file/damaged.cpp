#include "probe/file/damaged.hpp"

#include <fmt/core.h>

#include <system_error>

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

namespace fs = std::filesystem;

std::string broken_link(const fs::path& path) {
  std::error_code error;
  if (fs::exists(fs::status(path, error))) return {};
  fs::path link;
  for (const fs::path& part : path) {
    link /= part;
    const fs::file_status reached = fs::status(link, error);
    if (fs::exists(reached)) continue;
    const bool loop = error == std::errc::too_many_symbolic_link_levels;
    if (!loop && reached.type() != fs::file_type::not_found) return {};
    if (!fs::is_symlink(fs::symlink_status(link, error))) return {};
    const fs::path target = fs::read_symlink(link, error);
    return loop ? fmt::format("{}: this link, to {}, leads back to itself; change or remove it",
                              link.string(), target.string())
                : fmt::format(
                      "{}: this link leads to {}, which does not exist; mount the disk that it is "
                      "on, or change or remove the link",
                      link.string(), target.string());
  }
  return {};
}

}  // namespace pipo
