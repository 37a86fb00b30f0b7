// Links that lead nowhere: to a disk that is not mounted, or back to themselves.
#pragma once

#include <filesystem>
#include <string>

namespace pipo {

// Returns the error for a path that is such a link or leads through one, with the remedy; nothing
// for all other paths.
std::string broken_link(const std::filesystem::path& path);

}  // namespace pipo
