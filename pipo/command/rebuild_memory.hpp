// The memory for the values of omitted layers, which some commands compute again as a whole.
#pragma once

#include "probe/table/table.hpp"

namespace pipo {

// Throws OutOfMemory, which says how much is needed, if the values of the omitted layers do not fit
// into the memory that is available.
void require_memory_to_rebuild(const Table& table);

}  // namespace pipo
