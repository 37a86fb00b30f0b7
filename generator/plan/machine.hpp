// What the machine has, and what this process uses of it. Linux; where it cannot be told, 0.
#pragma once

#include <cstdint>
#include <filesystem>

namespace pipo {

// What has the least memory left.
enum class MemoryLimit { machine, control_group, address_space };

struct AvailableMemory {
  std::uint64_t bytes = 0;
  MemoryLimit limit = MemoryLimit::machine;
};

// Memory that the process can still take: what the machine has, within the limits of its control
// groups (control_group.hpp) and of its address space (ulimit -v). `root` is the folder that has
// proc/.
AvailableMemory available_memory(const std::filesystem::path& root = "/");

// What the process's limit on address space (ulimit -v) leaves of it; 0 if there is no limit.
std::uint64_t memory_limit_left();

// Where there is such a limit, makes do with one heap for all threads, and says how much address
// space that is never used the stacks of so many threads take; else 0.
std::uint64_t address_space_of_threads(int threads);

// What of it a run may use: some of what is available now will be wanted by others.
std::uint64_t usable_memory();

// Memory that a run may take for which `allowed` bytes are allowed: these, but no more than the
// limits of the process leave. 0 allowed: usable_memory(), or the greatest number where that cannot
// be told.
std::uint64_t memory_to_use(std::uint64_t allowed);

// Bytes this process holds in memory now, and the most it has held.
std::uint64_t resident_memory();
std::uint64_t peak_memory();

}  // namespace pipo
