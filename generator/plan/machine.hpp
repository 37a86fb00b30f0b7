// What the machine has, and what this process uses of it. Linux; where it cannot be told, 0.
#pragma once

#include <cstdint>

namespace pipo {

// Bytes of memory that can still be had, within the limit of the process's control group.
std::uint64_t available_memory();

// What of it a run may use: some of what is available now will be wanted by others.
std::uint64_t usable_memory();

// Bytes this process holds in memory now, and the most it has held.
std::uint64_t resident_memory();
std::uint64_t peak_memory();

}  // namespace pipo
