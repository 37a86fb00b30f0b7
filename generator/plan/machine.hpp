// What the machine has, and what this process uses of it. Linux; where it cannot be told, 0.
#pragma once

#include <cstdint>

namespace pipo {

// Bytes of memory that can still be had, within the limits of the process and of its control group.
std::uint64_t available_memory();

// What the process's limit on address space (ulimit -v) leaves of it; 0 if there is no limit.
std::uint64_t memory_limit_left();

// Where there is such a limit, makes do with one heap for all threads, and says how much address
// space that is never used the stacks of so many threads take; else 0.
std::uint64_t address_space_of_threads(int threads);

// What of it a run may use: some of what is available now will be wanted by others.
std::uint64_t usable_memory();

// Bytes this process holds in memory now, and the most it has held.
std::uint64_t resident_memory();
std::uint64_t peak_memory();

}  // namespace pipo
