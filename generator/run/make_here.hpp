// Makes the layers of a table in this process alone.
#pragma once

#include <cstdint>

#include "generator/run/table_in_progress.hpp"

namespace pipo {

// Makes the layers that are not kept, by a sweep whose sections are written to the files of their
// layers, and read back where the schedule says so. Returns how many values are read back.
std::uint64_t make_here(TableInProgress& table);

// Throws OutOfMemory, which names an amount that is enough, if the memory cannot suffice.
void require_memory_for(const TableRemains& found, const GenerateOptions& options);

}  // namespace pipo
