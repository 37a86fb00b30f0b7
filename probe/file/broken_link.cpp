#include "probe/file/broken_link.hpp"

#include <fmt/core.h>

#include <system_error>

namespace pipo {

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
