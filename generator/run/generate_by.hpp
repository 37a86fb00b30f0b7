// Makes a table whose layers are computed and written by a given function. Everything around that
// stays the same, from the look at existing files and the lock to the manifest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "generator/run/generate.hpp"
#include "generator/run/table_remains.hpp"
#include "pipopipette/error.hpp"

namespace pipo {

// Thrown before anything was begun, so the message mentions no finished layers.
class NotBegun : public Error {
 public:
  using Error::Error;
};

// Makes the layers that are not kept, in the table's locked folder.
using MakeLayers = std::function<RunResult(TableRemains& found, const GenerateOptions& options,
                                           const std::filesystem::path& folder)>;

// Works as generate(). `make_layers` is not called if the table is complete; it is called twice if
// a kept layer turns out to be damaged.
GenerateResult generate_by(const GenerateOptions& options, const MakeLayers& make_layers);

// Returns the least sizes in bytes of the layer files to be made.
std::vector<std::uint64_t> least_bytes_to_make(const TableRemains& found);

}  // namespace pipo
