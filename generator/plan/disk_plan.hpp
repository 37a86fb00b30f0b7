// Whether a table's files will fit on the disk, before they are made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "generator/plan/table_counts.hpp"
#include "probe/space/cut.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

// About the bytes of each layer's file, in the order of `counts`, from measured bits a value
// (within 15% for whole tables without a start).
std::vector<std::uint64_t> expected_layer_bytes(const Cut& cut, const TableCounts& counts,
                                                Thinning thinning);

// What they take at least.
std::vector<std::uint64_t> least_layer_bytes(const Cut& cut, const TableCounts& counts,
                                             Thinning thinning);

// Bytes that files in this folder may still take, whether the folder is there or still to be made;
// the greatest number where that cannot be told.
std::uint64_t free_disk(const std::filesystem::path& folder);

// Throws NoSpace if files of at least these sizes do not fit in the folder, or are larger than the
// process may write (ulimit -f).
void require_disk(const std::filesystem::path& folder, const std::vector<std::uint64_t>& files);

}  // namespace pipo
