// The memory of the machine, what control groups and other limits leave of it, and this process's
// use of it. Linux; 0 where it is unknown. On WebAssembly the heap is all there is.
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

// The limit that leaves the least memory.
enum class MemoryLimit { machine, control_group, address_space };

struct AvailableMemory {
  std::uint64_t bytes = 0;
  MemoryLimit limit = MemoryLimit::machine;
};

// Returns the memory that the process can still take: what the machine has, within the limits of
// its control groups (control_group_left) and of its address space (ulimit -v). `root` is the
// folder with proc/.
AvailableMemory available_memory(const std::filesystem::path& root = "/");

// Returns what the limit on address space (ulimit -v) leaves of it, at least 1; 0 if there is no
// limit.
std::uint64_t memory_limit_left();

// If there is such a limit, restricts malloc to one heap for all threads, and returns the address
// space that the stacks of `threads` threads reserve; otherwise returns 0.
std::uint64_t address_space_of_threads(int threads);

// Returns how much of the available memory a run may use: 95%, since other processes will need some
// of it.
std::uint64_t usable_memory();

// Returns the memory that a run may take if `allowed` bytes are allowed: `allowed`, but no more
// than the limits of the process leave. For `allowed` = 0: usable_memory(), or the largest number
// if that is unknown.
std::uint64_t memory_to_use(std::uint64_t allowed);

// Bytes that this process holds in memory now, and the most that it has held.
std::uint64_t resident_memory();
std::uint64_t peak_memory();

}  // namespace pipo
