// Makes a table whose layers are computed and written by a given function. The rest is the same
// for all: examining existing files, taking the lock, writing the manifest.
#pragma once

#include <cstdint>
#include <functional>

#include "generator/run/generate.hpp"
#include "generator/run/table_in_progress.hpp"
#include "pipopipette/error.hpp"

namespace pipo {

// The text for std::bad_alloc.
constexpr const char* kOutOfMemory =
    "out of memory: stop other programs, or allow less with --memory";

// Thrown before anything was begun, so the message mentions no finished layers.
class NotBegun : public Error {
 public:
  using Error::Error;
};

// Makes the layers that are not kept, and returns how many values were decoded from the table's own
// files. table.options().memory is a number of bytes, and no more than is available.
using MakeLayers = std::function<std::uint64_t(TableInProgress& table)>;

// Returns the size of tiles for the memory that the options allow.
std::uint32_t part_size_for(const TableRemains& found, const GenerateOptions& options);

// Works like generate(). `make_layers` is not called if the table is complete; it is called twice
// if a kept layer turns out to be damaged.
GenerateResult generate_by(const GenerateOptions& options, const MakeLayers& make_layers);

}  // namespace pipo
