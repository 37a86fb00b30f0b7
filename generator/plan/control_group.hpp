// The memory that the control groups (cgroups) of this process leave to it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace pipo {

// Bytes that the process can still take until its own group, or one of the groups above it, reaches
// its limit. Reads versions 1 and 2, also mounted side by side; file pages of a group count as
// free, because the kernel drops them before it stops a process. Nothing where no group has a
// limit. `root` is the folder that has proc/ and the mount points.
std::optional<std::uint64_t> control_group_left(const std::filesystem::path& root = "/");

}  // namespace pipo
