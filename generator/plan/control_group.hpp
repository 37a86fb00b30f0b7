// The memory that the control groups (cgroups) of this process leave to it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace pipo {

// Returns the bytes that the process can still take until its own group, or one of the groups above
// it, reaches its limit. Reads cgroups of version 2 only. File pages of a group count as free,
// because the kernel drops them before it stops a process. Returns nothing if no group has a limit.
// `root` is the folder with proc/ and the mount points.
std::optional<std::uint64_t> control_group_left(const std::filesystem::path& root = "/");

}  // namespace pipo
