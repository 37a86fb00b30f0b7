// Predicts whether a table's files fit on the disk, before they are made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "generator/plan/table_counts.hpp"
#include "probe/space/cut.hpp"

namespace pipo {

// Estimates the bytes of each layer's file, in the order of `counts`, from measured bits per value.
// Within 15% for whole tables without a start.
std::vector<std::uint64_t> expected_layer_bytes(const Cut& cut, const TableCounts& counts);

// Returns a lower bound on the bytes of each layer's file.
std::vector<std::uint64_t> least_layer_bytes(const Cut& cut, const TableCounts& counts);

// Returns the bytes that files in this folder may still take; the folder need not exist yet.
// Returns the largest number if that is unknown.
std::uint64_t free_disk(const std::filesystem::path& folder);

// Throws DiskFull if files of at least these sizes do not fit in the folder, or exceed the size
// that the process may write (ulimit -f).
void require_disk(const std::filesystem::path& folder, const std::vector<std::uint64_t>& files);

}  // namespace pipo
